import { PlanDialog } from '@views/pages/billing/plan-dialog.tsx';
import { SubscriptionForm, SubscriptionPage } from '@views/pages/billing/subscription-page.tsx';
import { type Ctx, isPartial } from '@/core/http/env.ts';
import { orToast } from '@/core/http/responses/or-toast.ts';
import { done, fragment, leadTo, page, trigger } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { getOwnUse } from '@/modules/quotas/quotas.queries.ts';
import { SubscriptionForm as Input, PlanChoice } from './billing.schema.ts';
import { billingPaths } from './billing-paths.schema.ts';
import { getBillingData, getBillingStatus } from './billing-status.queries.ts';
import { choosePlan, offerPlans, withdrawPlanChange } from './plan-change.service.ts';
import { changeBillingData, invoiceDue } from './subscribe.service.ts';

const EXAMPLE = {
  billingName: '',
  billingEmail: 'ana@aurora.test',
  addressStreet: 'Rua A, 1',
  addressCity: 'Recife',
  addressZipCode: '50000-000',
  addressCountry: 'BR' as const,
};

export const subscriptionPages = [
  pageRoute('GET /subscription', {
    access: 'expired',
    async answer(c) {
      const { scope } = c.var;
      const [values, status] = [await getBillingData(scope), await getBillingStatus(scope)];
      const props = { values, billing: status, use: await getOwnUse(scope) };
      const head = { title: 'billing:subscription', active: 'financeiro' };
      const node = <SubscriptionPage {...props} />;
      return isPartial(c) ? fragment(c, node) : page(c, head, node);
    },
  }),
  pageRoute('PUT /subscription', {
    access: 'expired',
    openedBy: 'GET /subscription',
    form: Input,
    example: () => ({ body: EXAMPLE }),
    onInvalid: (c, { values, errors }) => {
      const typed = { ...BLANK, ...values };
      return fragment(c, <SubscriptionForm values={typed} errors={errors} />, 422);
    },
    async answer(c, { form }) {
      await changeBillingData(c.var.scope, form);
      return done(c, { toast: 'billing:toast.saved', refresh: 'billingData' });
    },
  }),
  pageRoute('GET /subscription/now', {
    access: 'expired',
    async answer(c) {
      const { id } = await invoiceDue(c.var.scope);
      // The response is the dialog itself, placed where the button expects it.
      return c.redirect(billingPaths.checkout(id));
    },
  }),
  pageRoute('GET /subscription/plans', { access: 'expired', answer: (c) => plans(c) }),
  pageRoute('POST /subscription/plans', {
    access: 'expired',
    form: PlanChoice,
    example: () => ({ body: { planId: 1 } }),
    onInvalid: (c, { errors }) => plans(c, errors.planId),
    async answer(c, { form: { planId } }) {
      const { from } = await choosePlan(c.var.scope, planId);
      const toast = from ? 'billing:toast.planLater' : 'billing:toast.planWaits';
      if (from) return done(c, { toast, refresh: 'invoices' });
      trigger(c, { toast: { level: 'info', text: c.var.t(toast) } });
      return leadTo(c, billingPaths.list());
    },
  }),
  pageRoute('DELETE /subscription/next-plan', {
    access: 'expired',
    answer: (c) =>
      orToast(c, 'common:toast.failed', async () => {
        await withdrawPlanChange(c.var.scope);
        return done(c, { toast: 'billing:toast.planKept', refresh: 'invoices' });
      }),
  }),
];

const BLANK = {
  billingName: '',
  billingEmail: '',
  document: '',
  addressStreet: '',
  addressDistrict: '',
  addressCity: '',
  addressState: '',
  addressZipCode: '',
  addressCountry: 'BR',
};

async function plans(c: Ctx, error?: string): Promise<Response> {
  const offers = await offerPlans(c.var.scope);
  return fragment(c, <PlanDialog offers={offers} error={error} />, error ? 422 : 200);
}
