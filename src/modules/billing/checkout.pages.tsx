import { CheckoutDialog } from '@views/pages/billing/checkout-dialog.tsx';
import { ExpiredDialog, PaidDialog, PixDialog } from '@views/pages/billing/payment-dialog.tsx';
import { z } from 'zod';
import { renderQrCode } from '@/core/documents/qr-code.ts';
import type { Ctx } from '@/core/http/env.ts';
import { fragment, leadTo, trigger } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, translateFields } from '@/core/http/routing/validate.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { paths } from '@/paths.ts';
import { formatDay } from '@/schemas/languages.schema.ts';
import { BillingData, CheckoutForm, type CheckoutStep } from './billing.schema.ts';
import { getBillingData, getBillingStatus } from './billing-status.queries.ts';
import { getCharge } from './charges/charges.queries.ts';
import { openCharge } from './charges/open-charge.service.ts';
import type { ChargeRow } from './charges/settle-charge.service.ts';
import { getInvoice, toInvoiceRowView } from './invoices/invoices.queries.ts';
import { changeBillingData } from './subscribe.service.ts';

const Way = z.object({ go: z.enum(['back', 'next', 'pay']).catch('next') });
const EXAMPLE = {
  billingName: 'Ana Lima',
  addressStreet: 'Rua A, 1',
  addressCity: 'Recife',
  addressZipCode: '50000-000',
  addressCountry: 'BR',
  method: 'pix' as const,
  step: 'customise' as const,
};

export const checkoutPages = [
  pageRoute('GET /financeiro/:invoiceId/checkout', {
    access: 'expired',
    async answer(c, { invoiceId }) {
      const values = CheckoutForm.parse(await getBillingData(c.var.scope));
      const isComplete = BillingData.safeParse(values).success;
      return checkout(c, invoiceId, { values, step: isComplete ? 'customise' : 'data' });
    },
  }),
  pageRoute('POST /financeiro/:invoiceId/checkout', {
    access: 'expired',
    query: Way,
    form: CheckoutForm,
    example: () => ({ query: { go: 'next' as const }, body: EXAMPLE }),
    onInvalid: (c, { values, errors }) =>
      checkout(c, idParam(c, 'invoiceId'), {
        values: CheckoutForm.parse({ ...values, document: values.document?.slice(0, 30) }),
        step: 'data',
        errors,
      }),
    async answer(c, { invoiceId, query: { go }, form }) {
      const before: CheckoutStep = form.step === 'review' ? 'customise' : 'data';
      if (go === 'back') return checkout(c, invoiceId, { values: form, step: before });
      const data = BillingData.safeParse(form);
      if (!data.success) {
        const errors = Object.fromEntries(data.error.issues.map(({ path, message }) => [path[0], message]));
        return checkout(c, invoiceId, { values: form, step: 'data', errors: translateFields(c, errors) });
      }
      if (go === 'next') {
        const next: CheckoutStep = form.step === 'data' ? 'customise' : 'review';
        return checkout(c, invoiceId, { values: form, step: next });
      }
      await getInvoice(c.var.scope, invoiceId);
      await changeBillingData(c.var.scope, data.data);
      return askAndShow(c, invoiceId, form.method);
    },
  }),
  pageRoute('POST /financeiro/:invoiceId/code', {
    access: 'expired',
    answer: (c, { invoiceId }) => askAndShow(c, invoiceId, 'pix'),
  }),
  pageRoute('GET /financeiro/charges/:chargeId', {
    access: 'expired',
    async answer(c, { chargeId }) {
      const { charge, invoice } = await getCharge(c.var.scope, chargeId);
      if (invoice.status === 'paid') {
        const until = invoice.paidUntil?.toISOString() ?? null;
        trigger(c, {
          toast: { level: 'success', text: c.var.t('billing:paid', { date: shownDay(c, until) }) },
        });
        return fragment(c, <PaidDialog until={until} />);
      }
      const isOver = charge.status !== 'open' || (charge.expiresAt && charge.expiresAt <= c.var.scope.now());
      if (isOver) return fragment(c, <ExpiredDialog invoiceId={charge.invoiceId} />);
      return c.body(null, 204);
    },
  }),
  pageRoute('GET /financeiro/paid', { access: 'expired', answer: (c) => leadTo(c, paths.home()) }),
];

type State = { values: CheckoutForm; step: CheckoutStep; errors?: Record<string, string> };

async function checkout(c: Ctx, invoiceId: number, { values, step, errors }: State): Promise<Response> {
  const { scope } = c.var;
  const invoice = toInvoiceRowView(
    scope,
    await getInvoice(scope, invoiceId),
    await getCompany(scope.kernel, scope.companyId),
  );
  const { methods } = await getBillingStatus(scope);
  const props = { invoice, values, step, errors, methods };
  return fragment(c, <CheckoutDialog {...props} />, errors ? 422 : 200);
}

async function askAndShow(c: Ctx, invoiceId: number, method: 'pix' | 'card'): Promise<Response> {
  const { scope } = c.var;
  const invoice = await getInvoice(scope, invoiceId);
  const charge = await openCharge(scope.kernel, { invoice, method, origin: scope.origin });
  if (charge.link) {
    // The card is typed at the provider, never here.
    c.header('HX-Redirect', charge.link);
    return c.body(null, 204);
  }
  trigger(c, { toast: { level: 'success', text: c.var.t('billing:toast.waiting') } });
  return fragment(c, <PixDialog {...shownCharge(c, charge)} />);
}

function shownCharge(c: Ctx, { id, invoiceId, cents, pixCode, expiresAt }: ChargeRow) {
  const left = (expiresAt?.getTime() ?? 0) - c.var.scope.now().getTime();
  const code = pixCode ?? '';
  return {
    chargeId: id,
    invoiceId,
    value: cents / 100,
    code,
    qr: renderQrCode(code),
    secondsLeft: Math.max(0, Math.floor(left / 1000)),
  };
}

function shownDay(c: Ctx, iso: string | null): string {
  if (!iso) return '';
  return formatDay(new Date(iso), { locale: c.var.locale, timeZone: c.var.scope.timeZone });
}
