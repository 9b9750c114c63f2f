import type { SendingLimit } from '../settings/sending-limits.schema.ts';
import { JITTER } from './campaign-pace.state.ts';
import { isQuietAt } from './sending-counters.service.ts';

const DAY = 1_440;
const MOST_DAYS = 365;

type Pace = { messageInterval: number; longerIntervalAfter: number; greaterInterval: number };
type Sending = {
  people: number;
  pace: Pace;
  quiet: Pick<SendingLimit, 'quietFrom' | 'quietTo'>;
  /** `HH:mm` in the company's time zone. */
  time: string;
  /** Messages that may still go out on the nth day from today. */
  capOn(day: number): number;
};

/** Minutes until the last message goes out, as an estimate; null for more than a year. */
export function minutesToSend({ people, pace, quiet, time, capOn }: Sending): number | null {
  const isOpenMinute = Array.from({ length: DAY }, (_, minute) => !isQuietAt(clock(minute), quiet));
  const seconds = Math.max(1, usualGap(pace));
  const now = minuteOf(time);
  let left = people;
  for (let day = 0; day < MOST_DAYS; day += 1) {
    let may = Math.min(left, Math.max(0, capOn(day)));
    let spare = 0;
    for (let minute = day === 0 ? now : 0; minute < DAY && may > 0; minute += 1) {
      if (!isOpenMinute[minute]) continue;
      spare += 60;
      const sent = Math.min(may, Math.floor(spare / seconds));
      spare -= sent * seconds;
      may -= sent;
      left -= sent;
      if (left === 0) return day * DAY + minute - now;
    }
  }
  return null;
}

/** Average seconds between two messages. */
function usualGap({ messageInterval, longerIntervalAfter, greaterInterval }: Pace): number {
  const long = Math.max(greaterInterval, messageInterval);
  const round = longerIntervalAfter > 0 ? longerIntervalAfter : 1;
  const sum = messageInterval * (round - 1) + (longerIntervalAfter > 0 ? long : messageInterval);
  return (sum / round) * (1 + JITTER / 2);
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
