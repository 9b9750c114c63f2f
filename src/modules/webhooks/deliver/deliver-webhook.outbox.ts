import { webhookDeliveries, webhooks } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { OutboxHandler } from '@/core/queue/outbox.ts';
import { circuitAfter, delayAfter, isPaused } from '@/core/queue/retry.ts';
import type { Scope } from '@/core/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { formBody } from '../record/delivery-body.queries.ts';
import { type DeliveryRow, findHook, type WebhookRow } from '../webhooks.queries.ts';
import { callReceiver, type Outcome } from './call-receiver.client.ts';
import {
  advanceQueue,
  GIVEN_UP_AFTER_MS,
  isBackingOff,
  isOn,
  nextDue,
  QUEUE_RETRIES,
  RECEIVER_RETRIES,
  setDue,
  startAfresh,
} from './delivery-queues.service.ts';
import { notifyAdministrators, pauseHook } from './pause-webhook.service.ts';

/** At least once: after a crash following the response, the receiver gets the same `webhook-id` again. */
export const deliver: OutboxHandler<'webhook.deliver'> = {
  async run(scope, { payload: { webhookId, slot } }) {
    const hook = await findHook(scope, webhookId);
    if (!hook || !isOn(hook) || isPaused(hook, scope.now())) return undefined;
    if (!(await hasFeature(scope, 'useExternalApi'))) return undefined;
    const due = await nextDue(scope, webhookId, slot);
    if (!due) return (tx) => goOn(tx, webhookId, slot);
    const { queueKey, delivery } = due;
    const next = async (tx: Scope) => {
      await advanceQueue(tx, webhookId, queueKey);
      await goOn(tx, webhookId, slot);
    };
    if (!delivery) return next;
    const body = delivery.body || (await formBody(scope, delivery));
    if (body === undefined)
      return async (tx) => {
        await drop(tx, hook, delivery);
        await next(tx);
      };
    const head = { ...delivery, body };
    const outcome = await callReceiver(scope, hook, head);
    if (outcome.error === '')
      return async (tx) => {
        await succeed(tx, hook, head, outcome);
        await next(tx);
      };
    // HTTP 410: the receiver wants no more deliveries.
    const isGone = outcome.error === 'gone';
    if (isGone) await notifyAdministrators(scope, hook, { pause: 'gone', cause: head.uuid });
    return async (tx) => {
      await fail(tx, hook, head, outcome);
      if (isGone) await pauseHook(tx, hook.id, 'gone');
      await goOn(tx, webhookId, slot);
    };
  },
  /** An internal error: retried with the conversation's next event, or in ten minutes. */
  async park(tx, { payload: { webhookId, slot } }) {
    const due = await nextDue(tx, webhookId, slot);
    if (due) await setDue(tx, webhookId, due.queueKey, new Date(tx.now().getTime() + 600_000));
  },
};

async function succeed(tx: Scope, hook: WebhookRow, head: DeliveryRow, outcome: Outcome): Promise<void> {
  await afterTry(tx.db, { ...tried(tx, head, outcome), state: 'delivered', deliveredAt: tx.now() });
  const now = await findHook(tx, hook.id);
  if (!now) return;
  tx.emit('webhook.delivered', { webhookId: hook.id });
  if (now.failuresInARow === 0 && !now.failingSince) return;
  await startAfresh(tx, hook.id);
  tx.emit('webhook.changed', { webhookId: hook.id, action: 'update' });
}

async function fail(tx: Scope, hook: WebhookRow, head: DeliveryRow, outcome: Outcome): Promise<void> {
  const isOver = tx.now().getTime() - head.waitingSince.getTime() >= GIVEN_UP_AFTER_MS;
  await afterTry(tx.db, { ...tried(tx, head, outcome), state: isOver ? 'failed' : null, deliveredAt: null });
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

/** With the body, so that each attempt and replay sends the same one. */
const tried = (tx: Scope, { id, attempts, body }: DeliveryRow, { error, status, answer }: Outcome) => ({
  ...{ id, body, error, status, answer },
  attempts: attempts + 1,
  triedAt: tx.now(),
});

/** Null leaves the state: the webhook may have been switched off during the attempt. */
const afterTry = tenantStatement((db) =>
  db
    .update(webhookDeliveries)
    .set({
      body: parameter('body'),
      attempts: parameter('attempts'),
      error: parameter('error'),
      status: parameter('status'),
      answer: parameter('answer'),
      triedAt: parameter('triedAt'),
      state: sql`coalesce(${sql.placeholder('state')}, ${webhookDeliveries.state})`,
      deliveredAt: sql`coalesce(${parameter('deliveredAt')}, ${webhookDeliveries.deliveredAt})`,
    })
    .where(eq(webhookDeliveries.id, sql.placeholder('id'))),
);

/** What it is about no longer exists. */
async function drop(tx: Scope, { id }: WebhookRow, delivery: DeliveryRow): Promise<void> {
  await tx.db
    .update(webhookDeliveries)
    .set({ state: 'failed', error: 'deleted' })
    .where(eq(webhookDeliveries.id, delivery.id));
  tx.emit('webhook.delivered', { webhookId: id });
}

/** In the transaction that ends this row, so that nothing is lost in between. */
async function goOn(tx: Scope, webhookId: number, slot: number): Promise<void> {
  const hook = await findHook(tx, webhookId);
  if (!hook || !isOn(hook) || isPaused(hook, tx.now()) || isBackingOff(hook)) return;
  if (await nextDue(tx, webhookId, slot))
    await tx.kernel.outbox.add(tx, `webhook:${webhookId}:${slot}`, 'webhook.deliver', { webhookId, slot });
}
