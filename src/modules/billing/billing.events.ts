import type { Listener, PlatformListener } from '@/core/events.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { asSystem, systemScope } from '@/core/scope.ts';
import { findCompany, toCompanyView } from '@/modules/companies/companies.queries.ts';
import { getCompanyHours } from '@/modules/settings/company-hours.queries.ts';
import { TIME_ZONE_KEY } from '@/modules/settings/settings.schema.ts';
import { followDueDates } from './invoices/make-invoices.service.ts';

export interface BillingPlatformEvents {
  'invoice.paid': { companyId: number; invoiceId: number };
  'invoices.changed': { companyId: number };
  'payment.noticed': { noticeId: number };
}
declare module '@/core/events.ts' {
  interface PlatformEventMap extends BillingPlatformEvents {}
}

/** Everybody of the company: existing clients change their page on it (contract: realtime, `company-{c}-payment`). */
export const publishPaid: PlatformListener<'invoice.paid'> = async ({ kernel }, { companyId }) => {
  if (!kernel.hub.hasListeners(companyId)) return;
  const row = await findCompany(kernel, companyId);
  if (!row) return;
  const schedules = await getCompanyHours(await systemScope(kernel, companyId));
  kernel.hub.deliver(companyId, {
    channel: 'payment',
    data: { action: 'CONCLUIDA', company: { ...toCompanyView(row), schedules } },
    canReceive: () => true,
  });
};

export const followTimeZone: Listener<'setting.changed'> = async (scope, { key }) => {
  if (key === TIME_ZONE_KEY) await followDueDates(platformOf(asSystem(scope)));
};

export const publishChanged: PlatformListener<'invoices.changed'> = ({ kernel }, { companyId }) => {
  const message = { channel: 'invoices', data: null };
  kernel.hub.deliver(companyId, { ...message, canReceive: ({ profile }) => profile === 'admin' });
  kernel.hub.deliverToAll({ channel: 'allInvoices', data: null, canReceive: (actor) => actor.super });
};

export const publishNotice: PlatformListener<'payment.noticed'> = ({ kernel }) =>
  kernel.hub.deliverToAll({ channel: 'paymentNotices', data: null, canReceive: (actor) => actor.super });
