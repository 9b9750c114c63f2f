import { connectionDays, messages, outbox } from '@db/tenant/schema/index.ts';
import { and, count, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { requireCan } from '@/core/policy.ts';
import { queuesOf } from '@/core/queue/outbox-pending.ts';
import type { Scope } from '@/core/scope.ts';
import { addDays, zonedParts, zonedTime } from '@/core/zoned-time.ts';
import { canManageConnections } from '../connections.policy.ts';
import { getConnection } from '../connections.queries.ts';
import type { ConnectionHealth } from '../connections.views.ts';

/** How far to search for the last message: other connections' messages lie between. */
const DAYS_BACK = 7;

/** Today is the day of the company's time zone. Throws ERR_NO_WAPP_FOUND. */
export async function getConnectionHealth(scope: Scope, connectionId: number): Promise<ConnectionHealth> {
  requireCan(scope, canManageConnections);
  const { id, status, trouble } = await getConnection(scope, connectionId);
  const today = dayOf(scope);
  const [day] = await reconnectsOn(scope.db, { id, day: today.day });
  const [unsent] = await unsentOf(scope.db, { id, ...queuesOf(`send:${id}`) });
  const passed = new Map((await passedOn(scope.db, { id, ...today })).map(({ fromMe, n }) => [fromMe, n]));
  return {
    id,
    status,
    trouble,
    lastReceivedAt: await lastAt(scope, id, today.back, false),
    lastSentAt: await lastAt(scope, id, today.back, true),
    received: passed.get(false) ?? 0,
    sent: passed.get(true) ?? 0,
    reconnects: day?.reconnects ?? 0,
    waiting: unsent?.waiting ?? 0,
    givenUp: unsent?.givenUp ?? 0,
  };
}

export async function countReconnect(tx: Scope, connectionId: number): Promise<void> {
  await oneMore(tx.db, { id: connectionId, day: dayOf(tx).day });
}

function dayOf(scope: Scope): { day: string; from: Date; to: Date; back: Date } {
  const { timeZone } = scope;
  const { day } = zonedParts(scope.now(), timeZone);
  const startOf = (one: string) => zonedTime(one, '00:00', timeZone);
  return { day, from: startOf(day), to: startOf(addDays(day, 1)), back: startOf(addDays(day, -DAYS_BACK)) };
}

async function lastAt(scope: Scope, id: number, back: Date, fromMe: boolean): Promise<string | null> {
  const [last] = await newest(scope.db, { id, back, fromMe });
  return last?.at.toISOString() ?? null;
}

const id = sql.placeholder('id');

const reconnectsOn = tenantStatement((db) =>
  db
    .select({ reconnects: connectionDays.reconnects })
    .from(connectionDays)
    .where(and(eq(connectionDays.connectionId, id), eq(connectionDays.day, sql.placeholder('day')))),
);

const oneMore = tenantStatement((db) =>
  db
    .insert(connectionDays)
    .values({ connectionId: id, day: sql.placeholder('day'), reconnects: 1 })
    .onConflictDoUpdate({
      target: [connectionDays.connectionId, connectionDays.day],
      set: { reconnects: sql`${connectionDays.reconnects} + 1` },
    }),
);

const passedOn = tenantStatement((db) =>
  db
    .select({ fromMe: messages.fromMe, n: count() })
    .from(messages)
    .where(
      and(
        eq(messages.connectionId, id),
        gte(messages.createdAt, sql.placeholder('from')),
        lt(messages.createdAt, sql.placeholder('to')),
      ),
    )
    .groupBy(messages.fromMe),
);

const newest = tenantStatement((db) =>
  db
    .select({ at: messages.createdAt })
    .from(messages)
    .where(
      and(
        eq(messages.connectionId, id),
        eq(messages.fromMe, sql.placeholder('fromMe')),
        gte(messages.createdAt, sql.placeholder('back')),
      ),
    )
    .orderBy(desc(messages.createdAt))
    .limit(1),
);

/** `;` follows `:`, so that the index finds all queue keys of one connection. */
const inQueues = sql`${outbox.queueKey} >= ${sql.placeholder('from')} and ${outbox.queueKey} < ${sql.placeholder('to')}`;
const unsentOf = tenantStatement((db) =>
  db
    .select({
      waiting: sql<number>`(select count(*) from outbox where parked_at is null and ${inQueues})`,
      givenUp: sql<number>`(select count(*) from messages where error is not null and is_deleted = 0
        and from_me = 1 and connection_id = ${id})`,
    })
    .from(sql`(select 1)`),
);
