import type { Listener } from '@/kernel/bus.ts';
import { isAdmin } from '@/kernel/policy.ts';

export interface PublicApiEvents {
  'accessToken.changed': { companyId: number };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends PublicApiEvents {}
}

export const publishTokensChanged: Listener<'accessToken.changed'> = (scope) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'accessToken',
    data: {},
    canReceive: (actor) => isAdmin(actor),
  });
