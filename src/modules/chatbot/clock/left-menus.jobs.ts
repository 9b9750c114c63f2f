import { connections, tickets } from '@db/tenant/schema/index.ts';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { requireTicket } from '@/modules/tickets/list/tickets.queries.ts';
import { leaveToPeople } from '../chatbot.service.ts';
import { AT_ONCE, eachAlone, earliest, minutesBefore } from './write-each.service.ts';

/** Default for a connection without `timeToTransfer`. */
const USUAL_MINUTES = 30;

/** When the next customer has left a queue's menu unanswered for too long; null when none will. */
export async function leftMenuDueAt(scope: Scope): Promise<Date | null> {
  const menus = await listMenus(scope);
  return earliest(
    menus.map(({ first, minutes }) =>
      first !== null && first > soon(scope) ? scope.now() : first && minutesBefore(first, -minutes),
    ),
  );
}

/** Their queue's people see the waiting ticket, and it may be assigned. */
export async function leaveMenus(scope: Scope): Promise<void> {
  for (const menu of await listMenus(scope)) {
    const ids = await listLeftIds(scope, menu);
    await eachAlone(scope, 'left menu', ids, async (tx, ticketId) => {
      if ((await listLeftIds(tx, menu, ticketId)).length > 0)
        await leaveToPeople(tx, await requireTicket(tx, ticketId));
    });
  }
}

/** A later moment was stored while the clock was wrong. */
const soon = (scope: Scope) => minutesBefore(scope.now(), -1);

type Menu = { connectionId: number; minutes: number; first: Date | null };

async function listMenus(scope: Scope): Promise<Menu[]> {
  const rows = await menus(scope.db);
  return rows.map(({ connectionId, minutes, first }) => ({
    connectionId,
    minutes: minutes || USUAL_MINUTES,
    first: first === null ? null : new Date(first),
  }));
}

/** Worded like the index, which bound values would not match. Snoozed tickets are skipped. */
const IS_AT_MENU = and(
  eq(tickets.status, sql`'pending'`),
  eq(tickets.chatbot, sql`1`),
  isNotNull(tickets.queueId),
  isNull(tickets.snoozedUntil),
);

// Drizzle omits the table from names when there is no join.
const OUTER_ID = sql.raw('connections.id');

const menus = tenantStatement((db) =>
  db
    .select({
      connectionId: connections.id,
      minutes: connections.timeToTransfer,
      first: sql<number | null>`(select ${tickets.updatedAt} from ${tickets}
        where ${tickets.connectionId} = ${OUTER_ID} and ${IS_AT_MENU} order by ${tickets.updatedAt} limit 1)`,
    })
    .from(connections),
);

async function listLeftIds(
  scope: Scope,
  { connectionId, minutes }: Menu,
  ticketId?: number,
): Promise<number[]> {
  const until = minutesBefore(scope.now(), minutes).getTime();
  const isLeft = sql`(${tickets.updatedAt} <= ${until} or ${tickets.updatedAt} > ${soon(scope).getTime()})`;
  const rows = await scope.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(
        IS_AT_MENU,
        eq(tickets.connectionId, connectionId),
        isLeft,
        ticketId === undefined ? undefined : eq(tickets.id, ticketId),
      ),
    )
    .orderBy(tickets.updatedAt)
    .limit(AT_ONCE);
  return rows.map(({ id }) => id);
}
