import type { Listener } from '@/core/events.ts';
import { isAdmin } from '@/core/policy.ts';

export interface ClickToChatEvents {
  'clickLink.changed': { source: string };
}
declare module '@/core/events.ts' {
  interface EventMap extends ClickToChatEvents {}
}

export const publishLinks: Listener<'clickLink.changed'> = (scope, data) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'clickLink',
    data,
    canReceive: (actor) => isAdmin(actor),
  });
