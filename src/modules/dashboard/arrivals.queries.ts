import { ticketTrackings } from '@db/tenant/schema/index.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { DashboardFilter } from './dashboard.schema.ts';
import { evenPart, rangeOf, shownBy } from './period.queries.ts';

const { createdAt } = ticketTrackings;

/** By weekday (from Monday) and local hour. Skips through the index: GROUP BY would sort all rows. */
export async function readArrivals(scope: Scope, filter: DashboardFilter): Promise<number[][]> {
  const { timeZone } = scope;
  const range = rangeOf(scope, filter);
  const part = evenPart(timeZone, range);
  const [from, to] = [range.from.getTime(), range.to.getTime()];
  const { day, hour } = shownBy(timeZone, sql`filled.at`, range);
  const rows = await scope.slowDb.all<{ slot: number; n: number }>(sql`
    with recursive filled(at) as (
      select ${partWithFirst(sql`${from}`, to, part)}
      union all
      select ${partWithFirst(sql`filled.at + ${part}`, to, part)} from filled where filled.at is not null
    )
    select (${day} + 3) % 7 * 24 + ${hour} as slot, sum(${cameWithin(from, to, part)}) as n
    from filled where filled.at is not null group by slot`);
  const found = new Map(rows.map((row) => [row.slot, row.n]));
  return Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (_, at) => found.get(weekday * 24 + at) ?? 0),
  );
}

/** Start of the time part that holds the first arrival since `since`; null without arrivals. */
function partWithFirst(since: SQL, to: number, part: number): SQL {
  return sql`(select ${createdAt} from ${ticketTrackings} where ${createdAt} >= ${since} and ${createdAt} < ${to} order by ${createdAt} limit 1) / ${part} * ${part}`;
}

function cameWithin(from: number, to: number, part: number): SQL {
  return sql`(select count(*) from ${ticketTrackings} where ${createdAt} >= max(filled.at, ${from}) and ${createdAt} < min(filled.at + ${part}, ${to}))`;
}
