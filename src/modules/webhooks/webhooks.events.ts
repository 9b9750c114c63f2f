import type { Listener } from '@/core/events.ts';
import { isAdmin } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';

export interface WebhookEvents {
  'webhook.changed': { webhookId: number; action: 'create' | 'update' | 'delete' };
  'webhook.delivered': { webhookId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends WebhookEvents {}
}

declare module '@/core/scope.ts' {
  interface Services {
    webhookNews: Throttle;
  }
}
export const createWebhookNews = ({ ticks }: Kernel) => createThrottle(ticks, { tries: 1, perSeconds: 2 });

export const publishWebhook: Listener<'webhook.changed'> = (scope, { webhookId, action }) =>
  publish(scope, 'webhook', { action, webhookId });

export const publishDelivery: Listener<'webhook.delivered'> = (scope, { webhookId }) => {
  const { hub, services } = scope.kernel;
  if (!hub.hasListeners(scope.companyId)) return;
  if (services.webhookNews.tryTake(`${scope.companyId}/${webhookId}`))
    publish(scope, 'webhookDelivery', { webhookId });
};

function publish({ kernel, companyId }: Scope, channel: string, data: unknown): void {
  kernel.hub.deliver(companyId, { channel, data, canReceive: (actor) => isAdmin(actor) });
}
