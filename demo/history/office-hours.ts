import { addDays, zonedParts, zonedTime } from '@/core/zoned-time.ts';

const OPENS = '08:00';
const CLOSES: Record<number, string> = { 0: '', 6: '12:00' };

export function closingOf(day: string): string {
  return CLOSES[weekdayOf(day)] ?? '18:00';
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay();
}

/** The same moment, or the next opening when nobody works then; `delayMs` is added to an opening. */
export function whenOpen(at: number, timeZone: string, delayMs = 0): number {
  const { day, time } = zonedParts(new Date(at), timeZone);
  const closes = closingOf(day);
  if (closes !== '' && time >= OPENS && time < closes) return at;
  let next = time < OPENS ? day : addDays(day, 1);
  while (closingOf(next) === '') next = addDays(next, 1);
  return zonedTime(next, OPENS, timeZone).getTime() + delayMs;
}
