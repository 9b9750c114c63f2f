import { kanbanTotals, tags, tagTotals, tickets, ticketTags } from '@db/tenant/schema/index.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { tenantStatements } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { keyOf, onBoard, type Wanted } from './board-filter.queries.ts';
import { CARDS_PER_COLUMN, COLUMN_STATUSES, OPEN_COLUMN } from './kanban.schema.ts';

/** `found` is a JSON array of ticket ids; it counts for a search only. */
export type BoardQuery = { wanted: Wanted; found: string };
export type CardsOfColumn = Map<number, { count: number; ids: number[] }>;

/** The first page of each column that has cards, newest first. */
export async function firstCards(scope: Scope, query: BoardQuery): Promise<CardsOfColumn> {
  if (query.wanted.isSearch) return assignFound(scope, query);
  const totals = await readTotals(scope, query);
  const newest = await readNewest(scope, query, { parts: partsOf(totals) });
  return new Map(
    [...countsOf(totals)].map(([column, count]) => {
      const cards = newest.filter((card) => card.column === column).toSorted(byUpdate);
      return [column, { count, ids: cards.slice(0, CARDS_PER_COLUMN).map(({ id }) => id) }];
    }),
  );
}

/** Cards per column, without empty ones. */
export async function countCards(scope: Scope, query: BoardQuery): Promise<Map<number, number>> {
  if (!query.wanted.isSearch) return countsOf(await readTotals(scope, query));
  const assigned = await assignFound(scope, query);
  return new Map([...assigned].map(([column, { count }]) => [column, count]));
}

type Cursor = { at: number; id: number };
type NextCards = { column: number; after?: Cursor | undefined };

/** Newest first; one more than a page where there are more. */
export async function nextCards(
  scope: Scope,
  query: BoardQuery,
  { column, after }: NextCards,
): Promise<{ count: number; ids: number[] }> {
  const { count, parts } = await findColumn(scope, query, column);
  const cards = await readNewest(scope, query, { parts, after });
  const ids = cards.toSorted(byUpdate).map(({ id }) => id);
  return { count, ids: ids.slice(0, CARDS_PER_COLUMN + 1) };
}

async function findColumn(
  scope: Scope,
  query: BoardQuery,
  column: number,
): Promise<{ count: number; parts: Part[] }> {
  if (query.wanted.isSearch) {
    const count = (await assignFound(scope, query)).get(column)?.count ?? 0;
    const parts = COLUMN_STATUSES.map((status) => ({ column, status, by: 'found' as const }));
    return { count, parts: count > 0 ? parts : [] };
  }
  const totals = await readTotals(scope, query);
  const parts = partsOf(totals).filter((part) => part.column === column);
  return { count: countsOf(totals).get(column) ?? 0, parts };
}

type Totals = {
  column: number;
  status: (typeof COLUMN_STATUSES)[number];
  count: number;
  all: number;
  /** Tickets with the column's tag, closed ones too. */
  tagged: number;
};

const totalsOfBoard = tenantStatements<Totals[]>();

function readTotals(scope: Scope, { wanted }: BoardQuery): Promise<Totals[]> {
  const read = totalsOfBoard(keyOf(scope, wanted), (db) =>
    db
      .select({
        column: sql<number>`coalesce(${kanbanTotals.tagId}, ${OPEN})`,
        status: kanbanTotals.status,
        count: sql<number>`sum(${kanbanTotals.tickets} * iif(${onBoard(scope, wanted, kanbanTotals) ?? sql`1`}, 1, 0))`,
        all: sql<number>`sum(${kanbanTotals.tickets})`,
        tagged: sql<number>`coalesce(max(${tagTotals.tickets}), 0)`,
      })
      .from(kanbanTotals)
      .leftJoin(tagTotals, eq(tagTotals.tagId, kanbanTotals.tagId))
      .groupBy(kanbanTotals.tagId, kanbanTotals.status),
  );
  return read(scope.db);
}

function countsOf(totals: Totals[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { column, count } of totals)
    if (count > 0) counts.set(column, (counts.get(column) ?? 0) + count);
  return counts;
}

type Part = Pick<Totals, 'column' | 'status'> & { by: 'update' | 'tag' | 'found' };

/** Cards of a column and status: all tickets in the order of their update until the page is full, or all with its tag. */
function partsOf(totals: Totals[]): Part[] {
  const cards = { pending: 0, open: 0 };
  for (const { status, all } of totals) cards[status] += all;
  return totals
    .filter(({ count }) => count > 0)
    .map(({ column, status, count, tagged }) => {
      const untilFull = (cards[status] / count) * CARDS_PER_COLUMN;
      return { column, status, by: column !== OPEN_COLUMN && tagged < untilFull ? 'tag' : 'update' };
    });
}

type Card = Cursor & { column: number };
type PartRow = { column: number; cards: string };
type Reading = { parts: Part[]; after?: Cursor | undefined };

