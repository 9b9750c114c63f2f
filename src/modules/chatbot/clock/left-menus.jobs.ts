import { connections, tickets } from '@db/tenant/schema/index.ts';
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { requireTicket } from '@/modules/tickets/list/tickets.queries.ts';
import { AT_MENU } from '@/modules/tickets/list/with-bot.queries.ts';
import { leaveToPeople } from '../chatbot.service.ts';
import { AT_ONCE, eachAlone, earliest, minutesBefore } from './write-each.service.ts';

/** Default for a connection without `timeToTransfer`. */
const USUAL_MINUTES = 30;

export async function leftMenuDueAt(scope: Scope): Promise<Date | null> {
  const menus = await listMenus(scope);
  return earliest(
    menus.map(({ first, minutes }) =>
      first !== null && first > soon(scope) ? scope.now() : first && minutesBefore(first, -minutes),
    ),
  );
}

/** In a queue its people see the waiting ticket, and it may be assigned; before the menu of queues it counts as waiting. */
export async function leaveMenus(scope: Scope): Promise<void> {
  for (const menu of await listMenus(scope)) {
    const ids = await listLeftIds(scope, menu);
    await eachAlone(scope, 'left menu', ids, async (tx, ticketId) => {
      if ((await listLeftIds(tx, menu, ticketId)).length > 0)
        await leaveToPeople(tx, await requireTicket(tx, ticketId));
    });
  }
}

const soon = (scope: Scope) => minutesBefore(scope.now(), -1);

type Menu = { position: SQL | undefined; connectionId: number; minutes: number; first: Date | null };

async function listMenus(scope: Scope): Promise<Menu[]> {
  const menus: Menu[] = [];
  for (const { position, firsts } of POSITIONS)
    for (const { connectionId, minutes, first } of await firsts(scope.db))
      menus.push({
        ...{ position, connectionId, minutes: minutes || USUAL_MINUTES },
        first: first === null ? null : new Date(first),
      });
  return menus;
}

/** Worded like the indexes, which bound values would not match. Snoozed tickets are skipped. */
const IS_AT_OPTIONS = and(
  eq(tickets.status, sql`'pending'`),
  eq(tickets.chatbot, sql`1`),
  isNotNull(tickets.queueId),
  isNull(tickets.snoozedUntil),
);
/** Before the menu of queues. The `+` keeps SQLite to the few tickets without a queue. */
const IS_AT_QUEUES = and(
  isNull(tickets.queueId),
  eq(tickets.status, sql`'pending'`),
  eq(tickets.useIntegration, sql`0`),
  isNull(tickets.snoozedUntil),
  AT_MENU,
);

// Drizzle omits the table from names when there is no join.
const OUTER_ID = sql.raw('connections.id');

const positionOf = (position: SQL | undefined) => ({
  position,
  firsts: tenantStatement((db) =>
    db
      .select({
        connectionId: connections.id,
        minutes: connections.timeToTransfer,
        first: sql<number | null>`(select ${tickets.updatedAt} from ${tickets}
          where ${tickets.connectionId} = ${OUTER_ID} and ${position} order by ${tickets.updatedAt} limit 1)`,
      })
      .from(connections),
  ),
});
const POSITIONS = [positionOf(IS_AT_OPTIONS), positionOf(IS_AT_QUEUES)];

async function listLeftIds(
  scope: Scope,
  { position, connectionId, minutes }: Menu,
  ticketId?: number,
): Promise<number[]> {
  const until = minutesBefore(scope.now(), minutes).getTime();
  const isLeft = sql`(${tickets.updatedAt} <= ${until} or ${tickets.updatedAt} > ${soon(scope).getTime()})`;
  const rows = await scope.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(
        position,
        eq(tickets.connectionId, connectionId),
        isLeft,
        ticketId === undefined ? undefined : eq(tickets.id, ticketId),
      ),
    )
    .orderBy(tickets.updatedAt)
    .limit(AT_ONCE);
  return rows.map(({ id }) => id);
}
