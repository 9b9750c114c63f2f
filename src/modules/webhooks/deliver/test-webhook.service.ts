import { webhookDeliveries } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { bodyOf } from '../record/delivery-body.queries.ts';
import { newUuid } from '../record/record-deliveries.steps.ts';
import { getDelivery, requireHook } from '../webhooks.queries.ts';
import type { WebhookDeliveryDetail } from '../webhooks.views.ts';
import { callReceiver } from './call-receiver.client.ts';
import { startAfresh } from './delivery-queues.service.ts';

declare module '@/core/scope.ts' {
  interface Services {
    webhookTests: Throttle;
  }
}
export const createWebhookTests = ({ ticks }: Kernel) => createThrottle(ticks, { tries: 10, perSeconds: 60 });

/** Sent before all waiting deliveries, once, and also while paused. Throws ERR_NO_WEBHOOK_FOUND, ERR_RATE_LIMITED. */
export async function testWebhook(
  scope: Scope,
  { webhookId }: { webhookId: number },
): Promise<WebhookDeliveryDetail> {
  requireCan(scope, isAdmin);
  const hook = await requireHook(scope, webhookId);
  scope.kernel.services.webhookTests.take(String(scope.companyId));
  const row = await scope.write(async (tx) => {
    const added = await tx.db
      .insert(webhookDeliveries)
      .values({
        uuid: newUuid(tx),
        webhookId,
        event: 'test',
        queueKey: 'test',
        body: bodyOf('test', tx.now(), { webhookId, name: hook.name }),
        // Stored as failed first, so that after a crash it does not count as waiting.
        state: 'failed',
        waitingSince: tx.now(),
        createdAt: tx.now(),
      })
      .returning()
      .then(insertedRow);
    return added;
  });
  const { error, status, answer } = await callReceiver(scope, hook, row);
  const isDone = error === '';
  await scope.write(async (tx) => {
    const state = isDone ? ('delivered' as const) : ('failed' as const);
    await tx.db
      .update(webhookDeliveries)
      .set({
        error,
        status,
        answer,
        attempts: 1,
        triedAt: tx.now(),
        state,
        ...(isDone && { deliveredAt: tx.now() }),
      })
      .where(eq(webhookDeliveries.id, row.id));
    if (isDone && hook.failingSince) await startAfresh(tx, webhookId);
    tx.emit('webhook.changed', { webhookId, action: 'update' });
    tx.emit('webhook.delivered', { webhookId });
  });
  return getDelivery(scope, { webhookId, deliveryId: row.id });
}
