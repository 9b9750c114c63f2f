import type { Listener } from '@/kernel/bus.ts';
import { isAdmin } from '@/kernel/policy.ts';

export interface ClickToChatEvents {
  'clickLink.changed': { source: string };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends ClickToChatEvents {}
}

export const publishLinks: Listener<'clickLink.changed'> = (scope, data) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'clickLink',
    data,
    canReceive: (actor) => isAdmin(actor),
  });
