import type { Listener } from '@/core/events.ts';
import { isAdmin } from '@/core/policy.ts';

export interface HealthEvents {
  'responder.health': { kind: string; responderId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends HealthEvents {}
}

export const publishHealth: Listener<'responder.health'> = (scope, data) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'machine-health',
    data,
    canReceive: (actor) => isAdmin(actor),
  });
