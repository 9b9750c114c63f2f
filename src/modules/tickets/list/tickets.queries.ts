import {
  connections,
  contactFields,
  contacts,
  queues,
  tags,
  tickets,
  ticketTags,
  users,
} from '@db/tenant/schema/index.ts';
import { and, asc, count, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { amongIds, tenantStatement, tenantStatements } from '@/core/db/driver/prepared-statement.ts';
import { cutPage, offsetOf, readerFor } from '@/core/db/paging.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import { inTurn } from '@/core/queue/one-per-person.ts';
import type { Scope } from '@/core/scope.ts';
import { firstOf } from '@/core/top-rows.ts';
import { toExtraInfo } from '@/modules/contacts/contacts.queries.ts';
import { canSeeTeam, canSeeTicket } from '../tickets.policy.ts';
import { TICKETS_PER_PAGE, type TicketFilter } from '../tickets.schema.ts';
import type { TicketCounts, TicketDetail, TicketPage, TicketView } from '../tickets.views.ts';
import { NO_FILTER, whereOf } from './ticket-filter.queries.ts';
import { type JoinedTicket, selectTickets, toTicketViews } from './ticket-rows.queries.ts';
import {
  type Found,
  findTickets,
  type Hit,
  loadHits,
  selectFound,
  toNumbers,
} from './ticket-search.queries.ts';
import { IS_WITH_BOT } from './with-bot.queries.ts';

export type TicketRow = typeof tickets.$inferSelect;

export function listTickets(scope: Scope, filter: TicketFilter): Promise<TicketPage> {
  const { searchParam } = filter;
  return searchParam
    ? inTurn(scope, () => searchTickets(scope, filter, searchParam))
    : readPage(scope, filter);
}

async function readPage(scope: Scope, filter: TicketFilter): Promise<TicketPage> {
  const page = cutPage(await readRows(scope, filter), TICKETS_PER_PAGE);
  return {
    tickets: await toTicketViews(scope, page.rows),
    count: await countWhere(scope, filter),
    hasMore: page.hasMore,
  };
}

async function searchTickets(scope: Scope, filter: TicketFilter, text: string): Promise<TicketPage> {
  const found = await findTickets(scope, text);
  const { ids, count: total } = await pageOfFound(scope, filter, found);
  const page = cutPage(ids, TICKETS_PER_PAGE);
  const views = await loadTicketViews(scope, page.rows);
  const hits = await loadHits(scope, text, found, page.rows);
  const shown = page.rows.map((id) => views.get(id)).filter((view) => view !== undefined);
  return {
    tickets: shown.map((view) => ({ ...view, ...toFound(hits.get(view.id)) })),
    count: total,
    hasMore: page.hasMore,
  };
}

const lists = tenantStatements<JoinedTicket[]>();
const searches = tenantStatements<{ ids: string | null; moments: string | null }[]>();
const counts = tenantStatements<{ n: number }[]>();

const BY_UPDATE = [desc(tickets.updatedAt), desc(tickets.id)];
const BY_WAIT = {
  oldest: [asc(tickets.waitingSince), asc(tickets.id)],
  newest: [desc(tickets.waitingSince), desc(tickets.id)],
};
/** Without index: sorting the few snoozed tickets is faster than reading all in order. */
const FEW_BY_UPDATE = [sql`+${tickets.updatedAt} desc`, desc(tickets.id)];

function readRows(scope: Scope, filter: TicketFilter): Promise<JoinedTicket[]> {
  const sort = waitSortOf(filter);
  const list = lists(keyOf(scope, filter), (db) =>
    selectTickets(db)
      .where(and(whereOf(scope, filter), filter.after ? afterCursor(sort) : undefined))
      .orderBy(...(sort ? BY_WAIT[sort] : filter.snoozed ? FEW_BY_UPDATE : BY_UPDATE))
      .limit(TICKETS_PER_PAGE + 1)
      .offset(sql.placeholder('offset')),
  );
  const offset = offsetOf(filter, TICKETS_PER_PAGE);
  return list(isNarrow(filter) ? scope.slowDb : readerFor(scope, offset), {
    offset,
    ...cursorOf(filter),
  });
}

function isNarrow({ tags, users, source, date, updatedAt, withUnreadMessages }: TicketFilter): boolean {
  return tags.length + users.length > 0 || Boolean(source ?? date ?? updatedAt) || withUnreadMessages;
}

function waitSortOf({ status, sort }: TicketFilter): TicketFilter['sort'] {
  return status === 'pending' ? sort : undefined;
}

async function pageOfFound(
  scope: Scope,
  filter: TicketFilter,
  found: Found,
): Promise<{ ids: number[]; count: number }> {
  const search = searches(keyOf(scope, filter), (db) => selectFound(db, whereOf(scope, filter)));
  const [row] = await search(scope.slowDb, { ids: JSON.stringify([...found.keys()]) });
  const moments = toNumbers(row?.moments);
  const positions = toNumbers(row?.ids).map((id, n) => ({ id, at: moments[n] ?? 0 }));
  const { at, id } = cursorOf(filter);
  const isAfter = (target: Position) =>
    at === undefined || id === undefined || byUpdate(target, { at, id }) > 0;
  const passed = filter.after ? 0 : offsetOf(filter, TICKETS_PER_PAGE);
  const page = firstOf(positions.filter(isAfter), passed + TICKETS_PER_PAGE + 1, byUpdate).slice(passed);
  return { ids: page.map((target) => target.id), count: positions.length };
}

type Position = { id: number; at: number };

/** Same order as the lists, in JavaScript: SQLite takes three times as long to sort within an aggregate. */
const byUpdate = (a: Position, b: Position) => b.at - a.at || b.id - a.id;

function cursorOf({ after }: TicketFilter): { at?: number; id?: number } {
  const [at, id] = after?.split(',').map(Number) ?? [];
  return { ...(at !== undefined && { at }), ...(id !== undefined && { id }) };
}

/** Cached: every tab requests it, and counting walks the index. */
function countWhere(scope: Scope, filter: TicketFilter): Promise<number> {
  const key = keyOf(scope, { ...filter, sort: undefined, after: undefined });
  return scope.remember(COUNTED, `count:${key}`, () => countNow(scope, filter));
}

async function countWaiting(scope: Scope, filter: TicketFilter): Promise<number> {
  const listed = await countWhere(scope, filter);
  return listed === 0 ? 0 : listed - (await countWithBot(scope, filter));
}

function countWithBot(scope: Scope, filter: TicketFilter): Promise<number> {
  const key = `with bot:${keyOf(scope, filter)}`;
  return scope.remember(COUNTED, key, async () => {
    const where = and(whereOf(scope, filter), IS_WITH_BOT);
    const counted = counts(key, (db) => db.select({ n: count() }).from(tickets).where(where));
    const [row] = await counted(scope.db);
    return row?.n ?? 0;
  });
}

const COUNTED = [tickets, ticketTags, tags, contacts, queues, users, connections];

async function countNow(scope: Scope, filter: TicketFilter): Promise<number> {
  const key = keyOf(scope, { ...filter, sort: undefined, after: undefined });
  const counted = counts(key, (db) => db.select({ n: count() }).from(tickets).where(whereOf(scope, filter)));
  const [row] = await counted(isNarrow(filter) ? scope.slowDb : scope.db);
  return row?.n ?? 0;
}

/** Statements differ by what the reader may see and by the filter, not by its page. */
export function keyOf(
  { actor, timeZone }: Scope,
  { pageNumber: _page, searchParam, after, ...filter }: TicketFilter,
): string {
  const reader = actor.kind === 'user' && [
    actor.id,
    actor.profile,
    actor.super,
    actor.allTicket,
    actor.queueIds,
  ];
  const daysIn = (filter.date ?? filter.updatedAt) ? timeZone : null;
  return JSON.stringify([reader, filter, Boolean(searchParam), Boolean(after), daysIn]);
}

function toFound(hit: Hit | undefined) {
  return { foundMessage: hit ?? null, messages: hit ? [{ id: hit.id, body: hit.body }] : [] };
}

type Counted = Pick<TicketFilter, 'queueIds' | 'showAll'> & { whatsappIds?: number[]; noQueue?: boolean };

export async function countTickets(
  scope: Scope,
  { queueIds, whatsappIds = [], showAll, noQueue = false }: Counted,
): Promise<TicketCounts> {
  const base = { ...NO_FILTER, queueIds, whatsappIds, showAll, noQueue };
  const team = { ...base, status: 'open' as const, team: true };
  const isTeamSeen = canSeeTeam(scope.actor);
  const [open, pending, snoozed, ofTeam] = await Promise.all([
    countWhere(scope, { ...base, status: 'open' }),
    countWaiting(scope, { ...base, status: 'pending' }),
    countWhere(scope, { ...base, snoozed: true }),
    isTeamSeen ? countWhere(scope, team) : 0,
  ]);
  return { open, pending, snoozed, team: ofTeam };
}

/** Throws ERR_NO_TICKET_FOUND, also for a hidden ticket: its existence is secret. */
export async function getTicket(scope: Scope, ticketId: number): Promise<TicketDetail> {
  return detail(scope, await ticketById(scope.db, { ticketId }));
}

export async function getTicketByUuid(scope: Scope, uuid: string): Promise<TicketDetail> {
  return detail(scope, await ticketByUuid(scope.db, { uuid }));
}

const ticketById = tenantStatement((db) =>
  selectTickets(db).where(eq(tickets.id, sql.placeholder('ticketId'))),
);
const ticketByUuid = tenantStatement((db) =>
  selectTickets(db).where(eq(tickets.uuid, sql.placeholder('uuid'))),
);

export async function requireTicket(scope: Scope, ticketId: number): Promise<TicketRow> {
  const row = await findTicketRow(scope, ticketId);
  if (!row) throw new AppError('ERR_NO_TICKET_FOUND');
  requireCan(scope, canSeeTicket, row);
  return row;
}

/** Checks no permission. */
export async function findTicketRow(scope: Scope, ticketId: number): Promise<TicketRow | undefined> {
  const [row] = await rowById(scope.db, { ticketId });
  return row;
}

const rowById = tenantStatement((db) =>
  db
    .select()
    .from(tickets)
    .where(eq(tickets.id, sql.placeholder('ticketId'))),
);

export async function findOpenTicket(
  scope: Scope,
  contactId: number,
  connectionId: number,
): Promise<TicketRow | undefined> {
  const [row] = await openRow(scope.db, { contactId, connectionId });
  return row;
}

const openRow = tenantStatement((db) =>
  db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.contactId, sql.placeholder('contactId')),
        eq(tickets.connectionId, sql.placeholder('connectionId')),
        ne(tickets.status, 'closed'),
      ),
    )
    .limit(1),
);

