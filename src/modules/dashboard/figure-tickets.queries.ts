import { contacts, queues, tickets, ticketTrackings, users } from '@db/tenant/schema/index.ts';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { afterRow, cutPage, sizeOf } from '@/core/db/paging.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { IS_WAITING } from './dashboard.queries.ts';
import type { FigureFilter } from './dashboard.schema.ts';
import type { FigurePage, FigureRow } from './dashboard.views.ts';
import { type AttendanceFigure, isByGroup, RULES, withinOf } from './figure-rules.queries.ts';
import { groupsOf, idOf, isOf } from './whose.queries.ts';

const FIGURES_PER_PAGE = 30;
const MINUTE_MS = 60_000;

/** The tickets that a figure of the dashboard counts. Throws ERR_NO_PERMISSION. */
export async function listFigure(scope: Scope, filter: FigureFilter): Promise<FigurePage> {
  requireCan(scope, isAdmin);
  const { of } = filter;
  return of === 'open' || of === 'waiting' ? listNow(scope, filter, of) : listAttendances(scope, filter, of);
}

async function listNow(scope: Scope, filter: FigureFilter, of: 'open' | 'waiting'): Promise<FigurePage> {
  const { id, updatedAt, waitingSince } = tickets;
  const where = and(of === 'open' ? eq(tickets.status, 'open') : IS_WAITING, isOf(filter, tickets));
  const order = of === 'open' ? [sql`-${updatedAt}`, sql`-${id}`] : [sql`+${waitingSince}`, id];
  const size = sizeOf(filter, FIGURES_PER_PAGE);
  const rows = await scope.db
    .select({ ticket: tickets, contact: contacts, queue: queues.name, person: users.name })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .leftJoin(queues, eq(queues.id, tickets.queueId))
    .leftJoin(users, eq(users.id, tickets.userId))
    .where(and(where, filter.after ? afterRow(id, order, filter.after) : undefined))
    .orderBy(...order)
    .limit(size + 1);
  const now = scope.now().getTime();
  const page = cutPage(rows, size);
  const toRow = ({ ticket, contact, ...names }: (typeof rows)[number]): FigureRow => {
    const since = (of === 'open' ? ticket.updatedAt : ticket.waitingSince) ?? ticket.updatedAt;
    const minutes = of === 'open' ? null : (now - since.getTime()) / MINUTE_MS;
    const facts = { uuid: ticket.uuid, since: since.toISOString(), minutes, rate: null };
    return { id: ticket.id, contact: contactName(contact), ...names, ...facts };
  };
  return { rows: page.rows.map(toRow), hasMore: page.hasMore, count: await scope.db.$count(tickets, where) };
}

async function listAttendances(
  scope: Scope,
  filter: FigureFilter,
  of: AttendanceFigure,
): Promise<FigurePage> {
  const { id } = ticketTrackings;
  const { only, value } = RULES[of];
  const found = foundBy(scope, filter, of, only);
  const order = value ? [sql`-(${value})`, sql`-${id}`] : [sql`-${id}`];
  const size = sizeOf(filter, FIGURES_PER_PAGE);
  const rows = await scope.slowDb.all<{ id: number; value: number | null }>(sql`
    select ${id} as id, ${value ?? sql`null`} as value from ${found}
    ${filter.after ? sql`and ${afterRow(id, order, filter.after)}` : sql``}
    order by ${sql.join(order, sql`, `)} limit ${size + 1}`);
  const [total] = await scope.slowDb.all<{ n: number }>(sql`select count(*) as n from ${found}`);
  const page = cutPage(rows, size);
  const values = new Map(page.rows.map((row) => [row.id, row.value]));
  return { rows: await load(scope, values), hasMore: page.hasMore, count: total?.n ?? 0 };
}

function foundBy(scope: Scope, filter: FigureFilter, of: AttendanceFigure, only: SQL | undefined): SQL {
  const { userId, queueId, connectionId } = ticketTrackings;
  const within = and(withinOf(scope, filter, of), only);
  if (isByGroup(of))
    return sql`${groupsOf(filter)} cross join ${ticketTrackings} where ${and(
      sql`${userId} is u.id and ${queueId} is q.id and ${connectionId} is c.id`,
      within,
    )}`;
  const { whatsappId } = filter;
  const isOnLine = whatsappId && sql`+${connectionId} is ${idOf(whatsappId)}`;
  return sql`${ticketTrackings} where ${and(within, isOf(filter, ticketTrackings), isOnLine || undefined)}`;
}

async function load(scope: Scope, values: Map<number, number | null>): Promise<FigureRow[]> {
  if (values.size === 0) return [];
  const { id, ticketId, createdAt, rate } = ticketTrackings;
  const rows = await scope.db
    .select({
      ...{ id, since: createdAt, rate, uuid: tickets.uuid, contact: contacts },
      ...{ queue: queues.name, person: users.name },
    })
    .from(ticketTrackings)
    .innerJoin(tickets, eq(tickets.id, ticketId))
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .leftJoin(queues, eq(queues.id, ticketTrackings.queueId))
    .leftJoin(users, eq(users.id, ticketTrackings.userId))
    .where(inArray(id, [...values.keys()]))
    .orderBy(desc(id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...values].flatMap(([key, value]) => {
    const row = byId.get(key);
    if (!row) return [];
    const { contact, since, ...facts } = row;
    return [{ ...facts, contact: contactName(contact), since: since.toISOString(), minutes: value }];
  });
}
