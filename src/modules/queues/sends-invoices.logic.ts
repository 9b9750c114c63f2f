type Named = { name: string; sendsInvoices: boolean };

/** Contract, message-flow §12.5: these names send invoices without the switch. */
const NAMES = ['2ª Via de Boleto', '2 Via de Boleto'];
const TRUST_NAMES = ['Religue de Confiança', 'Liberação em Confiança'];

export const opensOnTrust = ({ name }: Pick<Named, 'name'>) => TRUST_NAMES.includes(name.trim());

export function sendsInvoices(queue: Named): boolean {
  return queue.sendsInvoices || NAMES.includes(queue.name.trim()) || opensOnTrust(queue);
}
