import type { PlatformListener } from '@/core/events.ts';

export interface CompanyPlatformEvents {
  'company.changed': { companyId: number };
  'plan.changed': { planId: number };
}
declare module '@/core/events.ts' {
  interface PlatformEventMap extends CompanyPlatformEvents {}
}

/** Only super administrators have lists of companies; they fetch again. */
export const publishCompanyChanged: PlatformListener<'company.changed'> = ({ kernel }, data) =>
  kernel.hub.deliverToAll({ channel: 'company', data, canReceive: (actor) => actor.super });

export const publishPlanChanged: PlatformListener<'plan.changed'> = ({ kernel }, data) =>
  kernel.hub.deliverToAll({ channel: 'plan', data, canReceive: (actor) => actor.super });
