import type { Listener } from '@/core/events.ts';
import { canErase } from './erasures.policy.ts';

export interface ErasureEvents {
  'erasure.moved': { erasureId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends ErasureEvents {}
}

export const publishErasure: Listener<'erasure.moved'> = (scope, data) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'erasure',
    data,
    canReceive: (actor) => canErase(actor),
  });
