import { webhookDeliveries, webhooks } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { OutboxHandler } from '@/core/queue/outbox.ts';
import { circuitAfter, delayAfter, isPaused } from '@/core/queue/retry.ts';
import type { Scope } from '@/core/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { findBody } from '../record/delivery-body.queries.ts';
import { type DeliveryRow, findHook, type WebhookRow } from '../webhooks.queries.ts';
import { callReceiver, type Outcome } from './call-receiver.client.ts';
import {
  advanceQueue,
  type Due,
  GIVEN_UP_AFTER_MS,
  isAnyDue,
  isBackingOff,
  isOn,
  listDue,
  QUEUE_RETRIES,
  RECEIVER_RETRIES,
  setDue,
  startAfresh,
} from './delivery-queues.service.ts';
import { notifyAdministrators, pauseHook } from './pause-webhook.service.ts';

/** A receiver that answers slowly may hold a slot only this long. */
const MAX_RUN_MS = 2_000;

/** At least once: after a crash following the responses, the receiver gets the same `webhook-id`s again. */
export const deliver: OutboxHandler<'webhook.deliver'> = {
  async run(scope, { payload: { webhookId, slot } }) {
    if (!(await findUsable(scope, webhookId))) return undefined;
    const until = scope.kernel.ticks() + MAX_RUN_MS;
    const tries: Try[] = [];
    for (const due of await listDue(scope, webhookId, slot)) {
      const hook = await findUsable(scope, webhookId);
      if (!hook) break;
      const done = await attempt(scope, hook, due).catch((error) => {
        // Earlier outcomes are stored first; the next run meets the error again.
        if (tries.length === 0) throw error;
      });
      if (done) tries.push(done);
      if (!done || done.outcome?.error || scope.kernel.ticks() > until) break;
    }
    return async (tx) => {
      for (const done of tries) await settle(tx, webhookId, done);
      await goOn(tx, webhookId, slot);
    };
  },
  /** An internal error: retried with the conversation's next event, or in ten minutes. */
  async park(tx, { payload: { webhookId, slot } }) {
    const [due] = await listDue(tx, webhookId, slot);
    if (due) await setDue(tx, webhookId, due.queueKey, new Date(tx.now().getTime() + 600_000));
  },
};

async function findUsable(scope: Scope, webhookId: number): Promise<WebhookRow | undefined> {
  const hook = await findHook(scope, webhookId);
  if (!hook || !isOn(hook) || isPaused(hook, scope.now())) return undefined;
  return (await hasFeature(scope, 'useExternalApi')) ? hook : undefined;
}

/** Without `head` there was nothing to send; without `outcome` its message has been deleted. */
type Try = { queueKey: string; head?: DeliveryRow; outcome?: Outcome };

async function attempt(scope: Scope, hook: WebhookRow, { queueKey, delivery }: Due): Promise<Try> {
  if (!delivery) return { queueKey };
  const body = await findBody(scope, delivery);
  if (body === undefined) return { queueKey, head: delivery };
  const head = { ...delivery, body };
  const outcome = await callReceiver(scope, hook, head);
  // HTTP 410: the receiver wants no more deliveries.
  if (outcome.error === 'gone') await notifyAdministrators(scope, hook, { pause: 'gone', cause: head.uuid });
  return { queueKey, head, outcome };
}

async function settle(tx: Scope, webhookId: number, { queueKey, head, outcome }: Try): Promise<void> {
  if (head && outcome?.error) return fail(tx, webhookId, head, outcome);
  if (head) await (outcome ? succeed(tx, webhookId, head, outcome) : drop(tx, head));
  await advanceQueue(tx, webhookId, queueKey);
}

async function succeed(tx: Scope, webhookId: number, head: DeliveryRow, outcome: Outcome): Promise<void> {
  await afterTry(tx.db, { ...tried(tx, head, outcome), state: 'delivered', deliveredAt: tx.now() });
  const hook = await findHook(tx, webhookId);
  if (!hook) return;
  tx.emit('webhook.delivered', { webhookId });
  if (hook.failuresInARow === 0 && !hook.failingSince) return;
  await startAfresh(tx, webhookId);
  tx.emit('webhook.changed', { webhookId, action: 'update' });
}

async function fail(tx: Scope, webhookId: number, head: DeliveryRow, outcome: Outcome): Promise<void> {
  const isOver = tx.now().getTime() - head.waitingSince.getTime() >= GIVEN_UP_AFTER_MS;
  await afterTry(tx.db, { ...tried(tx, head, outcome), state: isOver ? 'failed' : null, deliveredAt: null });
  const hook = await findHook(tx, webhookId);
  if (!hook) return;
  if (!isPaused(hook, tx.now())) await countFailure(tx, hook, outcome);
  const wait = isOver ? 0 : Math.max(delayAfter(head.attempts + 1, QUEUE_RETRIES), outcome.retryAfterMs ?? 0);
  await setDue(tx, webhookId, head.queueKey, new Date(tx.now().getTime() + wait));
  tx.emit('webhook.changed', { webhookId, action: 'update' });
  if (outcome.error === 'gone') await pauseHook(tx, webhookId, 'gone');
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

async function drop(tx: Scope, { id, webhookId }: DeliveryRow): Promise<void> {
  await tx.db
    .update(webhookDeliveries)
    .set({ state: 'failed', error: 'deleted' })
    .where(eq(webhookDeliveries.id, id));
  tx.emit('webhook.delivered', { webhookId });
}

/** In the transaction that ends this row, so that nothing is lost in between. */
async function goOn(tx: Scope, webhookId: number, slot: number): Promise<void> {
  const hook = await findHook(tx, webhookId);
  if (!hook || !isOn(hook) || isPaused(hook, tx.now()) || isBackingOff(hook)) return;
  if (await isAnyDue(tx, webhookId, slot))
    await tx.kernel.outbox.add(tx, `webhook:${webhookId}:${slot}`, 'webhook.deliver', { webhookId, slot });
}
