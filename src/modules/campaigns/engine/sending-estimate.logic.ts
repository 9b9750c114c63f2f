import { capOf, type SendingLimit } from '../settings/sending-limits.schema.ts';
import { gapAfter, type Intervals } from './campaign-pace.state.ts';
import { isQuietAt } from './sending-counters.service.ts';

const MINUTES = 1_440;
const DAY = MINUTES * 60;
const MAX_DAYS = 365;
/** Gaps vary by chance; the estimate takes the middle. */
const USUAL = 0.5;

/** `due` is in seconds from the first day's midnight. */
export type Sender = { left: number; due: number; sentInARow: number };

type Sending = {
  people: number;
  pace: Intervals;
  limit: SendingLimit;
  /** `time` is `HH:mm` in the company's time zone; `sent` counts what the number sent on that day before. */
  start: { time: string; sent: number; daysBefore: number };
  /** When the campaign begins, as `due`; at once when absent. */
  begins?: number;
  /** Other campaigns through the same number: each keeps its own gaps, all share the limit. */
  others?: Sender[];
};

/** Days are counted from the first one, which is 0; `shared` has what each other campaign sent until the end. */
export type Estimate = { lastDay: number; lastTime: string; perDay: number[]; shared: number[] };

/** The sender's own rules (gap, quiet hours, limit), one message after another; null for more than a year. */
export function estimateSending({ people, pace, limit, start, ...sending }: Sending): Estimate | null {
  const { begins = minuteOf(start.time) * 60, others = [] } = sending;
  const nextOpen = nextOpenMinutes(limit);
  const own = { left: people, due: begins, sentInARow: 0, sent: 0 };
  const senders = [...others.map((other) => ({ ...other, sent: 0 })), own];
  const perDay: number[] = [];
  const lastDay = Math.floor(begins / DAY) + MAX_DAYS;
  let daysBefore = start.daysBefore;
  for (let day = 0; day < lastDay && people > 0; day += 1) {
    const before = day === 0 ? start.sent : 0;
    const may = Math.max(0, capOf(limit, daysBefore) - before);
    const midnight = (day + 1) * DAY;
    let sent = 0;
    perDay[day] = 0;
    for (const sender of senders) sender.due = openSecond(Math.max(sender.due, day * DAY), nextOpen);
    while (sent < may) {
      const next = senders.reduce(firstDue);
      if (next.left === 0 || next.due >= midnight) break;
      sent += 1;
      next.sent += 1;
      next.left -= 1;
      if (next === own) {
        perDay[day] = (perDay[day] ?? 0) + 1;
        const lastTime = clock(Math.floor((own.due % DAY) / 60));
        const shared = senders.slice(0, -1).map((other) => other.sent);
        if (own.left === 0) return { lastDay: day, lastTime, perDay, shared };
      }
      const gap = gapAfter(next, pace, USUAL);
      next.sentInARow = gap.sentInARow;
      next.due = openSecond(next.due + gap.ms / 1_000, nextOpen);
    }
    if (before + sent > 0) daysBefore += 1;
  }
  return null;
}

type SenderState = Sender & { sent: number };

/** Campaigns that are due at the same second take turns. */
function firstDue(one: SenderState, other: SenderState): SenderState {
  if (one.left === 0) return other;
  if (other.left === 0 || one.due < other.due) return one;
  return one.due === other.due && one.sent <= other.sent ? one : other;
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
export const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
