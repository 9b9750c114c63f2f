import { ticketTrackings, users } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { addDays } from '@/core/zoned-time.ts';
import { ownFiguresOf } from './dashboard.policy.ts';
import type { ChartFilter } from './dashboard.schema.ts';
import type { TicketsOfDays, TicketsOfUsers } from './dashboard.views.ts';
import { dayNamed, daysOf, shownBy } from './period.queries.ts';

/** Contract: http §10. All users of the company, also those without finished tickets; highest count first. */
export async function countTicketsOfUsers(scope: Scope, filter: ChartFilter): Promise<TicketsOfUsers> {
  const whose = ownFiguresOf(scope);
  const { from, to } = daysOf(scope, filter.initialDate, filter.finalDate);
  const { finishedAt, userId } = ticketTrackings;
  const rows = await scope.slowDb
    .select({ userId, n: count() })
    .from(ticketTrackings)
    .where(and(gte(finishedAt, from), lt(finishedAt, to)))
    .groupBy(userId);
  const found = new Map(rows.map((row) => [row.userId, row.n]));
  const people = await scope.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(whose === undefined ? undefined : eq(users.id, whose))
    .orderBy(asc(users.id));
  const data = people.map(({ id, name }) => ({ quantidade: found.get(id) ?? 0, nome: name }));
  return { data: data.sort((a, b) => b.quantidade - a.quantidade || a.nome.localeCompare(b.nome)) };
}

/** Contract: http §10. Hours of one day, or each day of several. */
export async function countTicketsOfDays(scope: Scope, filter: ChartFilter): Promise<TicketsOfDays> {
  const whose = ownFiguresOf(scope);
  const { initialDate: first, finalDate: last } = filter;
  const range = daysOf(scope, first, last);
  const { day, hour } = shownBy(scope.timeZone, ticketTrackings.createdAt, range);
  const found = await countArrivals(scope, { ...range, whose }, first === last ? hour : day);
  const total = [...found.values()].reduce((sum, n) => sum + n, 0);
  if (first === last) {
    const hours = Array.from({ length: 24 }, (_, horario) => ({ total: found.get(horario) ?? 0, horario }));
    return { count: total, data: hours };
  }
  const byDay = new Map([...found].map(([at, n]) => [dayNamed(at), n]));
  const data: { total: number; data: string }[] = [];
  for (let at = first; at <= last; at = addDays(at, 1))
    data.push({ total: byDay.get(at) ?? 0, data: at.split('-').reverse().join('/') });
  return { count: total, data };
}

async function countArrivals(
  scope: Scope,
  { from, to, whose }: ReturnType<typeof daysOf> & { whose: number | undefined },
  by: SQL<number>,
): Promise<Map<number, number>> {
  const { createdAt, userId } = ticketTrackings;
  const own = whose === undefined ? undefined : eq(userId, whose);
  const rows = await scope.slowDb
    .select({ at: sql<number>`${by}`.as('at'), n: count() })
    .from(ticketTrackings)
    .where(and(gte(createdAt, from), lt(createdAt, to), own))
    .groupBy(sql`at`);
  return new Map(rows.map(({ at, n }) => [at, n]));
}
