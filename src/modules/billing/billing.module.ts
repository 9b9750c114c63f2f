import { onEachNode } from '@/core/events.ts';
import { defineModule } from '@/core/module.ts';
import { isSuper } from '@/core/policy.ts';
import { billingEndpoints } from './billing.endpoints.ts';
import {
  type BillingPlatformEvents,
  followTimeZone,
  publishChanged,
  publishNotice,
  publishPaid,
} from './billing.events.ts';
import { billingJobs } from './billing.jobs.ts';
import { canSeeBilling } from './billing.policy.ts';
import { billingPaths } from './billing-paths.schema.ts';
import { checkoutPages } from './checkout.pages.tsx';
import { invoiceCorrectionPages } from './invoice-corrections.pages.tsx';
import { invoicesPages } from './invoices.pages.tsx';
import { countNotices } from './notices.service.ts';
import { platformBillingPages } from './platform-billing.pages.tsx';
import { providersPages } from './providers.pages.tsx';
import { subscriptionPages } from './subscription.pages.tsx';

const errors = {
  ERR_NO_INVOICE_FOUND: 404,
  ERR_INVOICE_NOT_OPEN: 409,
  ERR_PAYMENT_NOT_REVERSIBLE: 409,
  ERR_NO_PAYMENT_PROVIDER: 409,
  ERR_PAYMENT_REFUSED: 502,
  ERR_PAYMENT_UNREACHABLE: 503,
  ERR_WEBHOOK_REFUSED: 403,
  ERR_NO_PLAN_TO_CHANGE: 409,
  ERR_PLAN_TOO_SMALL: 409,
  ERR_NO_PAYMENT_NOTICE_FOUND: 404,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const billing = defineModule<{
  errors: keyof Errors;
  platformEvents: keyof BillingPlatformEvents;
}>({
  name: 'billing',
  errors,
  endpoints: billingEndpoints,
  subscriptions: { 'setting.changed': followTimeZone },
  pages: [
    ...invoicesPages,
    ...checkoutPages,
    ...subscriptionPages,
    ...platformBillingPages,
    ...invoiceCorrectionPages,
    ...providersPages,
  ],
  menu: [
    {
      key: 'financeiro',
      label: 'billing:title',
      href: billingPaths.list(),
      icon: 'wallet',
      section: 'settings',
      position: 20,
      isFor: canSeeBilling,
    },
  ],
  settingsTabs: [
    {
      key: 'invoices',
      label: 'billing:tabs.invoices',
      href: billingPaths.all(),
      rank: 150,
      area: 'platform',
      group: 'billing',
      isFor: isSuper,
    },
    {
      key: 'paymentNotices',
      label: 'billing:tabs.notices',
      href: billingPaths.notices(),
      rank: 160,
      area: 'platform',
      group: 'billing',
      isFor: isSuper,
      waiting: { count: countNotices, channel: 'paymentNotices' },
    },
    {
      key: 'paymentProviders',
      label: 'billing:tabs.providers',
      href: billingPaths.providers(),
      rank: 170,
      area: 'platform',
      group: 'billing',
      isFor: isSuper,
    },
  ],
  platformListeners: {
    'invoice.paid': onEachNode(publishPaid),
    'invoices.changed': onEachNode(publishChanged),
    'payment.noticed': onEachNode(publishNotice),
  },
  platformJobs: billingJobs,
});
