import { webhookDeliveries, webhookLanes, webhooks } from '@db/tenant/schema/index.ts';
import { and, asc, eq, isNotNull, isNull, lt, lte, min, notExists, sql } from 'drizzle-orm';
import type { Chore } from '@/kernel/chores.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { WebhookRow } from '../webhooks.queries.ts';
import { isResting, wakeAllSlots, wakeSlot } from './lanes.ts';
import { GIVEN_UP_AFTER_MS } from './pauses.ts';
import { pauseHook, tellAdministrators } from './stop-trying.ts';

const DAY_MS = 86_400_000;
const LOG_KEPT_MS = 30 * DAY_MS;

/** What waits for its next try has no row in the outbox, so that a dead receiver costs nothing in between. */
export const dueTries: Chore = {
  name: 'webhooks',
  tables: [webhooks, webhookLanes],
  isPunctual: true,
  async dueAt(scope) {
    const moments = (await hooksWithLanes(scope)).map(({ hook, lane }) => triedAt(hook, lane.dueAt));
    return moments.length === 0 ? null : new Date(Math.min(...moments));
  },
  async run(scope) {
    await scope.write(async (tx) => {
      for (const { hook, lane } of await hooksWithLanes(tx)) {
        if (triedAt(hook, lane.dueAt) > tx.now().getTime()) continue;
        if (isResting(hook)) await tryOne(tx, hook, lane);
        else await wakeAllSlots(tx, hook.id);
      }
    });
  },
};

type FirstLane = Pick<typeof webhookLanes.$inferSelect, 'lane' | 'slot' | 'dueAt'>;

function triedAt(hook: WebhookRow, dueAt: Date): number {
  const restsUntil = hook.restsUntil?.getTime() ?? 0;
  return isResting(hook) ? restsUntil : Math.max(dueAt.getTime(), restsUntil);
}

/** Of each that is on, the conversation that is due first. */
async function hooksWithLanes(scope: Scope): Promise<{ hook: WebhookRow; lane: FirstLane }[]> {
  const on = and(eq(webhooks.isActive, true), isNull(webhooks.pausedAt));
  const found = [];
  for (const hook of await scope.db.select().from(webhooks).where(on)) {
    const [lane] = await scope.db
      .select()
      .from(webhookLanes)
      .where(eq(webhookLanes.webhookId, hook.id))
      .orderBy(asc(webhookLanes.dueAt))
      .limit(1);
    if (lane) found.push({ hook, lane });
  }
  return found;
}

async function tryOne(tx: Scope, { id }: WebhookRow, { lane, slot }: FirstLane): Promise<void> {
  await tx.db
    .update(webhookLanes)
    .set({ dueAt: tx.now() })
    .where(and(eq(webhookLanes.webhookId, id), eq(webhookLanes.lane, lane)));
  await wakeSlot(tx, id, slot);
}

/** Nothing got through for three days. */
export const failingWebhooks: Chore = {
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
      await tellAdministrators(scope, hook, { pause: 'failing', cause: '' });
      await scope.write((tx) => pauseHook(tx, hook.id, 'failing'));
    }
  },
};

const failing = () =>
  and(isNotNull(webhooks.failingSince), eq(webhooks.isActive, true), isNull(webhooks.pausedAt));

/** Also of those that are paused. */
export const expiredDeliveries: Chore = {
  name: 'expired deliveries of webhooks',
  tables: [webhookDeliveries],
  async dueAt(scope) {
    const [row] = await scope.db
      .select({ at: min(webhookDeliveries.waitingSince) })
      .from(webhookDeliveries)
      .where(sql`state = 'waiting'`);
    // A minute later: the try that is due then decides first.
    return row?.at ? new Date(row.at.getTime() + GIVEN_UP_AFTER_MS + 60_000) : null;
  },
  async run(scope) {
    const since = new Date(scope.now().getTime() - GIVEN_UP_AFTER_MS - 60_000);
    await scope.write(async (tx) => {
      await tx.db
        .update(webhookDeliveries)
        .set({
          state: 'failed',
          error: sql`case when ${webhookDeliveries.error} = '' then 'expired' else ${webhookDeliveries.error} end`,
        })
        .where(and(sql`state = 'waiting'`, lte(webhookDeliveries.waitingSince, since)));
      await dropEmptyLanes(tx);
    });
  },
};

async function dropEmptyLanes(tx: Scope): Promise<void> {
  const waiting = tx.db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookLanes.webhookId),
        eq(webhookDeliveries.lane, webhookLanes.lane),
        sql`${webhookDeliveries.state} = 'waiting'`,
      ),
    );
  await tx.db.delete(webhookLanes).where(notExists(waiting));
}

/** A day's worth at a time. */
export const oldDeliveries: Chore = {
  name: 'old deliveries of webhooks',
  tables: [webhookDeliveries],
  async dueAt(scope) {
    const [row] = await scope.db.select({ at: min(webhookDeliveries.createdAt) }).from(webhookDeliveries);
    return row?.at ? new Date(row.at.getTime() + LOG_KEPT_MS + DAY_MS) : null;
  },
  async run(scope) {
    const since = new Date(scope.now().getTime() - LOG_KEPT_MS);
    await scope.write((tx) => tx.db.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, since)));
  },
};
