import { capOf, type SendingLimit } from '../settings/sending-limits.schema.ts';
import { gapAfter, type Intervals } from './campaign-pace.state.ts';
import { isQuietAt } from './sending-counters.service.ts';

const MINUTES = 1_440;
const DAY = MINUTES * 60;
const MOST_DAYS = 365;
/** Gaps vary by chance; the estimate takes the middle. */
const USUAL = 0.5;

type Sending = {
  people: number;
  pace: Intervals;
  limit: SendingLimit;
  /** `time` is `HH:mm` in the company's time zone; `sent` counts what the number sent on that day before. */
  start: { time: string; sent: number; daysBefore: number };
};

/** Days are counted from the first one, which is 0; `perDay` has the messages of each day until the last. */
export type Estimate = { lastDay: number; lastTime: string; perDay: number[] };

/** The sender's own rules (gap, quiet hours, limit), one message after another; null for more than a year. */
export function estimateSending({ people, pace, limit, start }: Sending): Estimate | null {
  const nextOpen = nextOpenMinutes(limit);
  const perDay: number[] = [];
  let [left, due, sentInARow, daysBefore] = [people, minuteOf(start.time) * 60, 0, start.daysBefore];
  for (let day = 0; day < MOST_DAYS && left > 0; day += 1) {
    const before = day === 0 ? start.sent : 0;
    const may = Math.max(0, capOf(limit, daysBefore) - before);
    const midnight = (day + 1) * DAY;
    let sent = 0;
    due = Math.max(due, day * DAY);
    while (left > 0 && sent < may) {
      due = openSecond(due, nextOpen);
      if (due >= midnight) break;
      [sent, left] = [sent + 1, left - 1];
      perDay[day] = sent;
      if (left === 0) return { lastDay: day, lastTime: clock(Math.floor((due % DAY) / 60)), perDay };
      const gap = gapAfter({ sentInARow }, pace, USUAL);
      sentInARow = gap.sentInARow;
      due += gap.ms / 1_000;
    }
    perDay[day] = sent;
    if (before + sent > 0) daysBefore += 1;
  }
  return null;
}

function openSecond(second: number, nextOpen: number[]): number {
  const minute = Math.floor((second % DAY) / 60);
  const open = nextOpen[minute] ?? minute;
  return open === minute ? second : second - (second % DAY) + open * 60;
}

/** For each minute of a day the first one that is not quiet, which may be of the next day. */
function nextOpenMinutes(limit: SendingLimit): number[] {
  const next: number[] = [];
  const isQuiet = Array.from({ length: MINUTES }, (_, minute) => isQuietAt(clock(minute), limit));
  let open = MINUTES + Math.max(0, isQuiet.indexOf(false));
  for (let minute = MINUTES - 1; minute >= 0; minute -= 1) {
    if (!isQuiet[minute]) open = minute;
    next[minute] = open;
  }
  return next;
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
