import { tags, tickets } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import { tenantStatement, tenantStatements } from '@/core/db/driver/prepared-statement.ts';
import { cutPage } from '@/core/db/paging.ts';
import { inTurn } from '@/core/queue/one-per-person.ts';
import type { Scope } from '@/core/scope.ts';
import { findTickets } from '@/modules/tickets/list/ticket-search.queries.ts';
import { loadTicketViews } from '@/modules/tickets/list/tickets.queries.ts';
import type { TicketFilter } from '@/modules/tickets/tickets.schema.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { keyOf, onBoard, wantedBy } from './board-filter.queries.ts';
import { countCards, firstCards, nextCards } from './cards.queries.ts';
import {
  type BoardFilter,
  CARDS_AT_ONCE,
  CARDS_PER_COLUMN,
  COLUMN_STATUSES,
  type ColumnFilter,
  OPEN_COLUMN,
} from './kanban.schema.ts';
import type { BoardView, CardPage, ColumnCounts } from './kanban.views.ts';

type ColumnHeader = { id: number; name: string; color: string | null };

export function readBoard(scope: Scope, filter: BoardFilter): Promise<BoardView> {
  return withFound(scope, filter.searchParam, async (found) => {
    const [tagsOnBoard, cards] = await Promise.all([
      listColumns(scope),
      firstCards(scope, { wanted: wantedBy(filter), found }),
    ]);
    const pages = tagsOnBoard.map(({ id }) => cards.get(id) ?? { count: 0, ids: [] });
    const views = await loadTicketViews(
      scope,
      pages.flatMap(({ ids }) => ids),
    );
    const columns = tagsOnBoard.map((head, at) => {
      const { count: all, ids } = pages[at] ?? { count: 0, ids: [] };
      return { ...head, count: all, hasMore: all > ids.length, tickets: shownOf(ids, views) };
    });
    return { lanes: columns };
  });
}

export function countColumns(scope: Scope, filter: BoardFilter): Promise<ColumnCounts> {
  return withFound(scope, filter.searchParam, async (found) => {
    const [tagsOnBoard, totals] = await Promise.all([
      listColumns(scope),
      countCards(scope, { wanted: wantedBy(filter), found }),
    ]);
    return { lanes: tagsOnBoard.map(({ id }) => ({ id, count: totals.get(id) ?? 0 })) };
  });
}

export function listCards(scope: Scope, { lane: column, after, ...filter }: ColumnFilter): Promise<CardPage> {
  return withFound(scope, filter.searchParam, async (found) => {
    const query = { wanted: wantedBy(filter), found };
    const [at, id] = after?.split(',').map(Number) ?? [];
    const last = at === undefined || id === undefined ? undefined : { at, id };
    const { count: total, ids } = await nextCards(scope, query, { column, after: last });
    const page = cutPage(ids, CARDS_PER_COLUMN);
    const views = await loadTicketViews(scope, page.rows);
    return { tickets: shownOf(page.rows, views), count: total, hasMore: page.hasMore };
  });
}

/** All columns in one list, for existing clients. */
export function listBoardTickets(scope: Scope, filter: TicketFilter): Promise<CardPage> {
  const { queueIds, users, searchParam, pageNumber } = filter;
  const wanted = { queueIds, withoutQueue: true, userIds: users, isSearch: Boolean(searchParam) };
  return withFound(scope, searchParam, async (found) => {
    const key = keyOf(scope, wanted);
    const where = and(
      inArray(tickets.status, [...COLUMN_STATUSES]),
      onBoard(scope, wanted),
      wanted.isSearch
        ? sql`+${tickets.id} in (select value from json_each(${sql.placeholder('found')}))`
        : undefined,
    );
    const list = allCards(key, (db) =>
      db
        .select({ id: tickets.id })
        .from(tickets)
        .where(where)
        .orderBy(sql`${tickets.updatedAt} desc`, sql`${tickets.id} desc`)
        .limit(CARDS_AT_ONCE + 1)
        .offset(sql.placeholder('offset')),
    );
    const counted = countedCards(key, (db) => db.select({ n: count() }).from(tickets).where(where));
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
