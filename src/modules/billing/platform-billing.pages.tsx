import { AllInvoicesPage, PaidByHandDialog } from '@views/pages/billing/all-invoices-page.tsx';
import { NoticeDialog, NoticesPage } from '@views/pages/billing/notices-page.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { tabList } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { lastMonths } from '@/core/zoned-time.ts';
import { AllInvoicesFilter, InvoiceFilter, NoteForm, NoticeForm } from './billing.schema.ts';
import { getAnyInvoice, listAllInvoices } from './invoices/invoices.queries.ts';
import { markPaid } from './invoices/pay-invoice.service.ts';
import { getNotice, listNotices, settleNotice } from './notices.service.ts';

const SHOWN_MONTHS = 12;

export const platformBillingPages = [
  pageRoute('GET /platform/invoices', {
    access: 'super',
    query: AllInvoicesFilter,
    async answer(c, { query }) {
      const { scope } = c.var;
      const { searchParam, status, paid } = query;
      const months = lastMonths(scope.now(), scope.kernel.config.timeZone, SHOWN_MONTHS);
      const props = { page: await listAllInvoices(scope, query), months, searchParam, status, paid };
      return tabList(c, 'invoices', (shows) => <AllInvoicesPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /platform/invoices/:invoiceId/paid', {
    access: 'super',
    shared: true,
    answer: (c, { invoiceId }) => paidByHand(c, invoiceId),
  }),
  pageRoute('POST /platform/invoices/:invoiceId/paid', {
    access: 'super',
    shared: true,
    form: NoteForm,
    example: () => ({ body: { note: 'Transferência de 10/03' } }),
    onInvalid: (c, refused) => paidByHand(c, idParam(c, 'invoiceId'), refused),
    async answer(c, { invoiceId, form: { note } }) {
      await markPaid(c.var.scope, { invoiceId, note });
      return done(c, { toast: 'billing:toast.markedPaid', refresh: 'allInvoices' });
    },
  }),
  pageRoute('GET /platform/payment-notices', {
    access: 'super',
    query: InvoiceFilter,
    async answer(c, { query }) {
      const found = await listNotices(c.var.scope, query);
      return tabList(c, 'paymentNotices', (shows) => <NoticesPage shows={shows} page={found} />);
    },
  }),
  pageRoute('GET /platform/payment-notices/:noticeId', {
    access: 'super',
    shared: true,
    answer: (c, { noticeId }) => settling(c, noticeId),
  }),
  pageRoute('POST /platform/payment-notices/:noticeId', {
    access: 'super',
    shared: true,
    form: NoticeForm,
    example: () => ({ body: { note: 'Devolvido', how: 'dismiss' as const } }),
    onInvalid: (c, refused) => settling(c, idParam(c, 'noticeId'), refused),
    async answer(c, { noticeId, form }) {
      await settleNotice(c.var.scope, { noticeId, ...form });
      return done(c, { toast: 'billing:toast.settled', refresh: 'paymentNotices' });
    },
  }),
];

async function paidByHand(c: Ctx, invoiceId: number, refused?: Refused): Promise<Response> {
  const invoice = await getAnyInvoice(c.var.scope, invoiceId);
  const note = refused?.values.note ?? '';
  const node = <PaidByHandDialog invoice={invoice} note={note} errors={refused?.errors} />;
  return fragment(c, node, refused ? 422 : 200);
}

async function settling(c: Ctx, noticeId: number, refused?: Refused): Promise<Response> {
  const notice = await getNotice(c.var.scope, noticeId);
  const { note = '', how = notice.canAccept ? 'accept' : 'dismiss' } = refused?.values ?? {};
  const node = <NoticeDialog notice={notice} values={{ note, how }} errors={refused?.errors} />;
  return fragment(c, node, refused ? 422 : 200);
}
