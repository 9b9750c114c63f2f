import type { PlatformListener } from '@/kernel/bus.ts';

export interface CompanyPlatformEvents {
  'company.changed': { companyId: number };
  'plan.changed': { planId: number };
}
declare module '@/kernel/bus.ts' {
  interface PlatformEventMap extends CompanyPlatformEvents {}
}

/** Only super administrators have lists of them; they fetch again. */
export const tellCompanyChanged: PlatformListener<'company.changed'> = ({ kernel }, data) =>
  kernel.hub.deliverToAll({ channel: 'company', data, canHear: (actor) => actor.super });

export const tellPlanChanged: PlatformListener<'plan.changed'> = ({ kernel }, data) =>
  kernel.hub.deliverToAll({ channel: 'plan', data, canHear: (actor) => actor.super });
