import { connections, queues, tickets } from '@db/tenant/schema/index.ts';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { startBot } from '../chatbot.service.ts';
import { AT_ONCE, eachAlone, earliest, minutesBefore } from './write-each.service.ts';

export async function transferDueAt(scope: Scope): Promise<Date | null> {
  const waits = await listWaits(scope);
  return earliest(
    waits.map(({ first, minutes }) =>
      first && first > soon(scope) ? scope.now() : first && minutesBefore(first, -minutes),
    ),
  );
}

/** Contract, jobs §5. That queue's bot takes over. */
export async function transferWaitingTickets(scope: Scope): Promise<void> {
  for (const wait of await listWaits(scope)) {
    const ids = await listWaitingIds(scope, wait);
    await eachAlone(scope, 'transfer', ids, (tx, ticketId) => transfer(tx, ticketId, wait));
  }
}

/** A later moment was stored while the clock was wrong, so the waiting time is unknown. */
const soon = (scope: Scope) => minutesBefore(scope.now(), -1);

type Wait = { connectionId: number; queueId: number; minutes: number; first: Date | null };

async function listWaits(scope: Scope): Promise<Wait[]> {
  const rows = await waits(scope.db);
  return rows.map(({ first, minutes, ...row }) => ({
    ...row,
    minutes: minutes ?? 0,
    first: first === null ? null : new Date(first),
  }));
}

/** The `+` keeps SQLite from scanning all waiting tickets: few have no queue. */
const SINCE = sql<Date>`+${tickets.waitingSince}`;

const IS_LEFT = and(
  isNull(tickets.queueId),
  eq(tickets.status, sql`'pending'`),
  eq(tickets.isGroup, sql`0`),
  eq(tickets.useIntegration, sql`0`),
  isNull(tickets.snoozedUntil),
);

const waits = tenantStatement((db) =>
  db
    .select({
      connectionId: connections.id,
      queueId: queues.id,
      minutes: connections.timeToTransfer,
      first: sql<number | null>`(select min(${SINCE}) from ${tickets}
        where ${tickets.connectionId} = ${connections.id} and ${IS_LEFT})`,
    })
    .from(connections)
    .innerJoin(queues, eq(queues.id, connections.transferQueueId))
    .where(gt(connections.timeToTransfer, sql`0`)),
);

async function listWaitingIds(
  scope: Scope,
  { connectionId, minutes }: Wait,
  ticketId?: number,
): Promise<number[]> {
  const until = minutesBefore(scope.now(), minutes).getTime();
  const isDue = sql`(${SINCE} <= ${until} or ${SINCE} > ${soon(scope).getTime()})`;
  const isIt = ticketId === undefined ? undefined : eq(tickets.id, ticketId);
  const rows = await scope.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(IS_LEFT, eq(tickets.connectionId, connectionId), isDue, isIt))
    .orderBy(SINCE)
    .limit(AT_ONCE);
  return rows.map(({ id }) => id);
}

async function transfer(tx: Scope, ticketId: number, wait: Wait): Promise<void> {
  if ((await listWaitingIds(tx, wait, ticketId)).length === 0) return;
  await patchTicket(tx, { ticketId, queueId: wait.queueId });
  await startBot(tx, { ticketId });
}
