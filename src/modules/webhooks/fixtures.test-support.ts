import { webhookDeliveries } from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';
import { createWebhook, setWebhookActive } from './webhooks.service.ts';

export const addFixtures: AddFixtures = async (scope, _fixtures, mark) => {
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
        queueKey: 'payments',
        body: JSON.stringify({ type: 'payment.received', timestamp: tx.now().toISOString(), data: { mark } }),
        state: 'failed',
      })
      .returning({ id: webhookDeliveries.id }),
  );
  return { webhookId: webhook.id, deliveryId: delivery?.id ?? 0 };
};
