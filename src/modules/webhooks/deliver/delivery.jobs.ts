import { webhookDeliveries, webhookQueues, webhooks } from '@db/tenant/schema/index.ts';
import { and, asc, eq, isNotNull, isNull, lt, lte, min, notExists, sql } from 'drizzle-orm';
import type { CompanyJob } from '@/core/queue/company-jobs.ts';
import type { Scope } from '@/core/scope.ts';
import type { WebhookRow } from '../webhooks.queries.ts';
import {
  GIVEN_UP_AFTER_MS,
  inParts,
  isBackingOff,
  someOf,
  wakeAllSlots,
  wakeSlot,
} from './delivery-queues.service.ts';
import { notifyAdministrators, pauseHook } from './pause-webhook.service.ts';

const DAY_MS = 86_400_000;
const LOG_RETAINED_MS = 30 * DAY_MS;

/** Deliveries that wait for a retry have no outbox row, so that a dead receiver costs nothing in between. */
export const dueTries: CompanyJob = {
  name: 'webhooks',
  tables: [webhooks, webhookQueues],
  isPunctual: true,
  async dueAt(scope) {
    const moments = (await hooksWithQueues(scope)).map(({ hook, queue }) => nextTryAt(hook, queue.dueAt));
    return moments.length === 0 ? null : new Date(Math.min(...moments));
  },
  async run(scope) {
    await scope.write(async (tx) => {
      for (const { hook, queue } of await hooksWithQueues(tx)) {
        if (nextTryAt(hook, queue.dueAt) > tx.now().getTime()) continue;
        if (isBackingOff(hook)) await tryOne(tx, hook, queue);
        else await wakeAllSlots(tx, hook.id);
      }
    });
  },
};

type FirstQueue = Pick<typeof webhookQueues.$inferSelect, 'queueKey' | 'slot' | 'dueAt'>;

function nextTryAt(hook: WebhookRow, dueAt: Date): number {
  const pausedUntil = hook.pausedUntil?.getTime() ?? 0;
  return isBackingOff(hook) ? pausedUntil : Math.max(dueAt.getTime(), pausedUntil);
}

async function hooksWithQueues(scope: Scope): Promise<{ hook: WebhookRow; queue: FirstQueue }[]> {
  const on = and(eq(webhooks.isActive, true), isNull(webhooks.pausedAt));
  const found = [];
  for (const hook of await scope.db.select().from(webhooks).where(on)) {
    const [queue] = await scope.db
      .select()
      .from(webhookQueues)
      .where(eq(webhookQueues.webhookId, hook.id))
      .orderBy(asc(webhookQueues.dueAt))
      .limit(1);
    if (queue) found.push({ hook, queue });
  }
  return found;
}

async function tryOne(tx: Scope, { id }: WebhookRow, { queueKey, slot }: FirstQueue): Promise<void> {
  await tx.db
    .update(webhookQueues)
    .set({ dueAt: tx.now() })
    .where(and(eq(webhookQueues.webhookId, id), eq(webhookQueues.queueKey, queueKey)));
  await wakeSlot(tx, id, slot);
}

export const failingWebhooks: CompanyJob = {
  name: 'failing webhooks',
  tables: [webhooks],
  async dueAt(scope) {
    const [row] = await scope.db
      .select({ at: min(webhooks.failingSince) })
      .from(webhooks)
      .where(failing());
    return row?.at ? new Date(row.at.getTime() + GIVEN_UP_AFTER_MS) : null;
  },
  async run(scope) {
    const since = new Date(scope.now().getTime() - GIVEN_UP_AFTER_MS);
    const lost = await scope.db
      .select()
      .from(webhooks)
      .where(and(failing(), lte(webhooks.failingSince, since)));
    for (const hook of lost) {
      await notifyAdministrators(scope, hook, { pause: 'failing', cause: '' });
      await scope.write((tx) => pauseHook(tx, hook.id, 'failing'));
    }
  },
};

const failing = () =>
  and(isNotNull(webhooks.failingSince), eq(webhooks.isActive, true), isNull(webhooks.pausedAt));

export const expiredDeliveries: CompanyJob = {
  name: 'expired deliveries of webhooks',
  tables: [webhookDeliveries],
  async dueAt(scope) {
    const [row] = await scope.db
      .select({ at: min(webhookDeliveries.waitingSince) })
      .from(webhookDeliveries)
      .where(sql`state = 'waiting'`);
    // A minute later: a try due by then decides first.
    return row?.at ? new Date(row.at.getTime() + GIVEN_UP_AFTER_MS + 60_000) : null;
  },
  async run(scope) {
    const since = new Date(scope.now().getTime() - GIVEN_UP_AFTER_MS - 60_000);
    const { id, error, waitingSince } = webhookDeliveries;
    const expired = sql`case when ${error} = '' then 'expired' else ${error} end`;
    await inParts(() =>
      scope.write((tx) =>
        tx.db
          .update(webhookDeliveries)
          .set({ state: 'failed', error: expired })
          .where(someOf(tx, and(sql`state = 'waiting'`, lte(waitingSince, since))))
          .returning({ id }),
      ),
    );
    await scope.write(dropEmptyQueues);
  },
};

async function dropEmptyQueues(tx: Scope): Promise<void> {
  const waiting = tx.db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookQueues.webhookId),
        eq(webhookDeliveries.queueKey, webhookQueues.queueKey),
        sql`${webhookDeliveries.state} = 'waiting'`,
      ),
    );
  await tx.db.delete(webhookQueues).where(notExists(waiting));
}

export const oldDeliveries: CompanyJob = {
  name: 'old deliveries of webhooks',
  tables: [webhookDeliveries],
  async dueAt(scope) {
    const [row] = await scope.db.select({ at: min(webhookDeliveries.createdAt) }).from(webhookDeliveries);
    return row?.at ? new Date(row.at.getTime() + LOG_RETAINED_MS + DAY_MS) : null;
  },
  async run(scope) {
    const since = new Date(scope.now().getTime() - LOG_RETAINED_MS);
    const { id, createdAt } = webhookDeliveries;
    await inParts(() =>
      scope.write((tx) =>
        tx.db
          .delete(webhookDeliveries)
          .where(someOf(tx, lt(createdAt, since)))
          .returning({ id }),
      ),
    );
  },
};
