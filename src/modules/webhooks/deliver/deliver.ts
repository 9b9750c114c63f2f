import { webhookDeliveries, webhookLanes, webhooks } from '@db/tenant/schema/index.ts';
import { and, asc, eq } from 'drizzle-orm';
import type { OutboxHandler } from '@/kernel/outbox.ts';
import type { Scope } from '@/kernel/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.ts';
import { type DeliveryRow, findHook, type WebhookRow } from '../webhooks.queries.ts';
import { callReceiver, type Outcome } from './call-receiver.ts';
import { dueLane, isOn, isResting, startAfresh } from './lanes.ts';
import { GIVEN_UP_AFTER_MS, pauseOfLane, pauseOfReceiver } from './pauses.ts';
import { pauseHook, tellAdministrators } from './stop-trying.ts';

/** At least once: after a crash behind the receiver's answer it gets the same `webhook-id` again. */
export const deliver: OutboxHandler<'webhook.deliver'> = {
  async run(scope, { payload: { webhookId, slot } }) {
    const hook = await findHook(scope, webhookId);
    if (!hook || !isOn(hook) || isAsleep(scope, hook)) return undefined;
    if (!(await hasFeature(scope, 'useExternalApi'))) return undefined;
    const due = await dueLane(scope, webhookId, slot);
    // What was added meanwhile saw this row and added none.
    if (!due) return (tx) => goOn(tx, hook, slot);
    const head = await headOf(scope, webhookId, due.lane);
    if (!head) return (tx) => next(tx, hook, slot, due.lane);
    const outcome = await callReceiver(scope, hook, head);
    if (outcome.error === '') return (tx) => succeed(tx, hook, head, { slot, outcome });
    // Gone is a receiver's wish to be left alone.
    const isGone = outcome.error === 'gone';
    if (isGone) await tellAdministrators(scope, hook, { pause: 'gone', cause: head.uuid });
    return async (tx) => {
      await fail(tx, hook, head, outcome);
      if (isGone) await pauseHook(tx, hook.id, 'gone');
      await goOn(tx, hook, slot);
    };
  },
  /** A fault of ours: it is tried again with the next that happens there, or in ten minutes. */
  async park(tx, { payload: { webhookId, slot } }) {
    const due = await dueLane(tx, webhookId, slot);
    if (due) await setDue(tx, webhookId, due.lane, new Date(tx.now().getTime() + 600_000));
  },
};

const isAsleep = (scope: Scope, { restsUntil }: WebhookRow) =>
  restsUntil !== null && restsUntil > scope.now();

async function headOf(scope: Scope, webhookId: number, lane: string): Promise<DeliveryRow | undefined> {
  return scope.db.query.webhookDeliveries.findFirst({
    where: and(
      eq(webhookDeliveries.webhookId, webhookId),
      eq(webhookDeliveries.lane, lane),
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
  await next(tx, { ...now, failuresInARow: 0 }, slot, head.lane);
}

async function fail(tx: Scope, hook: WebhookRow, head: DeliveryRow, outcome: Outcome): Promise<void> {
  const isOver = tx.now().getTime() - head.waitingSince.getTime() >= GIVEN_UP_AFTER_MS;
  await tx.db
    .update(webhookDeliveries)
    .set({ ...tried(tx, head, outcome), ...(isOver && { state: 'failed' as const }) })
    .where(eq(webhookDeliveries.id, head.id));
  const now = await findHook(tx, hook.id);
  if (!now) return;
  // Requests that were on their way together are one failure.
  if (!isAsleep(tx, now)) await countFailure(tx, now, outcome);
  const wait = isOver ? 0 : Math.max(pauseOfLane(head.attempts + 1), outcome.retryAfterMs ?? 0);
  await setDue(tx, hook.id, head.lane, new Date(tx.now().getTime() + wait));
  tx.emit('webhook.changed', { webhookId: hook.id, action: 'update' });
}

async function countFailure(tx: Scope, hook: WebhookRow, { retryAfterMs = 0 }: Outcome): Promise<void> {
  const failuresInARow = hook.failuresInARow + 1;
  const rests = isResting({ ...hook, failuresInARow });
  const rest = Math.max(rests ? pauseOfReceiver(failuresInARow) : 0, retryAfterMs);
  await tx.db
    .update(webhooks)
    .set({
      failuresInARow,
      failingSince: hook.failingSince ?? tx.now(),
      ...(rest > 0 && { restsUntil: new Date(tx.now().getTime() + rest) }),
    })
    .where(eq(webhooks.id, hook.id));
}

const tried = (tx: Scope, head: DeliveryRow, { error, status, answer }: Outcome) => ({
  attempts: head.attempts + 1,
  error,
  status,
  answer,
  triedAt: tx.now(),
});

/** The lane stays while it holds something. */
async function next(tx: Scope, hook: WebhookRow, slot: number, lane: string): Promise<void> {
  if (await headOf(tx, hook.id, lane)) await setDue(tx, hook.id, lane, tx.now());
  else
    await tx.db
      .delete(webhookLanes)
      .where(and(eq(webhookLanes.webhookId, hook.id), eq(webhookLanes.lane, lane)));
  await goOn(tx, hook, slot);
}

/** Written with the end of this row, so that nothing falls between the two. */
async function goOn(tx: Scope, { id }: WebhookRow, slot: number): Promise<void> {
  const hook = await findHook(tx, id);
  if (!hook || !isOn(hook) || isAsleep(tx, hook) || isResting(hook)) return;
  if (await dueLane(tx, id, slot))
    await tx.kernel.outbox.add(tx, `webhook:${id}:${slot}`, 'webhook.deliver', { webhookId: id, slot });
}

async function setDue(tx: Scope, webhookId: number, lane: string, dueAt: Date): Promise<void> {
  await tx.db
    .update(webhookLanes)
    .set({ dueAt })
    .where(and(eq(webhookLanes.webhookId, webhookId), eq(webhookLanes.lane, lane)));
}
