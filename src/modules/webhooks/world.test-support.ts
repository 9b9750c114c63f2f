import { webhookDeliveries } from '@db/tenant/schema/index.ts';
import type { AddToWorld } from '@test/support/world.ts';
import { createWebhook, setWebhookActive } from './webhooks.service.ts';

/** Paused: nobody listens at its address. */
export const addToWorld: AddToWorld = async (scope, _world, mark) => {
  const webhook = await createWebhook(scope, {
    name: `Receptor ${mark}`,
    url: 'https://receptor.invalid/hook',
    events: ['payment.received'],
  });
  await setWebhookActive(scope, { webhookId: webhook.id, isActive: false });
  const [delivery] = await scope.write((tx) =>
    tx.db
      .insert(webhookDeliveries)
      .values({
        uuid: `msg_${mark}`,
        webhookId: webhook.id,
        event: 'payment.received',
        lane: 'payments',
        body: JSON.stringify({ type: 'payment.received', timestamp: tx.now().toISOString(), data: { mark } }),
        state: 'failed',
      })
      .returning({ id: webhookDeliveries.id }),
  );
  return { webhookId: webhook.id, deliveryId: delivery?.id ?? 0 };
};
