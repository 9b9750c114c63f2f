import { ticketTrackings } from '@db/tenant/schema/index.ts';
import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { ViewFilter } from './dashboard.schema.ts';
import { evenPart, type Range, rangeOf, shownBy } from './period.queries.ts';
import { isAnybody, isOf } from './whose.queries.ts';

const { createdAt } = ticketTrackings;

type Slot = { slot: number; n: number };

/** By weekday (from Monday) and local hour. */
export async function readArrivals(scope: Scope, filter: ViewFilter): Promise<number[][]> {
  const range = rangeOf(scope, filter);
  const rows = isAnybody(filter) ? await readAll(scope, range) : await readTheirs(scope, filter, range);
  const found = new Map(rows.map((row) => [row.slot, row.n]));
  return Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (_, at) => found.get(weekday * 24 + at) ?? 0),
  );
}

/** Skips through the index: GROUP BY would sort all rows. */
function readAll({ slowDb, timeZone }: Scope, range: Range): Promise<Slot[]> {
  const part = evenPart(timeZone, range);
  const [from, to] = [range.from.getTime(), range.to.getTime()];
  return slowDb.all<Slot>(sql`
    with recursive filled(at) as (
      select ${partWithFirst(sql`${from}`, to, part)}
      union all
      select ${partWithFirst(sql`filled.at + ${part}`, to, part)} from filled where filled.at is not null
    )
    select ${slotOf(timeZone, sql`filled.at`, range)} as slot, sum(${cameWithin(from, to, part)}) as n
    from filled where filled.at is not null group by slot`);
}

/** The index does not hold the queue and the person: reads the rows of the period. */
function readTheirs({ slowDb, timeZone }: Scope, filter: ViewFilter, range: Range): Promise<Slot[]> {
  const slot = slotOf(timeZone, createdAt, range);
  return slowDb
    .select({ slot: slot.as('slot'), n: sql<number>`count(*)` })
    .from(ticketTrackings)
    .where(and(gte(createdAt, range.from), lt(createdAt, range.to), isOf(filter, ticketTrackings)))
    .groupBy(sql`slot`);
}

export function slotOf(timeZone: string, at: SQL | typeof createdAt, range: Range): SQL<number> {
  const { day, hour } = shownBy(timeZone, at, range);
  return sql<number>`(${day} + 3) % 7 * 24 + ${hour}`;
}

/** Start of the time part that holds the first arrival since `since`; null without arrivals. */
function partWithFirst(since: SQL, to: number, part: number): SQL {
  return sql`(select ${createdAt} from ${ticketTrackings} where ${createdAt} >= ${since} and ${createdAt} < ${to} order by ${createdAt} limit 1) / ${part} * ${part}`;
}

function cameWithin(from: number, to: number, part: number): SQL {
  return sql`(select count(*) from ${ticketTrackings} where ${createdAt} >= max(filled.at, ${from}) and ${createdAt} < min(filled.at + ${part}, ${to}))`;
}
