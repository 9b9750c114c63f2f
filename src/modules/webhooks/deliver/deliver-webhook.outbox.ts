import { webhookDeliveries, webhookQueues, webhooks } from '@db/tenant/schema/index.ts';
import { and, asc, eq } from 'drizzle-orm';
import type { OutboxHandler } from '@/core/queue/outbox.ts';
import { circuitAfter, delayAfter, isPaused } from '@/core/queue/retry.ts';
import type { Scope } from '@/core/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { type DeliveryRow, findHook, type WebhookRow } from '../webhooks.queries.ts';
import { callReceiver, type Outcome } from './call-receiver.client.ts';
import {
  dueQueue,
  GIVEN_UP_AFTER_MS,
  isBackingOff,
  isOn,
  QUEUE_RETRIES,
  RECEIVER_RETRIES,
  startAfresh,
} from './delivery-queues.service.ts';
import { notifyAdministrators, pauseHook } from './pause-webhook.service.ts';

/** At least once: after a crash following the response, the receiver gets the same `webhook-id` again. */
export const deliver: OutboxHandler<'webhook.deliver'> = {
  async run(scope, { payload: { webhookId, slot } }) {
    const hook = await findHook(scope, webhookId);
    if (!hook || !isOn(hook) || isPaused(hook, scope.now())) return undefined;
    if (!(await hasFeature(scope, 'useExternalApi'))) return undefined;
    const due = await dueQueue(scope, webhookId, slot);
    if (!due) return (tx) => goOn(tx, hook, slot);
    const head = await headerOf(scope, webhookId, due.queueKey);
    if (!head) return (tx) => next(tx, hook, slot, due.queueKey);
    const outcome = await callReceiver(scope, hook, head);
    if (outcome.error === '') return (tx) => succeed(tx, hook, head, { slot, outcome });
    // HTTP 410: the receiver wants no more deliveries.
    const isGone = outcome.error === 'gone';
    if (isGone) await notifyAdministrators(scope, hook, { pause: 'gone', cause: head.uuid });
    return async (tx) => {
      await fail(tx, hook, head, outcome);
      if (isGone) await pauseHook(tx, hook.id, 'gone');
      await goOn(tx, hook, slot);
    };
  },
  /** An internal error: retried with the conversation's next event, or in ten minutes. */
  async park(tx, { payload: { webhookId, slot } }) {
    const due = await dueQueue(tx, webhookId, slot);
    if (due) await setDue(tx, webhookId, due.queueKey, new Date(tx.now().getTime() + 600_000));
  },
};

async function headerOf(scope: Scope, webhookId: number, queueKey: string): Promise<DeliveryRow | undefined> {
  return scope.db.query.webhookDeliveries.findFirst({
    where: and(
      eq(webhookDeliveries.webhookId, webhookId),
      eq(webhookDeliveries.queueKey, queueKey),
      eq(webhookDeliveries.state, 'waiting'),
    ),
    orderBy: asc(webhookDeliveries.id),
  });
}

type Success = { slot: number; outcome: Outcome };

async function succeed(tx: Scope, hook: WebhookRow, head: DeliveryRow, { slot, outcome }: Success) {
  await tx.db
    .update(webhookDeliveries)
    .set({ ...tried(tx, head, outcome), state: 'delivered', deliveredAt: tx.now() })
    .where(eq(webhookDeliveries.id, head.id));
  const now = await findHook(tx, hook.id);
  if (!now) return;
  tx.emit('webhook.delivered', { webhookId: hook.id });
  if (now.failuresInARow > 0 || now.failingSince) {
    await startAfresh(tx, hook.id);
    tx.emit('webhook.changed', { webhookId: hook.id, action: 'update' });
  }
  await next(tx, { ...now, failuresInARow: 0 }, slot, head.queueKey);
}

async function fail(tx: Scope, hook: WebhookRow, head: DeliveryRow, outcome: Outcome): Promise<void> {
  const isOver = tx.now().getTime() - head.waitingSince.getTime() >= GIVEN_UP_AFTER_MS;
  await tx.db
    .update(webhookDeliveries)
    .set({ ...tried(tx, head, outcome), ...(isOver && { state: 'failed' as const }) })
    .where(eq(webhookDeliveries.id, head.id));
  const now = await findHook(tx, hook.id);
  if (!now) return;
  if (!isPaused(now, tx.now())) await countFailure(tx, now, outcome);
  const wait = isOver ? 0 : Math.max(delayAfter(head.attempts + 1, QUEUE_RETRIES), outcome.retryAfterMs ?? 0);
  await setDue(tx, hook.id, head.queueKey, new Date(tx.now().getTime() + wait));
  tx.emit('webhook.changed', { webhookId: hook.id, action: 'update' });
}

async function countFailure(tx: Scope, hook: WebhookRow, { retryAfterMs }: Outcome): Promise<void> {
  const circuit = circuitAfter(hook, { policy: RECEIVER_RETRIES, now: tx.now(), retryAfterMs });
  await tx.db
    .update(webhooks)
    .set({ ...circuit, failingSince: hook.failingSince ?? tx.now() })
    .where(eq(webhooks.id, hook.id));
}

const tried = (tx: Scope, head: DeliveryRow, { error, status, answer }: Outcome) => ({
  attempts: head.attempts + 1,
  error,
  status,
  answer,
  triedAt: tx.now(),
});

async function next(tx: Scope, hook: WebhookRow, slot: number, queueKey: string): Promise<void> {
  if (await headerOf(tx, hook.id, queueKey)) await setDue(tx, hook.id, queueKey, tx.now());
  else
    await tx.db
      .delete(webhookQueues)
      .where(and(eq(webhookQueues.webhookId, hook.id), eq(webhookQueues.queueKey, queueKey)));
  await goOn(tx, hook, slot);
}

/** In the transaction that ends this row, so that nothing is lost in between. */
async function goOn(tx: Scope, { id }: WebhookRow, slot: number): Promise<void> {
  const hook = await findHook(tx, id);
  if (!hook || !isOn(hook) || isPaused(hook, tx.now()) || isBackingOff(hook)) return;
  if (await dueQueue(tx, id, slot))
    await tx.kernel.outbox.add(tx, `webhook:${id}:${slot}`, 'webhook.deliver', { webhookId: id, slot });
}

async function setDue(tx: Scope, webhookId: number, queueKey: string, dueAt: Date): Promise<void> {
  await tx.db
    .update(webhookQueues)
    .set({ dueAt })
    .where(and(eq(webhookQueues.webhookId, webhookId), eq(webhookQueues.queueKey, queueKey)));
}
