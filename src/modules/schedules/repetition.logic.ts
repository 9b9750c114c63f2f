import { never } from '@/core/errors.ts';
import type { Repeats } from './schedules.schema.ts';

/** Null without repetition. Local time across DST; without the day of `firstAt`, a month's last day. */
export function nextMoment(repeats: Repeats, firstAt: Date, after: Date, timeZone: string): Date | null {
  if (repeats === 'never') return null;
  const first = wallTime(firstAt, timeZone);
  for (let times = timesBefore(repeats, firstAt, after); ; times += 1) {
    const moment = first.add(span(repeats, times)).toZonedDateTime(timeZone).epochMilliseconds;
    if (times > 0 && moment > after.getTime()) return new Date(moment);
  }
}

function wallTime(at: Date, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDateTime();
}

function span(repeats: Exclude<Repeats, 'never'>, times: number): { weeks: number } | { months: number } {
  switch (repeats) {
    case 'weekly':
      return { weeks: times };
    case 'monthly':
      return { months: times };
    default:
      return never(repeats);
  }
}

const DAY_MS = 86_400_000;
const MAX_DAYS = { weekly: 8, monthly: 32 };

function timesBefore(repeats: Exclude<Repeats, 'never'>, firstAt: Date, after: Date): number {
  const days = (after.getTime() - firstAt.getTime()) / DAY_MS;
  return Math.max(0, Math.floor(days / MAX_DAYS[repeats]));
}
