import type { Listener } from '@/kernel/bus.ts';
import { isAdmin } from '@/kernel/policy.ts';

export interface HealthEvents {
  'machine.health': { kind: string; machineId: number };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends HealthEvents {}
}

/** The lists that show it are fetched anew. */
export const tellHealth: Listener<'machine.health'> = (scope, data) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'machine-health',
    data,
    canHear: (actor) => isAdmin(actor),
  });
