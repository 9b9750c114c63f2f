import {
  CancelInvoiceDialog,
  CreditDialog,
  InvoiceDialog,
  UndoPaymentDialog,
} from '@views/pages/billing/invoice-dialogs.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { sendPdf } from '@/core/http/responses/send-pdf.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { CreditForm, NoteForm } from './billing.schema.ts';
import { cancelInvoice, undoPayment } from './invoices/correct-invoice.service.ts';
import { unusedCredit } from './invoices/credits.service.ts';
import { giveCredit } from './invoices/give-credit.service.ts';
import { getAnyInvoice, getAnyInvoiceRow } from './invoices/invoices.queries.ts';
import { receiptOf } from './invoices/receipt-pdf.queries.ts';

const access = 'super' as const;
const shared = true;
const refresh = 'allInvoices';

const invoiceOf = (c: Ctx) => getAnyInvoice(c.var.scope, idParam(c, 'invoiceId'));

const asks = (Dialog: typeof CancelInvoiceDialog) => async (c: Ctx, refused?: Refused) => {
  const props = { invoice: await invoiceOf(c), note: refused?.values.note ?? '', errors: refused?.errors };
  return fragment(c, <Dialog {...props} />, refused ? 422 : 200);
};

const cancel = asks(CancelInvoiceDialog);
const undo = asks(UndoPaymentDialog);

export const invoiceCorrectionPages = [
  pageRoute('GET /platform/invoices/:invoiceId', {
    ...{ access, shared },
    async answer(c, { invoiceId }) {
      const invoice = await getAnyInvoice(c.var.scope, invoiceId);
      const unused = await unusedCredit(platformOf(c.var.scope), invoice.companyId);
      return fragment(c, <InvoiceDialog invoice={invoice} unused={unused / 100} />);
    },
  }),
  pageRoute('GET /platform/invoices/:invoiceId/receipt.pdf', {
    ...{ access, shared },
    async answer(c, { invoiceId }) {
      const { scope } = c.var;
      return sendPdf(
        c,
        await receiptOf(scope, await getAnyInvoiceRow(scope, invoiceId)),
        `fatura-${invoiceId}.pdf`,
      );
    },
  }),
  pageRoute('GET /platform/invoices/:invoiceId/credit', { ...{ access, shared }, answer: (c) => credit(c) }),
  pageRoute('POST /platform/invoices/:invoiceId/credit', {
    ...{ access, shared },
    form: CreditForm,
    example: () => ({ body: { value: '12,50', note: 'Dois dias fora do ar' } }),
    onInvalid: credit,
    async answer(c, { invoiceId, form }) {
      await giveCredit(c.var.scope, { invoiceId, ...form });
      return done(c, { toast: 'billing:toast.credited', refresh });
    },
  }),
  pageRoute('GET /platform/invoices/:invoiceId/cancel', {
    ...{ access, shared },
    answer: (c) => cancel(c),
  }),
  pageRoute('POST /platform/invoices/:invoiceId/cancel', {
    ...{ access, shared },
    form: NoteForm,
    example: () => ({ body: { note: 'Cortesia do primeiro mês' } }),
    onInvalid: cancel,
    async answer(c, { invoiceId, form: { note } }) {
      await cancelInvoice(c.var.scope, { invoiceId, note });
      return done(c, { toast: 'billing:toast.cancelled', refresh });
    },
  }),
  pageRoute('GET /platform/invoices/:invoiceId/undo', {
    ...{ access, shared },
    answer: (c) => undo(c),
  }),
  pageRoute('POST /platform/invoices/:invoiceId/undo', {
    ...{ access, shared },
    form: NoteForm,
    example: () => ({ body: { note: 'O Pix não chegou' } }),
    onInvalid: undo,
    async answer(c, { invoiceId, form: { note } }) {
      await undoPayment(c.var.scope, { invoiceId, note });
      return done(c, { toast: 'billing:toast.reopened', refresh });
    },
  }),
];

async function credit(c: Ctx, refused?: Refused): Promise<Response> {
  const { value = '', note = '' } = refused?.values ?? {};
  const props = { invoice: await invoiceOf(c), values: { value, note }, errors: refused?.errors };
  return fragment(c, <CreditDialog {...props} />, refused ? 422 : 200);
}
