import { connections, queues, users } from '@db/tenant/schema/index.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { readArrivals } from './arrivals.queries.ts';
import type { ReportSort, ViewFilter } from './dashboard.schema.ts';
import type { ReportLine, Reports } from './dashboard.views.ts';
import {
  addUp,
  answerMinutes,
  readTallies,
  resolutionMinutes,
  type Sums,
  type Tally,
  waitMinutes,
} from './tallies.queries.ts';

export const OF_REPORTS = [
  'tickets',
  'finished',
  'wait',
  'waited',
  'answer',
  'answered',
  'resolution',
  'resolved',
] as const;
type ReportTally = Tally<(typeof OF_REPORTS)[number]>;

export async function readReports(scope: Scope, filter: ViewFilter): Promise<Reports> {
  requireCan(scope, isAdmin);
  return {
    ...(await toReports(scope, await readTallies(scope, filter, OF_REPORTS))),
    arrivals: await readArrivals(scope, filter),
  };
}

export async function toReports(scope: Scope, tallies: ReportTally[]): Promise<Omit<Reports, 'arrivals'>> {
  const named = (table: typeof users | typeof queues | typeof connections) =>
    scope.db.select({ id: table.id, name: table.name }).from(table);
  return {
    total: toLine(null, '', addUp(tallies)),
    queues: toLines(tallies, 'queueId', await named(queues)),
    agents: toLines(tallies, 'userId', await named(users)),
    connections: toLines(tallies, 'connectionId', await named(connections)),
  };
}

/** The slowest first, lines without a time last; by name from A on. */
export function sortLines(lines: ReportLine[], sort: ReportSort): ReportLine[] {
  if (sort === 'name') return lines.toSorted((a, b) => a.name.localeCompare(b.name));
  return lines.toSorted((a, b) => (b[sort] ?? -1) - (a[sort] ?? -1));
}

type Named = { id: number; name: string };

function toLines(
  tallies: ReportTally[],
  key: 'queueId' | 'userId' | 'connectionId',
  names: Named[],
): ReportLine[] {
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return [...Map.groupBy(tallies, (tally) => tally[key])]
    .map(([id, theirs]) => toLine(id, nameOf.get(id ?? 0) ?? '', addUp(theirs)))
    .sort((a, b) => b.tickets - a.tickets || a.name.localeCompare(b.name));
}

function toLine(id: number | null, name: string, sums: Pick<Sums, (typeof OF_REPORTS)[number]>): ReportLine {
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
