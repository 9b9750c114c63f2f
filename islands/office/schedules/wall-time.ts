import type { I18n } from '@views/i18n.tsx';
import { dayKey, formatTime } from '@views/parts/messages/dates.ts';

type Zone = Pick<I18n, 'timeZone'>;

/** Wall clock time in the company's zone: `YYYY-MM-DDTHH:mm`. The calendar supports no zones. */
export function wallTime(at: string | number, zone: Zone): string {
  return `${dayKey(at, zone)}T${formatTime(new Date(at).toISOString(), zone)}`;
}

/** The calendar takes wall time for UTC. */
export function fromCalendar(date: Date): string {
  return date.toISOString().slice(0, 16);
}

/** No zone is further from UTC. */
const WIDEST_MS = 14 * 3_600_000;

export function rangeAround(start: Date, end: Date): { from: string; to: string } {
  return {
    from: new Date(start.getTime() - WIDEST_MS).toISOString(),
    to: new Date(end.getTime() + WIDEST_MS).toISOString(),
  };
}

const DAY_START = '09:00';

/** A click on a future day means its morning; undefined for today and earlier days. */
export function momentOfClick(date: Date, isWholeDay: boolean, now: string): string | undefined {
  const at = isWholeDay ? `${date.toISOString().slice(0, 10)}T${DAY_START}` : fromCalendar(date);
  return at > now ? at : undefined;
}

const STEPS: Record<string, number> = { ArrowUp: -15, ArrowDown: 15, ArrowLeft: -1440, ArrowRight: 1440 };

/** By Alt and an arrow: a quarter of an hour, or a day. */
export function movedByKey(at: string, key: string): string | undefined {
  const minutes = STEPS[key];
  return minutes === undefined
    ? undefined
    : fromCalendar(new Date(Date.parse(`${at}:00Z`) + minutes * 60_000));
}
