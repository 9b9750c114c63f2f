import { z } from 'zod';
import { baseOf } from '../../core/security/base-url.ts';
import { ask, type Reach, read } from '../responders/call-service.client.ts';
import { ResponderFailed } from '../responders/responder.port.ts';
import { digitsOf, type InvoiceSystem, MAX_INVOICES } from './invoice-system.port.ts';

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? ''));
const Bill = z.looseObject({
  ...{ nome: text, cpf_cnpj: text, valor: text, linhadig: text, pix: text, datavenc: text, status: text },
});
const Bills = z.union([z.array(Bill), Bill.transform((bill) => [bill])]);
const Shown = z.looseObject({ dados_cliente: z.looseObject({ titulos: Bills }) });

const OPEN = ['aberto', 'vencido'];

/** MK-Auth: a token for the key's name and secret, then the customer with their bills. It returns no file. */
export function createMkAuth(settings: {
  address: string;
  clientId: string;
  clientSecret: string;
}): InvoiceSystem {
  const base = baseOf(settings.address);

  async function tokenOf(reach: Reach): Promise<string> {
    const key = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64');
    const { status, text: replyText } = await ask(reach, {
      url: `${base}/api/`,
      headers: { Authorization: `Basic ${key}` },
    });
    const token = replyText.trim().replace(/^"|"$/g, '');
    if (status !== 200 || !/^[\w.-]{10,4000}$/.test(token)) throw new ResponderFailed('refused', 'no token');
    return token;
  }

  return {
    async find(reach, document) {
      const headers = { Authorization: `Bearer ${await tokenOf(reach)}` };
      const reply = await ask(reach, {
        url: `${base}/api/cliente/show/${encodeURIComponent(document)}`,
        headers,
      });
      if (reply.status === 404 || ['NULL', 'null', '"NULL"', ''].includes(reply.text.trim()))
        return undefined;
      const bills = read(reply, Shown).dados_cliente.titulos;
      const own = bills.filter(({ cpf_cnpj }) => digitsOf(cpf_cnpj) === document);
      if (own.length === 0) return undefined;
      const open = own.filter(({ status }) => OPEN.includes(status.toLowerCase())).slice(0, MAX_INVOICES);
      return {
        name: own[0]?.nome ?? '',
        invoices: open.map(({ valor, datavenc, linhadig, pix }) => ({
          ...{ value: valor, dueDate: datavenc.slice(0, 10), line: linhadig, pix, pdf: null },
        })),
      };
    },
  };
}