/** Checks no permission. */
export async function loadTicketViews(scope: Scope, ids: number[]): Promise<Map<number, TicketView>> {
  if (ids.length === 0) return new Map();
  const rows = await ticketsByIds(scope.db, { ids: JSON.stringify(ids) });
  const views = await toTicketViews(scope, rows);
  return new Map(views.map((view) => [view.id, view]));
}

const ticketsByIds = tenantStatement((db) => selectTickets(db).where(amongIds(tickets.id)));

/** As a row comparison: with `or` SQLite walks the index from its beginning to the cursor. */
function afterCursor(sort?: TicketFilter['sort']): SQL {
  const time = sort ? tickets.waitingSince : tickets.updatedAt;
  const way = sort === 'oldest' ? sql`>` : sql`<`;
  return sql`(${time}, ${tickets.id}) ${way} (${sql.placeholder('at')}, ${sql.placeholder('id')})`;
}

async function detail(scope: Scope, [row]: JoinedTicket[]): Promise<TicketDetail> {
  const [view] = row && canSeeTicket(scope.actor, row.ticket) ? await toTicketViews(scope, [row]) : [];
  if (!view) throw new AppError('ERR_NO_TICKET_FOUND');
  const fields = await fieldsOf(scope.db, { contactId: view.contactId });
  return { ...view, contact: { ...view.contact, extraInfo: fields.map(toExtraInfo) } };
}

const fieldsOf = tenantStatement((db) =>
  db
    .select()
    .from(contactFields)
    .where(eq(contactFields.contactId, sql.placeholder('contactId')))
    .orderBy(asc(contactFields.id)),
);
