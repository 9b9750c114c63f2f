import { connections, queues, ticketTrackings, users } from '@db/tenant/schema/index.ts';
import { and, type SQL, sql, type Table } from 'drizzle-orm';
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

/** Contract: http §10, what took no time is no measurement. */
const SUMS: Record<keyof Sums, SQL> = {
  tickets: sql`count(*)`,
  finished: sql`count(${finishedAt})`,
  support: sql`total(max(${support}, 0))`,
  supported: sql`total(${support} > 0)`,
  wait: sql`total(max(${wait}, 0))`,
  waited: sql`total(${wait} > 0)`,
  answer: sql`total(${answerSeconds})`,
  answered: sql`count(${answerSeconds})`,
  resolution: sql`total(${resolutionSeconds})`,
  resolved: sql`count(${resolutionSeconds})`,
  rate: sql`total(${rate})`,
  rated: sql`count(${rate})`,
};
const KEYS = Object.keys(SUMS) as (keyof Sums)[];

/**
 * Every attendance of the period, summed for each agent, queue and connection. Each of their combinations is a search
 * in one index: grouped instead, the rows would first be sorted, which takes three times as long as adding them up.
 */
export async function readTallies(scope: Scope, filter: DashboardFilter): Promise<Tally[]> {
  const isTheirs = sql`${userId} is u.id and ${queueId} is q.id and ${connectionId} is c.id`;
  const sums = sql.join(Object.values(SUMS), sql`, `);
  const rows = await scope.db
    .select({
      userId: sql<number | null>`u.id`,
      queueId: sql<number | null>`q.id`,
      connectionId: sql<number | null>`c.id`,
      sums: sql<string>`(select json_array(${sums}) from ${ticketTrackings} where ${and(isTheirs, inPeriod(scope, filter))})`,
    })
    .from(sql`${orNone(users)} u, ${orNone(queues)} q, ${orNone(connections)} c`);
  return rows
    .map(({ sums: found, ...whose }) => ({ ...whose, ...toSums(JSON.parse(found) as number[]) }))
    .filter(({ tickets }) => tickets > 0);
}

const orNone = (table: Table): SQL => sql`(select id from ${table} union all select null)`;

function toSums(values: number[]): Sums {
  return Object.fromEntries(KEYS.map((key, at) => [key, values[at] ?? 0])) as Sums;
}

export function addUp(tallies: Sums[]): Sums {
  const sum = toSums([]);
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
