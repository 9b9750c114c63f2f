import { ticketTrackings } from '@db/tenant/schema/index.ts';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { ViewFilter, Whose } from './dashboard.schema.ts';
import { finishedIn, inPeriod, type Range } from './period.queries.ts';
import { groupsOf, isOf } from './whose.queries.ts';

/** Sums in ms, except answers and resolutions: seconds. */
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

export type Summed = keyof Sums;
export type Tally<K extends Summed = Summed> = Pick<Sums, K> & {
  userId: number | null;
  queueId: number | null;
  connectionId: number | null;
};

const { userId, queueId, connectionId, queuedAt, startedAt, finishedAt, ratingAt } = ticketTrackings;
const { answerSeconds, resolutionSeconds, rate } = ticketTrackings;

export const support = sql`(coalesce(${ratingAt}, ${finishedAt}) - ${startedAt})`;
export const wait = sql`(${startedAt} - ${queuedAt})`;

/** Contract: http §10: zero durations are not measurements. */
const SUMS: Record<Summed, SQL> = {
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
const ALL = Object.keys(SUMS) as Summed[];

/** Request only sums shown. Searches the index per combination, most of which have none: GROUP BY would sort the rows. */
export async function readTallies<K extends Summed = Summed>(
  scope: Scope,
  filter: ViewFilter,
  wanted: readonly K[] = ALL as K[],
): Promise<Tally<K>[]> {
  const theirs = sql`${ticketTrackings} where ${and(
    sql`${userId} is u.id and ${queueId} is q.id and ${connectionId} is c.id`,
    inPeriod(scope, filter),
  )}`;
  const keys: Summed[] = ['tickets', ...wanted.filter((key) => key !== 'tickets')];
  const rows = await scope.slowDb
    .select({
      userId: sql<number | null>`u.id`,
      queueId: sql<number | null>`q.id`,
      connectionId: sql<number | null>`c.id`,
      sums: sql<string>`(select ${arrayOf(keys)} from ${theirs})`,
    })
    .from(groupsOf(filter))
    .where(sql`exists (select 1 from ${theirs})`);
  return rows.map(({ sums: found, ...whose }) => ({
    ...whose,
    ...toSums(keys, JSON.parse(found) as number[]),
  }));
}

/** Sums over the attendances that were closed within the range. */
export async function sumFinished<K extends Summed>(
  scope: Scope,
  { range, wanted, ...whose }: Whose & { range: Range; wanted: readonly K[] },
): Promise<Pick<Sums, K>> {
  const [row] = await scope.slowDb
    .select({ sums: arrayOf(wanted) })
    .from(ticketTrackings)
    .where(and(finishedIn(range), isOf(whose, ticketTrackings)));
  return toSums(wanted, JSON.parse(row?.sums ?? '[]') as number[]);
}

function arrayOf(keys: readonly Summed[]): SQL<string> {
  const sums = keys.map((key) => SUMS[key]);
  return sql<string>`json_array(${sql.join(sums, sql`, `)})`;
}

function toSums(keys: readonly Summed[], values: number[]): Sums {
  return Object.fromEntries(keys.map((key, at) => [key, values[at] ?? 0])) as Sums;
}

export function addUp<T extends Partial<Sums>>(tallies: T[]): Pick<Sums, keyof T & Summed> {
  const sum = toSums(ALL, []);
  for (const tally of tallies) for (const key of ALL) sum[key] += tally[key] ?? 0;
  return sum;
}

/** Null without any; rounded to hundredths. */
function mean(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum / count) * 100) / 100;
}

const MINUTE_MS = 60_000;
const MINUTE_S = 60;

export const supportMinutes = ({ support: sum, supported }: Pick<Sums, 'support' | 'supported'>) =>
  mean(sum / MINUTE_MS, supported);
export const waitMinutes = ({ wait: sum, waited }: Pick<Sums, 'wait' | 'waited'>) =>
  mean(sum / MINUTE_MS, waited);
export const answerMinutes = ({ answer, answered }: Pick<Sums, 'answer' | 'answered'>) =>
  mean(answer / MINUTE_S, answered);
export const resolutionMinutes = ({ resolution, resolved }: Pick<Sums, 'resolution' | 'resolved'>) =>
  mean(resolution / MINUTE_S, resolved);
export const meanRate = ({ rate: sum, rated }: Pick<Sums, 'rate' | 'rated'>) => mean(sum, rated);