const newestOfParts = tenantStatements<PartRow[]>();

async function readNewest(
  scope: Scope,
  { wanted, found }: BoardQuery,
  { parts, after }: Reading,
): Promise<Card[]> {
  if (parts.length === 0) return [];
  const key = JSON.stringify([keyOf(scope, wanted), after !== undefined]);
  const where = (condition: SQL) =>
    and(sql`${tickets.status} = part.value ->> 'status'`, condition, onBoard(scope, wanted), after && AFTER);
  const newest = newestOfParts(key, (db) =>
    db
      .select({
        column: sql<number>`${COLUMN}`,
        cards: sql<string>`case when part.value ->> 'by' = 'tag' then ${listed(sql`${ticketTags} cross join ${tickets}
            where ${where(sql`${ticketTags.tagId} = ${COLUMN} and ${tickets.id} = ${ticketTags.ticketId}`)}`)}
          when part.value ->> 'by' = 'found' then ${listed(sql`${AMONG_FOUND}
            where ${where(sql`${tickets.id} = found.value and iif(${COLUMN} = ${OPEN}, ${IS_UNTAGGED}, ${HAS_TAG})`)}`)}
          when ${COLUMN} = ${OPEN} then ${listed(sql`${tickets} indexed by tickets_listed where ${where(IS_UNTAGGED)}`)}
          else ${listed(sql`${tickets} indexed by tickets_listed where ${where(HAS_TAG)}`)} end`,
      })
      .from(sql`json_each(${sql.placeholder('parts')}) part`),
  );
  const rows = await newest(scope.slowDb, { parts: JSON.stringify(parts), found, ...after });
  return rows.flatMap(({ column, cards }) =>
    (JSON.parse(cards) as [number, number][]).map(([id, at]) => ({ column, id, at })),
  );
}

const byUpdate = (a: Cursor, b: Cursor) => b.at - a.at || b.id - a.id;

const OPEN = sql.raw(String(OPEN_COLUMN));
const COLUMN = sql`part.value ->> 'column'`;
const AFTER = sql`(${tickets.updatedAt}, ${tickets.id}) < (${sql.placeholder('at')}, ${sql.placeholder('id')})`;

/** Ids and times as JSON, one more than a page. */
const listed = (rows: SQL) => sql`(select json_group_array(json_array(id, updated_at)) from (
  select ${tickets.id} id, ${tickets.updatedAt} updated_at from ${rows}
  order by ${tickets.updatedAt} desc, ${tickets.id} desc limit ${sql.raw(String(CARDS_PER_COLUMN + 1))}))`;

const AMONG_FOUND = sql`json_each(${sql.placeholder('found')}) found cross join ${tickets}`;
const IS_COLUMN = sql`${tags.kanban} = 1`;
const HAS_TAG = sql`exists (select 1 from ${ticketTags} where ${ticketTags.ticketId} = ${tickets.id}
  and ${ticketTags.tagId} = ${COLUMN})`;
const IS_UNTAGGED = sql`not exists (select 1 from ${ticketTags} cross join ${tags}
  where ${ticketTags.ticketId} = ${tickets.id} and ${tags.id} = ${ticketTags.tagId} and ${IS_COLUMN})`;

const placements = tenantStatements<{ column: number; count: number; ids: string }[]>();

/** A search finds a bounded number of tickets: all of them are read, and each is put into its columns. */
async function assignFound(scope: Scope, { wanted, found }: BoardQuery): Promise<CardsOfColumn> {
  const where = (condition: SQL) =>
    and(
      sql`${tickets.id} = found.value`,
      inArray(tickets.status, [...COLUMN_STATUSES]),
      onBoard(scope, wanted),
      condition,
    );
  const placement = placements(keyOf(scope, wanted), (db) =>
    db
      .select({
        column: sql<number>`column_id`,
        count: sql<number>`max(total)`,
        ids: sql<string>`json_group_array(id order by place) filter (where place <= ${sql.raw(String(CARDS_PER_COLUMN))})`,
      })
      .from(sql`(select column_id, id, count(*) over (partition by column_id) total,
          row_number() over (partition by column_id order by updated_at desc, id desc) place
        from (select ${ticketTags.tagId} column_id, ${tickets.id} id, ${tickets.updatedAt} updated_at
            from ${AMONG_FOUND} cross join ${ticketTags} cross join ${tags}
            where ${where(sql`${ticketTags.ticketId} = ${tickets.id} and ${tags.id} = ${ticketTags.tagId} and ${IS_COLUMN}`)}
          union all select ${OPEN}, ${tickets.id}, ${tickets.updatedAt} from ${AMONG_FOUND} where ${where(IS_UNTAGGED)}))`)
      .groupBy(sql`column_id`),
  );
  const rows = await placement(scope.slowDb, { found });
  return new Map(rows.map(({ column, count, ids }) => [column, { count, ids: JSON.parse(ids) as number[] }]));
}
