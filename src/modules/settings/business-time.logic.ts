import type { z } from 'zod';
import { addDays, zonedParts, zonedTime } from '@/core/zoned-time.ts';
import type { ServiceHours } from '@/schemas/reply-fields.schema.ts';
import { type Closure, spansOn } from './opening-hours.logic.ts';

type Hours = z.infer<typeof ServiceHours>;
type Span = { start: number; end: number };

const MAX_DAYS = 800;
const DAY = 24 * 60;

/** Whole seconds; a DST change can add an hour. `hours` null means always open. */
export function businessSeconds(
  hours: readonly Hours[] | null,
  holidays: readonly Closure[],
  from: Date,
  to: Date,
  timeZone: string,
): number {
  const whole = { start: from.getTime(), end: to.getTime() };
  if (whole.end <= whole.start) return 0;
  if (hours === null) return toSeconds(whole.end - whole.start);
  const last = zonedParts(to, timeZone).day;
  const spans: Span[] = [];
  // Spans of the previous day may run past midnight.
  let day = addDays(zonedParts(from, timeZone).day, -1);
  for (let n = 0; day <= last && n < MAX_DAYS; n += 1, day = addDays(day, 1)) {
    for (const { start, end } of spansOn(hours, holidays, day))
      spans.push({ start: momentOf(day, start, timeZone), end: momentOf(day, end, timeZone) });
  }
  return toSeconds(lengthOf(spans.map((span) => overlap(span, whole))));
}

function momentOf(day: string, minute: number, timeZone: string): number {
  const rest = minute % DAY;
  const time = [Math.floor(rest / 60), rest % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return zonedTime(addDays(day, Math.floor(minute / DAY)), time, timeZone).getTime();
}

const overlap = (one: Span, other: Span): Span => ({
  start: Math.max(one.start, other.start),
  end: Math.min(one.end, other.end),
});

function lengthOf(spans: Span[]): number {
  let [sum, reached] = [0, Number.NEGATIVE_INFINITY];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    sum += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return sum;
}

const toSeconds = (ms: number): number => Math.floor(ms / 1000);
