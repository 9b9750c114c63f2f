import type { Listener } from '@/kernel/bus.ts';
import { isAdmin } from '@/kernel/policy.ts';

export interface HealthEvents {
  'machine.health': { kind: string; responderId: number };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends HealthEvents {}
}

export const publishHealth: Listener<'machine.health'> = (scope, data) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'machine-health',
    data,
    canReceive: (actor) => isAdmin(actor),
  });
