import { tags, tickets, ticketTags } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm';
import { tenantStatement, tenantStatements } from '@/core/db/driver/prepared-statement.ts';
import { cutPage } from '@/core/db/paging.ts';
import { inTurn } from '@/core/queue/one-per-person.ts';
import type { Scope } from '@/core/scope.ts';
import { findTickets } from '@/modules/tickets/list/ticket-search.queries.ts';
import { loadTicketViews } from '@/modules/tickets/list/tickets.queries.ts';
import type { TicketFilter } from '@/modules/tickets/tickets.schema.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { keyOf, onBoard, type Wanted, wantedBy } from './board-filter.queries.ts';
import {
  type BoardFilter,
  CARDS_AT_ONCE,
  CARDS_PER_COLUMN,
  type ColumnFilter,
  OPEN_COLUMN,
} from './kanban.schema.ts';
import type { BoardView, CardPage, ColumnCounts } from './kanban.views.ts';

type ColumnHeader = { id: number; name: string; color: string | null };

export function readBoard(scope: Scope, filter: BoardFilter): Promise<BoardView> {
  return withFound(scope, filter.searchParam, async (found) => {
    const [headers, cards] = await Promise.all([
      listColumns(scope),
      assignCards(scope, wantedBy(filter), found),
    ]);
    const pages = headers.map(({ id }) => cards.get(id) ?? { count: 0, ids: [] });
    const views = await loadTicketViews(
      scope,
      pages.flatMap(({ ids }) => ids),
    );
    const columns = headers.map((head, at) => {
      const { count: all, ids } = pages[at] ?? { count: 0, ids: [] };
      return { ...head, count: all, hasMore: all > ids.length, tickets: shownOf(ids, views) };
    });
    return { lanes: columns };
  });
}

export function countColumns(scope: Scope, filter: BoardFilter): Promise<ColumnCounts> {
  return withFound(scope, filter.searchParam, async (found) => {
    const [headers, cards] = await Promise.all([
      listColumns(scope),
      assignCards(scope, wantedBy(filter), found),
    ]);
    return { lanes: headers.map(({ id }) => ({ id, count: cards.get(id)?.count ?? 0 })) };
  });
}

export function listCards(scope: Scope, { lane: column, after, ...filter }: ColumnFilter): Promise<CardPage> {
  return withFound(scope, filter.searchParam, async (found) => {
    const wanted = wantedBy(filter);
    const [at, id] = after?.split(',').map(Number) ?? [];
    const next = nextCards(JSON.stringify([keyOf(scope, wanted), column, after !== undefined]), (db) =>
      db
        .select({ id: tickets.id })
        .from(tickets)
        .where(and(onBoard(scope, wanted), isInColumn(column), after ? AFTER : undefined))
        .orderBy(...NEWEST_FIRST)
        .limit(CARDS_PER_COLUMN + 1),
    );
    const rows = await next(scope.slowDb, { found, at, id });
    const page = cutPage(
      rows.map((row) => row.id),
      CARDS_PER_COLUMN,
    );
    const hasColumn = await assignCards(scope, wanted, found);
    const views = await loadTicketViews(scope, page.rows);
    return {
      tickets: shownOf(page.rows, views),
      count: hasColumn.get(column)?.count ?? 0,
      hasMore: page.hasMore,
    };
  });
}

export function listBoardTickets(scope: Scope, filter: TicketFilter): Promise<CardPage> {
  const { queueIds, users, searchParam, pageNumber } = filter;
  const wanted = { queueIds, withoutQueue: true, userIds: users, isSearch: Boolean(searchParam) };
  return withFound(scope, searchParam, async (found) => {
    const key = keyOf(scope, wanted);
    const list = allCards(key, (db) =>
      db
        .select({ id: tickets.id })
        .from(tickets)
        .where(onBoard(scope, wanted))
        .orderBy(...NEWEST_FIRST)
        .limit(CARDS_AT_ONCE + 1)
        .offset(sql.placeholder('offset')),
    );
    const counted = countedCards(key, (db) =>
      db.select({ n: count() }).from(tickets).where(onBoard(scope, wanted)),
    );
    const rows = await list(scope.slowDb, { found, offset: (pageNumber - 1) * CARDS_AT_ONCE });
    const [total] = await counted(scope.slowDb, { found });
    const page = cutPage(
      rows.map(({ id }) => id),
      CARDS_AT_ONCE,
    );
    const views = await loadTicketViews(scope, page.rows);
    return { tickets: shownOf(page.rows, views), count: total?.n ?? 0, hasMore: page.hasMore };
  });
}

