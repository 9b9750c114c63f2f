import { z } from 'zod';
import { baseOf } from '../../core/security/base-url.ts';
import { askJson, type Reach } from '../responders/call-service.client.ts';
import { ResponderFailed } from '../responders/responder.port.ts';
import { digitsOf, type Invoice, type InvoiceSystem, MAX_INVOICES } from './invoice-system.port.ts';

const Customers = z.looseObject({
  data: z.array(
    z.looseObject({ id: z.string(), name: z.string().default(''), cpfCnpj: z.string().nullish() }),
  ),
});
const Payments = z.looseObject({
  data: z.array(z.looseObject({ id: z.string(), value: z.number(), dueDate: z.iso.date() })),
});
const Pix = z.looseObject({ payload: z.string().default('') });
const Line = z.looseObject({ identificationField: z.string().default('') });

/** Asaas, API v3 (docs.asaas.com). It returns a page instead of a file, so there is no PDF. */
export function createAsaas(settings: { token: string; baseUrl: string }): InvoiceSystem {
  const url = (path: string) => `${baseOf(settings.baseUrl)}${path}`;
  const headers = { access_token: settings.token };

  async function withCodes(
    reach: Reach,
    { id, value, dueDate }: { id: string; value: number; dueDate: string },
  ): Promise<Invoice> {
    const target = `/payments/${encodeURIComponent(id)}`;
    const pix = await orNothing(askJson(reach, { url: url(`${target}/pixQrCode`), headers }, Pix), {
      payload: '',
    });
    const line = await orNothing(
      askJson(reach, { url: url(`${target}/identificationField`), headers }, Line),
      {
        identificationField: '',
      },
    );
    return { value: value.toFixed(2), dueDate, pix: pix.payload, line: line.identificationField, pdf: null };
  }

  return {
    async find(reach, document) {
      const query = new URLSearchParams({ cpfCnpj: document });
      const { data } = await askJson(reach, { url: url(`/customers?${query}`), headers }, Customers);
      const customer = data.find(({ cpfCnpj }) => digitsOf(cpfCnpj) === document);
      if (!customer) return undefined;
      const open = [];
      for (const status of ['OVERDUE', 'PENDING']) {
        const asked = new URLSearchParams({ customer: customer.id, status, limit: '10' });
        open.push(...(await askJson(reach, { url: url(`/payments?${asked}`), headers }, Payments)).data);
      }
      const invoices = [];
      for (const one of open.sort((a, b) => a.dueDate.localeCompare(b.dueDate)).slice(0, MAX_INVOICES))
        invoices.push(await withCodes(reach, one));
      return { name: customer.name, invoices };
    },
  };
}

async function orNothing<T>(work: Promise<T>, nothing: T): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof ResponderFailed && error.fault === 'broken') return nothing;
    throw error;
  });
}
