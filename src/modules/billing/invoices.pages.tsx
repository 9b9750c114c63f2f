import { InvoicesPage } from '@views/pages/billing/invoices-page.tsx';
import { listPage } from '@/core/http/responses/respond.ts';
import { sendPdf } from '@/core/http/responses/send-pdf.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { isSuper } from '@/core/policy.ts';
import { InvoiceFilter } from './billing.schema.ts';
import { getBillingStatus } from './billing-status.queries.ts';
import { getInvoice, listInvoices } from './invoices/invoices.queries.ts';
import { receiptOf } from './invoices/receipt-pdf.queries.ts';

export const invoicesPages = [
  pageRoute('GET /financeiro', {
    access: 'expired',
    query: InvoiceFilter,
    async answer(c, { query }) {
      const { scope } = c.var;
      const props = {
        page: await listInvoices(scope, query),
        billing: await getBillingStatus(scope),
        searchParam: query.searchParam,
        isSuper: isSuper(scope.actor),
      };
      const head = { title: 'billing:title', active: 'financeiro' };
      return listPage(c, head, (shows) => <InvoicesPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /financeiro/:invoiceId/receipt.pdf', {
    access: 'expired',
    async answer(c, { invoiceId }) {
      const { scope } = c.var;
      const pdf = await receiptOf(scope, await getInvoice(scope, invoiceId));
      return sendPdf(c, pdf, `fatura-${invoiceId}.pdf`);
    },
  }),
];
