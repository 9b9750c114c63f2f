import { z } from 'zod';
import { answerCsv } from '@/core/http/responses/send-csv.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { readBars } from './chart-bars.queries.ts';
import { countTicketsOfDays, countTicketsOfUsers } from './charts.queries.ts';
import { readDashboard, readLiveNumbers } from './dashboard.queries.ts';
import { BarsFilter, ChartFilter, DashboardFilter, ViewFilter, Whose } from './dashboard.schema.ts';
import {
  ChartBars,
  Dashboard,
  LiveNumbers,
  Reports,
  TicketsOfDays,
  TicketsOfUsers,
} from './dashboard.views.ts';
import { reportName, writeReportCsv } from './export-report.service.ts';
import { readReports } from './reports.queries.ts';

const period = () => ({ query: { days: 30 } });
const chart = () => ({ query: { initialDate: '2026-03-01', finalDate: '2026-03-10' } });

export const dashboardEndpoints = [
  endpoint('GET /dashboard', {
    access: 'person',
    summary:
      'The counters of a period, and everybody’s share in it; to others than administrators of their own tickets',
    query: DashboardFilter,
    reply: Dashboard,
    example: period,
    run: (scope, { query }) => readDashboard(scope, query),
  }),
  endpoint('GET /dashboard/ticketsUsers', {
    access: 'person',
    summary: 'How many conversations each person finished; to others than administrators their own',
    query: ChartFilter,
    reply: TicketsOfUsers,
    example: chart,
    run: (scope, { query }) => countTicketsOfUsers(scope, query),
  }),
  endpoint('GET /dashboard/ticketsDay', {
    access: 'person',
    summary:
      'How many conversations began: in each hour of a day, or on each of several days; to others than administrators their own',
    query: ChartFilter,
    reply: TicketsOfDays,
    example: chart,
    run: (scope, { query }) => countTicketsOfDays(scope, query),
  }),
  endpoint('GET /dashboard/bars', {
    access: 'admin',
    summary: 'The bars of a chart: conversations by person, or by day or hour',
    query: BarsFilter,
    reply: ChartBars,
    example: () => ({
      query: { of: 'users' as const, initialDate: '2026-03-01', finalDate: '2026-03-10' },
    }),
    run: (scope, { query }) => readBars(scope, query),
  }),
  endpoint('GET /dashboard/reports', {
    access: 'admin',
    summary: 'Times by queue, agent and connection, and when customers came',
    query: ViewFilter,
    reply: Reports,
    example: period,
    run: (scope, { query }) => readReports(scope, query),
  }),
  endpoint('GET /dashboard/live', {
    access: 'admin',
    summary: 'The current figures',
    query: Whose,
    reply: LiveNumbers,
    run: (scope, { query }) => readLiveNumbers(scope, query),
  }),
  endpoint('GET /dashboard/report.csv', {
    access: 'admin',
    summary: 'The times by queue, agent and connection as CSV',
    query: ViewFilter,
    reply: z.string(),
    mime: 'text/csv',
    errors: ['ERR_PROOF_REQUIRED'],
    example: period,
    answer: (c, { query }) => answerCsv(c, reportName(c.var.scope), () => writeReportCsv(c.var.scope, query)),
  }),
];
