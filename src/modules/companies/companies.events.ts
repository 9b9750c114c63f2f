import type { PlatformListener } from '@/kernel/bus.ts';

export interface CompanyPlatformEvents {
  'company.changed': { companyId: number };
  'plan.changed': { planId: number };
}
declare module '@/kernel/bus.ts' {
  interface PlatformEventMap extends CompanyPlatformEvents {}
}

/** Only super administrators have lists of companies; they fetch again. */
export const publishCompanyChanged: PlatformListener<'company.changed'> = ({ kernel }, data) =>
  kernel.hub.deliverToAll({ channel: 'company', data, canReceive: (actor) => actor.super });

export const publishPlanChanged: PlatformListener<'plan.changed'> = ({ kernel }, data) =>
  kernel.hub.deliverToAll({ channel: 'plan', data, canReceive: (actor) => actor.super });