async function listColumns(scope: Scope): Promise<ColumnHeader[]> {
  const named = await scope.remember([tags], 'columns', () => columnsById(scope.db));
  return [{ id: OPEN_COLUMN, name: '', color: null }, ...named];
}

const columnsById = tenantStatement((db) =>
  db
    .select({ id: tags.id, name: tags.name, color: tags.color })
    .from(tags)
    .where(eq(tags.kanban, true))
    .orderBy(asc(tags.id)),
);

type CardsOfColumn = Map<number, { count: number; ids: number[] }>;

async function assignCards(scope: Scope, wanted: Wanted, found: string): Promise<CardsOfColumn> {
  const placement = placements(keyOf(scope, wanted), (db) =>
    db
      .select({
        column: sql<number>`lane`,
        count: sql<number>`max(total)`,
        ids: sql<string>`json_group_array(id order by place) filter (where place <= ${sql.raw(String(CARDS_PER_COLUMN))})`,
      })
      .from(sql`(select lane, id, count(*) over (partition by lane) total,
          row_number() over (partition by lane order by updated_at desc, id desc) place
        from (${inNamedColumns(scope, wanted)} union all ${inOpenColumn(scope, wanted)}))`)
      .groupBy(sql`lane`),
  );
  const rows = await placement(scope.slowDb, { found });
  return new Map(rows.map((row) => [row.column, { count: row.count, ids: JSON.parse(row.ids) as number[] }]));
}

/** A cross join fixes the order: tags stay on closed tickets, and those are many. */
const inNamedColumns = (scope: Scope, wanted: Wanted) => sql`
  select ${ticketTags.tagId} lane, ${tickets.id} id, ${tickets.updatedAt} updated_at
  from ${tickets} cross join ${ticketTags} cross join ${tags}
  where ${and(onBoard(scope, wanted), eq(ticketTags.ticketId, tickets.id), eq(tags.id, ticketTags.tagId), IS_COLUMN)}`;

const inOpenColumn = (scope: Scope, wanted: Wanted) => sql`
  select ${sql.raw(String(OPEN_COLUMN))} lane, ${tickets.id} id, ${tickets.updatedAt} updated_at
  from ${tickets} where ${and(onBoard(scope, wanted), isInColumn(OPEN_COLUMN))}`;

const IS_COLUMN = sql`${tags.kanban} = 1`;

function isInColumn(column: number): SQL {
  const named = column === OPEN_COLUMN ? sql`` : sql`and ${ticketTags.tagId} = ${column}`;
  const hasColumn = sql`exists (select 1 from ${ticketTags} cross join ${tags} where ${ticketTags.ticketId} = ${tickets.id}
    and ${tags.id} = ${ticketTags.tagId} and ${IS_COLUMN} ${named})`;
  return column === OPEN_COLUMN ? sql`not ${hasColumn}` : hasColumn;
}

const AFTER = sql`(${tickets.updatedAt}, ${tickets.id}) < (${sql.placeholder('at')}, ${sql.placeholder('id')})`;
const NEWEST_FIRST = [sql`${tickets.updatedAt} desc`, sql`${tickets.id} desc`];

const placements = tenantStatements<{ column: number; count: number; ids: string }[]>();
const nextCards = tenantStatements<{ id: number }[]>();
const allCards = tenantStatements<{ id: number }[]>();
const countedCards = tenantStatements<{ n: number }[]>();

/** `read` gets the ids found as JSON text; '[]' without a search. */
async function withFound<T>(
  scope: Scope,
  text: string | undefined,
  read: (found: string) => Promise<T>,
): Promise<T> {
  if (!text) return read('[]');
  return inTurn(scope, async () => read(JSON.stringify([...(await findTickets(scope, text)).keys()])));
}

function shownOf(ids: number[], views: Map<number, TicketView>): TicketView[] {
  return ids.map((id) => views.get(id)).filter((view) => view !== undefined);
}
