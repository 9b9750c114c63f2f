import { contacts } from '@db/tenant/schema/index.ts';
import { and, count, gte, lt, sql } from 'drizzle-orm';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { readArrivals } from './arrivals.queries.ts';
import { countConnected, countNow, toAttendants, toCounters } from './dashboard.queries.ts';
import { MAX_NEW_CONTACTS, type ReportSort, type ViewFilter } from './dashboard.schema.ts';
import type { Attendant, Counters, Reports } from './dashboard.views.ts';
import { daysIn, wholeDaysOf } from './period.queries.ts';
import { sortLines, toReports } from './reports.queries.ts';
import { readTallies } from './tallies.queries.ts';

export type PageNumbers = {
  counters: Counters;
  newContacts: number;
  days: { first?: string; last?: string };
  connected: number;
  attendants: Attendant[];
  reports: Reports;
};

export async function readPageNumbers(
  scope: Scope,
  filter: ViewFilter,
  sort: ReportSort,
): Promise<PageNumbers> {
  requireCan(scope, isAdmin);
  const tallies = await readTallies(scope, filter);
  const [counters, attendants, reports, arrivals, newContacts] = await Promise.all([
    toCounters(scope, tallies, filter),
    toAttendants(scope, tallies, filter),
    toReports(scope, tallies),
    readArrivals(scope, filter),
    countNewContacts(scope, filter),
  ]);
  const { waiting: supportPending } = await countNow(scope, filter);
  return {
    counters: { ...counters, supportPending },
    newContacts,
    days: daysIn(scope, filter),
    connected: await countConnected(scope),
    attendants,
    reports: {
      total: reports.total,
      queues: sortLines(reports.queues, sort),
      agents: sortLines(reports.agents, sort),
      connections: sortLines(reports.connections, sort),
      arrivals,
    },
  };
}

const FOREVER = new Date(8.64e15);

/** As `/contacts` lists them: whole days, no groups. Counts one more than is shown: after an import, all contacts are new. */
async function countNewContacts(scope: Scope, filter: ViewFilter): Promise<number> {
  const { from, to } = wholeDaysOf(scope, filter);
  const { createdAt, isGroup } = contacts;
  const isNew = and(
    gte(createdAt, from ?? new Date(0)),
    lt(createdAt, to ?? FOREVER),
    // Without index: the days find the rows.
    sql`+${isGroup} = 0`,
  );
  const some = scope.slowDb.select({ createdAt }).from(contacts).where(isNew);
  const [row] = await scope.slowDb.select({ n: count() }).from(some.limit(MAX_NEW_CONTACTS + 1).as('some'));
  return row?.n ?? 0;
}
