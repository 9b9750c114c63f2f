import type { Listener } from '@/core/events.ts';
import { isAdmin } from '@/core/policy.ts';

export interface PublicApiEvents {
  'accessToken.changed': { companyId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends PublicApiEvents {}
}

export const publishTokensChanged: Listener<'accessToken.changed'> = (scope) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'accessToken',
    data: {},
    canReceive: (actor) => isAdmin(actor),
  });
