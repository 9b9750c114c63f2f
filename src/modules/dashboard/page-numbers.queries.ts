import { contacts } from '@db/tenant/schema/index.ts';
import { and, count, gte, lt } from 'drizzle-orm';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { readArrivals } from './arrivals.queries.ts';
import { countConnected, countNow, toAttendants, toCounters } from './dashboard.queries.ts';
import { type DashboardFilter, MOST_NEW_CONTACTS, type ReportSort } from './dashboard.schema.ts';
import type { Attendant, Counters, Reports } from './dashboard.views.ts';
import { rangeOf } from './period.queries.ts';
import { sortLines, toReports } from './reports.queries.ts';
import { readTallies } from './tallies.queries.ts';

export type PageNumbers = {
  counters: Counters;
  newContacts: number;
  connected: number;
  attendants: Attendant[];
  reports: Reports;
};

export async function readPageNumbers(
  scope: Scope,
  filter: DashboardFilter,
  sort: ReportSort,
): Promise<PageNumbers> {
  requireCan(scope, isAdmin);
  const tallies = await readTallies(scope, filter);
  const [counters, attendants, reports, arrivals, newContacts] = await Promise.all([
    toCounters(scope, tallies),
    toAttendants(scope, tallies),
    toReports(scope, tallies),
    readArrivals(scope, filter),
    countNewContacts(scope, filter),
  ]);
  const { waiting: supportPending } = await countNow(scope);
  return {
    counters: { ...counters, supportPending },
    newContacts,
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

/** Counts one more than is shown: after an import, all contacts of a large company are new. */
async function countNewContacts(scope: Scope, filter: DashboardFilter): Promise<number> {
  const { from, to } = rangeOf(scope, filter);
  const some = scope.slowDb
    .select({ createdAt: contacts.createdAt })
    .from(contacts)
    .where(and(gte(contacts.createdAt, from), lt(contacts.createdAt, to)))
    .limit(MOST_NEW_CONTACTS + 1);
  const [row] = await scope.slowDb.select({ n: count() }).from(some.as('some'));
  return row?.n ?? 0;
}
