import { AttendantRows } from '@views/pages/dashboard/attendants.tsx';
import { CampaignSumsPage } from '@views/pages/dashboard/campaign-sums-page.tsx';
import { ComparedParts } from '@views/pages/dashboard/compared.tsx';
import {
  DashboardPage,
  type DashboardPageProps,
  NewFilterCount,
} from '@views/pages/dashboard/dashboard-page.tsx';
import { FigurePage } from '@views/pages/dashboard/figure-page.tsx';
import { LiveStrip } from '@views/pages/dashboard/live-strip.tsx';
import { Numbers, type NumbersProps } from '@views/pages/dashboard/numbers.tsx';
import { type Ctx, isPartial } from '@/core/http/env.ts';
import { fragment, leadTo, listPage, page, trigger } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { isAdmin } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { findSetupHints } from '@/modules/first-steps/first-steps.queries.ts';
import { listQueueChoices } from '@/modules/queues/queues.queries.ts';
import { listPeopleNames } from '@/modules/users/users.queries.ts';
import { paths } from '@/paths.ts';
import { listCampaignSums } from './campaign-sums.queries.ts';
import { readBars } from './chart-bars.queries.ts';
import { comparePeriods } from './compared.queries.ts';
import { listAttendants, readLiveNumbers } from './dashboard.queries.ts';
import { CampaignFilter, FigureFilter, ViewFilter, Whose } from './dashboard.schema.ts';
import { hasContent, PageFilter } from './dashboard-page.schema.ts';
import { listFigure } from './figure-tickets.queries.ts';
import { readPageNumbers } from './page-numbers.queries.ts';
import { chartDates, daysIn } from './period.queries.ts';

export const dashboardPages = [
  pageRoute('GET /', {
    access: 'person',
    query: PageFilter,
    async answer(c, { query: { type, sort, filter } }) {
      const { scope } = c.var;
      if (!isAdmin(scope.actor)) return leadTo(c, paths.tickets());
      if (isPartial(c) && !hasContent(filter)) return askForFilter(c);
      const numbers: NumbersProps = {
        ...(await readPageNumbers(scope, filter, sort)),
        ...{ sort, filter, now: scope.now().getTime() },
        live: await readLiveNumbers(scope, filter),
        charts: await readCharts(scope, filter),
      };
      if (isPartial(c))
        return fragment(
          c,
          <>
            <Numbers {...numbers} />
            <NewFilterCount filter={filter} />
          </>,
        );
      const props: DashboardPageProps = {
        ...{ numbers, type, filter },
        queues: await listQueueChoices(scope),
        people: await listPeopleNames(scope),
        hints: await findSetupHints(scope),
      };
      return page(c, { title: 'dashboard:title', active: 'dashboard' }, <DashboardPage {...props} />);
    },
  }),
  pageRoute('GET /dashboard/live', {
    access: 'admin',
    query: Whose,
    async answer(c, { query: filter }) {
      const live = await readLiveNumbers(c.var.scope, filter);
      return fragment(c, <LiveStrip live={live} filter={filter} now={c.var.scope.now().getTime()} />);
    },
  }),
  pageRoute('GET /dashboard/compared', {
    access: 'admin',
    query: ViewFilter,
    async answer(c, { query: filter }) {
      const compared = await comparePeriods(c.var.scope, filter);
      const days = daysIn(c.var.scope, filter);
      return fragment(c, <ComparedParts compared={compared} filter={filter} days={days} />);
    },
  }),
  pageRoute('GET /dashboard/attendants', {
    access: 'admin',
    query: ViewFilter,
    async answer(c, { query: filter }) {
      const attendants = await listAttendants(c.var.scope, filter);
      return fragment(c, <AttendantRows attendants={attendants} filter={filter} />);
    },
  }),
  pageRoute('GET /dashboard/tickets', {
    access: 'admin',
    query: FigureFilter,
    example: () => ({ query: { of: 'attended' as const, days: 30 } }),
    async answer(c, { query: filter }) {
      const { scope } = c.var;
      const props = {
        ...{ filter, page: await listFigure(scope, filter) },
        queues: await listQueueChoices(scope),
        people: await listPeopleNames(scope),
      };
      const head = { title: 'dashboard:title', active: 'dashboard' };
      return listPage(c, head, (shows) => <FigurePage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /dashboard/campaigns', {
    access: 'admin',
    query: CampaignFilter,
    async answer(c, { query: filter }) {
      const props = { filter, page: await listCampaignSums(c.var.scope, filter) };
      const head = { title: 'dashboard:title', active: 'dashboard' };
      return listPage(c, head, (shows) => <CampaignSumsPage shows={shows} {...props} />);
    },
  }),
];

async function readCharts(scope: Scope, filter: ViewFilter): Promise<NumbersProps['charts']> {
  const { queueId, userId } = filter;
  const dates = chartDates(scope, filter);
  const barsOf = async (of: 'users' | 'days') =>
    (await readBars(scope, { ...dates, queueId, userId, of })).bars;
  return { dates, whose: { queueId, userId }, users: await barsOf('users'), days: await barsOf('days') };
}

/** Spec part 1 §5. The page content stays. */
function askForFilter(c: Ctx): Response {
  trigger(c, { toast: { level: 'error', text: c.var.t('dashboard:filter.empty') } });
  return c.body(null, 204);
}
