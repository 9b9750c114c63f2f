import { contacts, messages, ticketEvents, tickets, users } from '@db/tenant/schema/index.ts';
import { and, asc, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { substringQuery } from '@/core/db/search.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { addDays, zonedTime } from '@/core/zoned-time.ts';
import { canReadTicketHistory } from '../tickets.policy.ts';
import { HISTORY_PER_PAGE, type TicketHistoryFilter } from '../tickets.schema.ts';
import type { TicketEventView, TicketHistoryPage } from '../tickets.views.ts';

type EventRow = typeof ticketEvents.$inferSelect;
type Joined = { event: EventRow; user: { id: number; name: string } | null };

export function listTicketEvents(scope: Scope, ticketId: number): Promise<TicketEventView[]> {
  return listEventsBetween(scope, { ticketId, from: null, to: null });
}

/** `from` and `to` are message ids; null means unbounded. */
export async function listEventsBetween(
  scope: Scope,
  between: { ticketId: number; from: number | null; to: number | null },
): Promise<TicketEventView[]> {
  return (await eventsBetween(scope.db, between)).map(toEventView);
}

const MAX_EVENTS = 500;

export async function findTicketEvent(scope: Scope, eventId: number): Promise<TicketEventView | undefined> {
  const [row] = await eventById(scope.db, { eventId });
  return row && toEventView(row);
}

const eventById = tenantStatement((db) =>
  selectEvents(db).where(eq(ticketEvents.id, sql.placeholder('eventId'))),
);

const inTicket = sql`${messages.ticketId} = ${sql.placeholder('ticketId')}`;
const since = sql`select ${messages.createdAt} from ${messages} where ${inTicket} and ${messages.id} = ${sql.placeholder('from')}`;
const until = sql`select ${messages.createdAt} from ${messages} where ${inTicket} and ${messages.id} > ${sql.placeholder('to')}
  order by ${messages.id} limit 1`;

const eventsBetween = tenantStatement((db) =>
  selectEvents(db)
    .where(
      and(
        eq(ticketEvents.ticketId, sql.placeholder('ticketId')),
        sql`${ticketEvents.createdAt} >= coalesce((${since}), 0)`,
        sql`${ticketEvents.createdAt} <= coalesce((${until}), ${Number.MAX_SAFE_INTEGER})`,
      ),
    )
    .orderBy(asc(ticketEvents.id))
    .limit(MAX_EVENTS),
);

export async function listTicketHistory(
  scope: Scope,
  filter: TicketHistoryFilter,
): Promise<TicketHistoryPage> {
  requireCan(scope, canReadTicketHistory);
  const size = sizeOf(filter, HISTORY_PER_PAGE);
  const { personId, from, to } = filter;
  const begin = (day: string) => zonedTime(day, '00:00', scope.timeZone);
  const where = and(
    personId ? eq(ticketEvents.userId, personId) : undefined,
    from ? gte(ticketEvents.createdAt, begin(from)) : undefined,
    to ? lt(ticketEvents.createdAt, begin(addDays(to, 1))) : undefined,
    filter.type ? eq(ticketEvents.type, filter.type) : undefined,
    filter.searchParam ? aboutContact(filter.searchParam) : undefined,
  );
  const rows = await scope.slowDb
    .select({
      event: ticketEvents,
      user: { id: users.id, name: users.name },
      ticket: { id: tickets.id, uuid: tickets.uuid },
      contact: { name: contacts.name },
    })
    .from(ticketEvents)
    .leftJoin(users, eq(users.id, ticketEvents.userId))
    .innerJoin(tickets, eq(tickets.id, ticketEvents.ticketId))
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(and(where, filter.after ? lt(ticketEvents.id, filter.after) : undefined))
    .orderBy(desc(ticketEvents.id))
    .limit(size + 1)
    .offset(offsetOf(filter, HISTORY_PER_PAGE));
  const [total] = await scope.slowDb
    .select({ n: count() })
    .from(ticketEvents)
    .innerJoin(tickets, eq(tickets.id, ticketEvents.ticketId))
    .where(where);
  const page = cutPage(rows, size);
  const events = page.rows.map(({ ticket, contact, ...row }) => ({ ...toEventView(row), ticket, contact }));
  return { events, count: total?.n ?? 0, hasMore: page.hasMore };
}

function selectEvents(db: TenantReader) {
  return db
    .select({ event: ticketEvents, user: { id: users.id, name: users.name } })
    .from(ticketEvents)
    .leftJoin(users, eq(users.id, ticketEvents.userId))
    .$dynamic();
}

function aboutContact(text: string): SQL {
  const query = substringQuery(text);
  if (query === '') return sql`1`;
  return sql`${tickets.contactId} in (select rowid from contacts_fts where contacts_fts match ${query})`;
}

function toEventView({ event, user }: Joined): TicketEventView {
  return {
    id: event.id,
    ticketId: event.ticketId,
    type: event.type,
    user,
    data: event.data,
    createdAt: event.createdAt.toISOString(),
  };
}
