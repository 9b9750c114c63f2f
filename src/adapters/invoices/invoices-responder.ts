import type { Reach } from '../responders/call-service.client.ts';
import {
  type Answer,
  type Reply,
  type Responder,
  ResponderFailed,
  type Turn,
} from '../responders/responder.port.ts';
import type { Customer, Invoice, InvoiceSystem } from './invoice-system.port.ts';

export type InvoicesDeps = {
  safeCall: Reach['safeCall'];
  systems: InvoiceSystem[];
  isTrust: boolean;
  /** A valid CPF or CNPJ in it, without punctuation; '' for none. */
  documentIn(text: string): string;
  mayLookUp(turn: Turn): boolean;
};

/** Contract, message-flow §12.5. */
const TEXTS = {
  ask: 'Digite o *CPF ou CNPJ* do titular, somente números.',
  unknown: 'Cadastro não localizado! *CPF/CNPJ* incorreto ou inválido. Tente novamente!',
  none: 'Não há faturas em aberto neste cadastro.',
  trusted: 'Pronto! Sua conexão foi liberada em confiança. Se preciso, reinicie o seu equipamento.',
  notTrusted:
    'Não foi possível liberar em confiança. Uma pessoa da nossa equipe vai continuar o seu atendimento.',
};
const MAX_MISSES = 3;
const QUIET_MS = 1_000;

export function createInvoices(deps: InvoicesDeps): Responder {
  return {
    quietMs: QUIET_MS,
    async answer(turn, signal): Promise<Answer> {
      if (deps.systems.length === 0) throw new ResponderFailed('unset', 'no billing system');
      const misses = typeof turn.memory.misses === 'number' ? turn.memory.misses : -1;
      const document = deps.documentIn(turn.messages.map(({ text }) => text).join('\n'));
      if (document === '') return missed(misses, misses < 0 ? TEXTS.ask : TEXTS.unknown);
      if (!deps.mayLookUp(turn)) return { replies: [{ type: 'leave' }], memory: {} };
      const reach = { safeCall: deps.safeCall, signal };
      const replies = deps.isTrust ? await trust(deps, reach, document) : await send(deps, reach, document);
      return replies ? { replies, memory: {} } : missed(Math.max(misses, 0), TEXTS.unknown);
    },
  };
}

function missed(misses: number, text: string): Answer {
  const isLast = misses + 1 >= MAX_MISSES;
  return { replies: [isLast ? { type: 'leave' } : { type: 'text', text }], memory: { misses: misses + 1 } };
}

async function send({ systems }: InvoicesDeps, reach: Reach, document: string): Promise<Reply[] | undefined> {
  const found: Customer[] = [];
  for (const system of systems) {
    const customer = await system.find(reach, document);
    if (customer) found.push(customer);
  }
  if (found.length === 0) return undefined;
  const invoices = found.flatMap((customer) => customer.invoices);
  const content =
    invoices.length > 0
      ? invoices.flatMap((one) => show(one))
      : [{ type: 'text', text: TEXTS.none } as const];
  return [...content, { type: 'close' }];
}

/** Codes go alone, so that they can be copied. */
function show({ value, dueDate, pix, line, pdf }: Invoice): Reply[] {
  const day = dueDate.split('-').reverse().join('/');
  const head = `*Fatura com vencimento em ${day}*\nValor: R$ ${value.replace('.', ',')}`;
  const codes = [
    ...(pix ? ['Pix copia e cola:', pix] : []),
    ...(line ? ['Linha digitável do boleto:', line] : []),
  ];
  return [
    ...[head, ...codes].map((text): Reply => ({ type: 'text', text: text.slice(0, 2_000) })),
    ...(pdf
      ? [{ type: 'file', bytes: pdf, mime: 'application/pdf', name: `boleto-${dueDate}.pdf` } as const]
      : []),
  ];
}

async function trust(
  { systems }: InvoicesDeps,
  reach: Reach,
  document: string,
): Promise<Reply[] | undefined> {
  for (const system of systems) {
    const isOpen = await system.trust?.(reach, document);
    if (isOpen === undefined) continue;
    const text = isOpen ? TEXTS.trusted : TEXTS.notTrusted;
    return [{ type: 'text', text }, { type: isOpen ? 'close' : 'leave' }];
  }
  return undefined;
}
