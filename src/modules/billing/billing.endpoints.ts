import { z } from 'zod';
import type { Ctx } from '@/core/http/env.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import {
  InvoiceFilter,
  InvoicePatch,
  SubscriptionInput,
  WebhookInput,
  WebhookQuery,
} from './billing.schema.ts';
import { Invoice, InvoicesReply, PixCharge, WebhookReply } from './billing.views.ts';
import { handleNotification } from './confirm/handle-notification.service.ts';
import {
  listCountedInvoices,
  listInvoicesInFull,
  readAnyInvoice,
  readInvoice,
} from './invoices/invoices.queries.ts';
import { markPaid } from './invoices/pay-invoice.service.ts';
import { subscribe } from './subscribe.service.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    invoiceId: number;
    chargeId: number;
    noticeId: number;
  }
}

const TEST = { evento: 'teste_webhook' };
const NOTICE = {
  access: 'anyone',
  query: WebhookQuery,
  body: WebhookInput,
  reply: WebhookReply,
  errors: ['ERR_WEBHOOK_REFUSED', 'ERR_PAYMENT_UNREACHABLE'],
} as const;

export const billingEndpoints = [
  endpoint('GET /invoices/all', {
    access: 'leaving',
    summary:
      'Every invoice of the company, the oldest first, for its administrators; nothing for others. `status` is open, paid or cancelled',
    reply: z.array(Invoice),
    run: (scope) => listInvoicesInFull(scope),
  }),
  endpoint('GET /invoices', {
    access: 'expired',
    summary: 'A page of the company’s invoices, the newest first',
    query: InvoiceFilter,
    reply: InvoicesReply,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listCountedInvoices(scope, query),
  }),
  endpoint('GET /invoices/:invoiceId', {
    access: 'expired',
    summary: 'One invoice of the company',
    reply: Invoice,
    errors: ['ERR_NO_INVOICE_FOUND'],
    run: (scope, { invoiceId }) => readInvoice(scope, invoiceId),
  }),
  endpoint('PUT /invoices/:invoiceId', {
    access: 'super',
    shared: true,
    summary: 'Marks an invoice of any company as paid by hand, once',
    body: InvoicePatch,
    reply: Invoice,
    errors: ['ERR_NO_INVOICE_FOUND', 'ERR_INVOICE_NOT_OPEN'],
    example: ({ invoiceId }) => ({ body: { id: invoiceId, status: 'paid' as const } }),
    async run(scope, { invoiceId, body: { note } }) {
      await markPaid(scope, { invoiceId, note });
      return readAnyInvoice(scope, invoiceId);
    },
  }),
  endpoint('POST /subscription', {
    access: 'expired',
    summary:
      'A Pix code for an invoice of the company (without `invoiceId` for the one that is due). Price, users and connections are the invoice’s; fields of a card are not read',
    body: SubscriptionInput,
    reply: PixCharge,
    errors: [
      'ERR_NO_INVOICE_FOUND',
      'ERR_INVOICE_NOT_OPEN',
      'ERR_NO_PAYMENT_PROVIDER',
      'ERR_PAYMENT_REFUSED',
      'ERR_PAYMENT_UNREACHABLE',
    ],
    example: ({ invoiceId }) => ({ body: { firstName: 'Ana', lastName: 'Lima', country: 'BR', invoiceId } }),
    run: (scope, { body }) => subscribe(scope, body),
  }),
  endpoint('POST /subscription/webhook', {
    ...NOTICE,
    summary: 'Only the test of a provider’s registration: notices come to an address with a secret part',
    errors: [...NOTICE.errors],
    example: () => ({ body: TEST }),
    answer: (c, { body }) => receiveNotification(c, '', body),
  }),
  endpoint('POST /subscription/webhook/:type', {
    ...NOTICE,
    summary:
      'The notices of payment providers; `type` is the secret of this installation, or mercadopago, whose notices are signed',
    errors: [...NOTICE.errors],
    example: () => ({ params: { type: 'pix' }, body: TEST }),
    answer: (c, { type, body }) => receiveNotification(c, type, body),
  }),
  endpoint('POST /subscription/webhook/:type/pix', {
    ...NOTICE,
    summary: 'The notices of a payment provider: Efí adds `/pix` to the address it was given',
    errors: [...NOTICE.errors],
    example: () => ({ params: { type: 'guessed' }, body: TEST }),
    answer: (c, { type, body }) => receiveNotification(c, type, body),
  }),
];

async function receiveNotification(c: Ctx, type: string, body: WebhookInput): Promise<Response> {
  const signed = {
    signature: c.req.header('x-signature') ?? '',
    requestId: c.req.header('x-request-id') ?? '',
    dataId: c.req.query('data.id') ?? '',
  };
  await handleNotification(c.var.kernel, { type, body, signed });
  return c.json({ ok: true });
}
