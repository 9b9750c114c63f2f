import { ticketTrackings } from '@db/tenant/schema/index.ts';
import { sql } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import type { DashboardFilter } from './dashboard.schema.ts';
import { inPeriod } from './period.ts';

/** Sums in milliseconds, but for answers and resolutions: those are seconds. */
export type Sums = {
  tickets: number;
  finished: number;
  support: number;
  supported: number;
  wait: number;
  waited: number;
  answer: number;
  answered: number;
  resolution: number;
  resolved: number;
  rate: number;
  rated: number;
};

export type Tally = Sums & { userId: number | null; queueId: number | null; connectionId: number | null };

const { userId, queueId, connectionId, queuedAt, startedAt, finishedAt, ratingAt } = ticketTrackings;
const { answerSeconds, resolutionSeconds, rate } = ticketTrackings;

const support = sql`(coalesce(${ratingAt}, ${finishedAt}) - ${startedAt})`;
const wait = sql`(${startedAt} - ${queuedAt})`;

/** Every attendance of the period, summed for each agent, queue and connection: one pass over one index. */
export async function readTallies(scope: Scope, filter: DashboardFilter): Promise<Tally[]> {
  return scope.db
    .select({
      userId,
      queueId,
      connectionId,
      tickets: sql<number>`count(*)`,
      finished: sql<number>`count(${finishedAt})`,
      // Contract: http §10, what took no time is no measurement.
      support: sql<number>`total(max(${support}, 0))`,
      supported: sql<number>`total(${support} > 0)`,
      wait: sql<number>`total(max(${wait}, 0))`,
      waited: sql<number>`total(${wait} > 0)`,
      answer: sql<number>`total(${answerSeconds})`,
      answered: sql<number>`count(${answerSeconds})`,
      resolution: sql<number>`total(${resolutionSeconds})`,
      resolved: sql<number>`count(${resolutionSeconds})`,
      rate: sql<number>`total(${rate})`,
      rated: sql<number>`count(${rate})`,
    })
    .from(ticketTrackings)
    .where(inPeriod(scope, filter))
    .groupBy(userId, queueId, connectionId);
}

const NOTHING: Sums = {
  tickets: 0,
  finished: 0,
  support: 0,
  supported: 0,
  wait: 0,
  waited: 0,
  answer: 0,
  answered: 0,
  resolution: 0,
  resolved: 0,
  rate: 0,
  rated: 0,
};
const KEYS = Object.keys(NOTHING) as (keyof Sums)[];

export function addUp(tallies: Sums[]): Sums {
  const sum = { ...NOTHING };
  for (const tally of tallies) for (const key of KEYS) sum[key] += tally[key];
  return sum;
}

/** Null without any, rounded to hundredths. */
export function mean(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum / count) * 100) / 100;
}

const MINUTE_MS = 60_000;
const MINUTE_S = 60;

export const supportMinutes = ({ support: sum, supported }: Sums) => mean(sum / MINUTE_MS, supported);
export const waitMinutes = ({ wait: sum, waited }: Sums) => mean(sum / MINUTE_MS, waited);
export const answerMinutes = ({ answer, answered }: Sums) => mean(answer / MINUTE_S, answered);
export const resolutionMinutes = ({ resolution, resolved }: Sums) => mean(resolution / MINUTE_S, resolved);
export const meanRate = ({ rate: sum, rated }: Sums) => mean(sum, rated);
