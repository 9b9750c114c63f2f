import { ticketTrackings } from '@db/tenant/schema/index.ts';
import { and, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Scope } from '@/core/scope.ts';
import { addDays, today, zonedParts, zonedTime } from '@/core/zoned-time.ts';
import { type DashboardFilter, MAX_CHART_DAYS, type ViewFilter } from './dashboard.schema.ts';

/** `to` is exclusive. */
export type Range = { from: Date; to: Date };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const BEGINNING = new Date('2009-01-01T00:00:00Z');

/** From midnight of the first day to midnight of the last, in the company's time zone. */
export function daysOf(scope: Scope, first: string, last: string): Range {
  return { from: midnight(scope, first), to: midnight(scope, addDays(last, 1)) };
}

/** Contract: http §10. Queued since then; with a last day, only those that ended by its end. */
export function inPeriod(scope: Scope, filter: DashboardFilter): SQL | undefined {
  const { from, to } = boundsOf(scope, filter);
  return and(from && gte(ticketTrackings.queuedAt, from), to && lt(ticketTrackings.finishedAt, to));
}

export function rangeOf(scope: Scope, filter: DashboardFilter): Range {
  const { from = BEGINNING, to = new Date(scope.now().getTime() + 1) } = boundsOf(scope, filter);
  return { from, to };
}

/** As long, and ending where the range begins. */
export function previousOf({ from, to }: Range): Range {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from };
}

const { createdAt, queuedAt, finishedAt, firstAnswerAt, answerSeconds, isOurs } = ticketTrackings;

export const begunIn = ({ from, to }: Range) => and(gte(createdAt, from), lt(createdAt, to));
export const finishedIn = ({ from, to }: Range) => and(gte(finishedAt, from), lt(finishedAt, to));
export const answeredIn = (range: Range) => and(begunIn(range), isNotNull(answerSeconds));
/** Closed without an answer of ours. */
export const missedIn = (range: Range) =>
  and(finishedIn(range), isNotNull(queuedAt), isNull(firstAnswerAt), eq(isOurs, false));

function boundsOf(scope: Scope, { days, date_from, date_to }: DashboardFilter): Partial<Range> {
  const since = days ? new Date(scope.now().getTime() - days * DAY_MS) : undefined;
  const first = date_from === undefined ? undefined : midnight(scope, date_from);
  const from = since && first ? new Date(Math.max(since.getTime(), first.getTime())) : (since ?? first);
  return { from, to: date_to === undefined ? undefined : midnight(scope, addDays(date_to, 1)) };
}

/** First and last day; undefined where the filter leaves that end open. */
export function daysIn(scope: Scope, filter: DashboardFilter): { first?: string; last?: string } {
  const { from } = boundsOf(scope, filter);
  return {
    ...(from && { first: zonedParts(from, scope.timeZone).day }),
    ...(filter.date_to && { last: filter.date_to }),
  };
}

/** From midnight of the first day on, as lists with dates show it. */
export function wholeDaysOf(scope: Scope, filter: DashboardFilter): Partial<Range> {
  const { first, last } = daysIn(scope, filter);
  return {
    ...(first && { from: midnight(scope, first) }),
    ...(last && { to: midnight(scope, addDays(last, 1)) }),
  };
}

const midnight = (scope: Scope, day: string): Date => zonedTime(day, '00:00', scope.timeZone);

/** Integers of the column's local time in that zone: days since 1970, and hour of the day. */
export function shownBy(
  timeZone: string,
  column: SQLiteColumn | SQL,
  range: Range,
): { day: SQL<number>; hour: SQL<number> } {
  const local = sql`(${column} + ${offsetIn(timeZone, column, range)})`;
  return {
    day: sql<number>`${local} / ${sql.raw(String(DAY_MS))}`,
    hour: sql<number>`${local} / ${sql.raw(String(HOUR_MS))} % 24`,
  };
}

/** SQLite knows no time zones: the statement lists the offset changes within the range. */
function offsetIn(timeZone: string, column: SQLiteColumn | SQL, range: Range): SQL {
  const offsets = offsetsIn(timeZone, range);
  const last = sql.raw(String(offsets.at(-1)?.ms ?? 0));
  const changes = offsets
    .slice(0, -1)
    .map(({ ms, until }) => sql`when ${column} < ${sql.raw(String(until))} then ${sql.raw(String(ms))}`);
  return changes.length === 0 ? last : sql`case ${sql.join(changes, sql` `)} else ${last} end`;
}

/** Length in ms, counted from 1970, of parts that never cross a local hour. */
export function evenPart(timeZone: string, range: Range): number {
  const isEven = ({ ms, until }: Offset) => ms % HOUR_MS === 0 && (until ?? 0) % HOUR_MS === 0;
  return offsetsIn(timeZone, range).every(isEven) ? HOUR_MS : HOUR_MS / 4;
}

type Offset = { ms: number; until: number | null };

function offsetsIn(timeZone: string, { from, to }: Range): Offset[] {
  let at = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone);
  const offsets: Offset[] = [];
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    const ms = at.offsetNanoseconds / 1e6;
    const isLast = !next || next.epochMilliseconds >= to.getTime();
    offsets.push({ ms, until: isLast ? null : next.epochMilliseconds });
    if (isLast) return offsets;
    at = next;
  }
}

/** `yyyy-MM-dd` for a number of days since 1970. */
export function dayNamed(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

const CHART_DAYS = 7;

/** The days of the period, at most a year; a chart of all time begins with the last week. */
export function chartDates(scope: Scope, { days, date_from, date_to }: ViewFilter) {
  const finalDate = date_to ?? today(scope);
  const first = date_from ?? addDays(finalDate, 1 - (days || CHART_DAYS));
  const earliest = addDays(finalDate, 1 - MAX_CHART_DAYS);
  if (first < earliest) return { initialDate: earliest, finalDate };
  if (first > finalDate) return { initialDate: finalDate, finalDate };
  return { initialDate: first, finalDate };
}
