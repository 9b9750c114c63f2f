import type { Listener } from '@/kernel/bus.ts';
import { isAdmin } from '@/kernel/policy.ts';

export interface ClickToChatEvents {
  /** A link, or how many came by one. */
  'clickLink.changed': { source: string };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends ClickToChatEvents {}
}

export const tellLinks: Listener<'clickLink.changed'> = (scope, data) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'clickLink',
    data,
    canHear: (actor) => isAdmin(actor),
  });
