import { connections, queues, ticketTrackings, users } from '@db/tenant/schema/index.ts';
import { and, count, gte, lt, sql } from 'drizzle-orm';
import { isAdmin, requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { DashboardFilter } from './dashboard.schema.ts';
import type { ReportLine, Reports } from './dashboard.views.ts';
import { rangeOf, shownBy } from './period.ts';
import {
  addUp,
  answerMinutes,
  readTallies,
  resolutionMinutes,
  type Sums,
  type Tally,
  waitMinutes,
} from './tallies.queries.ts';

export async function readReports(scope: Scope, filter: DashboardFilter): Promise<Reports> {
  requireCan(scope, isAdmin);
  return {
    ...(await toReports(scope, await readTallies(scope, filter))),
    arrivals: await readArrivals(scope, filter),
  };
}

export async function toReports(scope: Scope, tallies: Tally[]): Promise<Omit<Reports, 'arrivals'>> {
  const named = (table: typeof users | typeof queues | typeof connections) =>
    scope.db.select({ id: table.id, name: table.name }).from(table);
  return {
    total: toLine(null, '', addUp(tallies)),
    queues: toLines(tallies, 'queueId', await named(queues)),
    agents: toLines(tallies, 'userId', await named(users)),
    connections: toLines(tallies, 'connectionId', await named(connections)),
  };
}

type Named = { id: number; name: string };

/** Those with the most first; who had none is left out. */
function toLines(tallies: Tally[], key: 'queueId' | 'userId' | 'connectionId', names: Named[]): ReportLine[] {
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return [...Map.groupBy(tallies, (tally) => tally[key])]
    .map(([id, theirs]) => toLine(id, nameOf.get(id ?? 0) ?? '', addUp(theirs)))
    .sort((a, b) => b.tickets - a.tickets || a.name.localeCompare(b.name));
}

function toLine(id: number | null, name: string, sums: Sums): ReportLine {
  const { tickets, finished } = sums;
  return {
    id,
    name,
    tickets,
    finished,
    avgWaitTime: waitMinutes(sums),
    avgAnswerTime: answerMinutes(sums),
    avgResolutionTime: resolutionMinutes(sums),
  };
}

/** When customers came: by the weekdays, from Monday on, and hours of the company's clocks. */
export async function readArrivals(scope: Scope, filter: DashboardFilter): Promise<number[][]> {
  const range = rangeOf(scope, filter);
  const { createdAt } = ticketTrackings;
  const { day, hour } = shownBy(scope.kernel.config.timeZone, createdAt, range);
  const slot = sql<number>`(${day} + 3) % 7 * 24 + ${hour}`;
  const rows = await scope.db
    .select({ slot, n: count() })
    .from(ticketTrackings)
    .where(and(gte(createdAt, range.from), lt(createdAt, range.to)))
    .groupBy(slot);
  const found = new Map(rows.map((row) => [row.slot, row.n]));
  return Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (_, at) => found.get(weekday * 24 + at) ?? 0),
  );
}
