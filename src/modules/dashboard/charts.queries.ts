import { ticketTrackings, users } from '@db/tenant/schema/index.ts';
import { and, asc, count, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { addDays } from '@/core/zoned-time.ts';
import { ownFiguresOf } from './dashboard.policy.ts';
import type { ChartFilter, Whose } from './dashboard.schema.ts';
import type { TicketsOfDays, TicketsOfUsers } from './dashboard.views.ts';
import { begunIn, dayNamed, daysOf, finishedIn, type Range, shownBy } from './period.queries.ts';
import { idOf, isOf } from './whose.queries.ts';

/** Contract: http §10. All users of the company, also those without finished tickets; highest count first. */
export async function countTicketsOfUsers(scope: Scope, filter: ChartFilter): Promise<TicketsOfUsers> {
  const people = await countOfPeople(scope, filter, { userId: ownFiguresOf(scope) });
  return { data: people.map(({ name, n }) => ({ quantidade: n, nome: name })) };
}

type Dates = Pick<ChartFilter, 'initialDate' | 'finalDate'>;

export async function countOfPeople(scope: Scope, { initialDate, finalDate }: Dates, whose: Whose) {
  const { userId } = ticketTrackings;
  const ended = finishedIn(daysOf(scope, initialDate, finalDate));
  const rows = await scope.slowDb
    .select({ userId, n: count() })
    .from(ticketTrackings)
    .where(and(ended, isOf({ ...whose, userId: undefined }, ticketTrackings)))
    .groupBy(userId);
  const found = new Map(rows.map((row) => [row.userId, row.n]));
  const people = await scope.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(whose.userId === undefined ? undefined : sql`${users.id} is ${idOf(whose.userId)}`)
    .orderBy(asc(users.id));
  return people
    .map(({ id, name }) => ({ id, name, n: found.get(id) ?? 0 }))
    .sort((a, b) => b.n - a.n || a.name.localeCompare(b.name));
}

/** Contract: http §10. Hours of one day, or each day of several. */
export async function countTicketsOfDays(scope: Scope, filter: ChartFilter): Promise<TicketsOfDays> {
  const times = await countOfTimes(scope, filter, { userId: ownFiguresOf(scope) });
  return {
    count: times.reduce((sum, { n }) => sum + n, 0),
    data: times.map(({ day, hour, n }) =>
      hour === undefined ? { total: n, data: shownDay(day) } : { total: n, horario: hour },
    ),
  };
}

export const shownDay = (day: string): string => day.split('-').reverse().join('/');

type Time = { day: string; hour?: number; n: number };

export async function countOfTimes(
  scope: Scope,
  { initialDate: first, finalDate: last }: Dates,
  whose: Whose,
): Promise<Time[]> {
  const range = daysOf(scope, first, last);
  const { day, hour } = shownBy(scope.timeZone, ticketTrackings.createdAt, range);
  const found = await countBegun(scope, range, whose, first === last ? hour : day);
  if (first === last)
    return Array.from({ length: 24 }, (_, at) => ({ day: first, hour: at, n: found.get(at) ?? 0 }));
  const byDay = new Map([...found].map(([at, n]) => [dayNamed(at), n]));
  const days: Time[] = [];
  for (let at = first; at <= last; at = addDays(at, 1)) days.push({ day: at, n: byDay.get(at) ?? 0 });
  return days;
}

async function countBegun(
  scope: Scope,
  range: Range,
  whose: Whose,
  by: SQL<number>,
): Promise<Map<number, number>> {
  const rows = await scope.slowDb
    .select({ at: sql<number>`${by}`.as('at'), n: count() })
    .from(ticketTrackings)
    .where(and(begunIn(range), isOf(whose, ticketTrackings)))
    .groupBy(sql`at`);
  return new Map(rows.map(({ at, n }) => [at, n]));
}
