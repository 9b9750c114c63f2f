import { addDays, zonedParts, zonedTime } from '@/core/zoned-time.ts';
import type { Attendances } from './attendance.ts';
import { weekdayOf } from './office-hours.ts';
import type { Customer } from './people.ts';
import type { Random } from './random.ts';
import { FINANCE } from './talk/finance.ts';
import type { Topic } from './talk/lines.ts';
import { SALES } from './talk/sales.ts';
import { SUPPORT } from './talk/support.ts';
import { weighted } from './team.ts';
import { DAY, HOUR, MINUTE } from './time.ts';

export const DAYS = 60;

const AT_WORK = ['ana', 'bia', 'caio', 'duda'].map((name) => `${name}@aurora.example`);
const CAIO = 2;

const TOPICS: Topic[] = [...SALES, ...SUPPORT, ...FINANCE];
const PER_DAY = [0, 10, 9, 8, 8, 9, 5];
/** How many customers write in each hour from 8 to 20. */
const BY_HOUR = [5, 8, 10, 9, 5, 6, 9, 10, 8, 6, 3, 2, 1];
const RETURNING = 0.3;
const PAUSE = 2 * DAY;

type Known = { customer: Customer; freeAt: number };

export type History = {
  now: Date;
  timeZone: string;
  random: Random;
  attendances: Attendances;
  customers: Customer[];
  /** A part of the usual number of conversations. */
  share: number;
};

/** Conversations from sixty days ago until now: fewer at the beginning, and hardly any on Sundays. */
export function planSixtyDays({ now, timeZone, random, attendances, customers, share }: History): void {
  const { day: today } = zonedParts(now, timeZone);
  const strangers = [...customers];
  const known: Known[] = [];
  const next = (at: number): Known => {
    const free = known.filter(({ freeAt }) => freeAt + PAUSE < at);
    if (free.length > 0 && (random.chance(RETURNING) || strangers.length === 0)) return random.pick(free);
    const customer = strangers.shift();
    if (!customer) throw new Error('there are too few customers');
    const fresh = { customer, freeAt: 0 };
    known.push(fresh);
    return fresh;
  };
  for (let ago = DAYS; ago >= 0; ago -= 1) {
    const day = addDays(today, -ago);
    for (const at of momentsOf({ day, ago, timeZone, random, share })) {
      if (at > now.getTime() - 4 * HOUR) continue;
      const person = next(at);
      const topic = weighted(TOPICS, ({ weight }) => weight, random.next());
      const isRecent = at > now.getTime() - 5 * DAY;
      const ending = isRecent && topic.tags && random.chance(0.6) ? 'open' : 'resolved';
      const byBot = random.chance(0.2);
      person.freeAt = attendances.plan({ at, customer: person.customer, topic, byBot, ending });
      if (ending === 'open') person.freeAt = Number.POSITIVE_INFINITY;
    }
  }
  planPresent({ now, random, attendances, next });
}

type Day = Pick<History, 'timeZone' | 'random' | 'share'> & { day: string; ago: number };

function momentsOf({ day, ago, timeZone, random, share }: Day): number[] {
  const usual = PER_DAY[weekdayOf(day)] ?? 0;
  const count = Math.max(0, Math.round((usual * (1 - ago / 150) + random.between(-1, 2)) * share));
  const midnight = zonedTime(day, '00:00', timeZone).getTime();
  return Array.from({ length: count }, () => {
    const hour = 8 + weighted([...BY_HOUR.keys()], (index) => BY_HOUR[index] ?? 0, random.next());
    return midnight + hour * HOUR + random.between(0, 3_599) * 1_000;
  }).sort((a, b) => a - b);
}

/** Whatever the hour: some are being answered, some wait. */
function planPresent({
  now,
  random,
  attendances,
  next,
}: Pick<History, 'now' | 'random' | 'attendances'> & { next(at: number): Known }): void {
  const before = (least: number, most: number) => now.getTime() - random.between(least, most) * MINUTE;
  const plan = (at: number, topic: Topic, ending: 'open' | 'waiting', byBot: boolean, by?: string) => {
    const person = next(at);
    person.freeAt = Number.POSITIVE_INFINITY;
    attendances.plan({ at, customer: person.customer, topic, byBot, ending, isHurried: true, by });
  };
  // Everybody has somebody to answer, whatever the dice say.
  for (const [index, by] of AT_WORK.entries())
    for (const topic of random.shuffled(index === CAIO ? SUPPORT : SALES).slice(0, 2))
      plan(before(50, 150), topic, 'open', false, by);
  for (const topic of random.shuffled(TOPICS).slice(0, 3))
    plan(before(50, 150), topic, 'open', random.chance(0.2));
  for (const [index, topic] of random.shuffled(TOPICS).slice(0, 6).entries())
    plan(before(3 + index * 6, 8 + index * 7), topic, 'waiting', index % 3 === 0);
}
