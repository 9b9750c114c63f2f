import { AttendantRows } from '@views/pages/dashboard/attendants.tsx';
import { ComparedParts } from '@views/pages/dashboard/compared.tsx';
import { DashboardPage, type DashboardPageProps } from '@views/pages/dashboard/dashboard-page.tsx';
import { LiveStrip } from '@views/pages/dashboard/live-strip.tsx';
import { Numbers } from '@views/pages/dashboard/numbers.tsx';
import { type Ctx, isPartial } from '@/core/http/env.ts';
import { fragment, leadTo, page, trigger } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { isAdmin } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { addDays, today } from '@/core/zoned-time.ts';
import { findSetupHints } from '@/modules/first-steps/first-steps.queries.ts';
import { paths } from '@/paths.ts';
import { countTicketsOfDays, countTicketsOfUsers } from './charts.queries.ts';
import { comparePeriods } from './compared.queries.ts';
import { readDashboard, readLiveNumbers } from './dashboard.queries.ts';
import { DashboardFilter } from './dashboard.schema.ts';
import { hasContent, PageFilter } from './dashboard-page.schema.ts';
import { readPageNumbers } from './page-numbers.queries.ts';

const CHART_DAYS = 7;

export const dashboardPages = [
  pageRoute('GET /', {
    access: 'person',
    query: PageFilter,
    async show(c, { query: { type, sort, filter } }) {
      const { scope } = c.var;
      if (!isAdmin(scope.actor)) return leadTo(c, paths.tickets());
      if (isPartial(c) && !hasContent(filter)) return askForFilter(c);
      const numbers = { ...(await readPageNumbers(scope, filter, sort)), sort };
      if (isPartial(c)) return fragment(c, <Numbers {...numbers} filter={filter} />);
      const props: DashboardPageProps = {
        numbers,
        type,
        filter,
        live: await readLiveNumbers(scope),
        hints: await findSetupHints(scope),
        now: scope.now().getTime(),
        charts: await readCharts(scope),
      };
      return page(c, { title: 'dashboard:title', active: 'dashboard' }, <DashboardPage {...props} />);
    },
  }),
  pageRoute('GET /dashboard/live', {
    access: 'admin',
    async show(c) {
      const live = await readLiveNumbers(c.var.scope);
      return fragment(c, <LiveStrip live={live} now={c.var.scope.now().getTime()} />);
    },
  }),
  pageRoute('GET /dashboard/compared', {
    access: 'admin',
    query: DashboardFilter,
    async show(c, { query: filter }) {
      return fragment(c, <ComparedParts compared={await comparePeriods(c.var.scope, filter)} />);
    },
  }),
  pageRoute('GET /dashboard/attendants', {
    access: 'admin',
    query: DashboardFilter,
    async show(c, { query: filter }) {
      const { attendants } = await readDashboard(c.var.scope, filter);
      return fragment(c, <AttendantRows attendants={attendants} />);
    },
  }),
];

async function readCharts(scope: Scope): Promise<DashboardPageProps['charts']> {
  const dates = { initialDate: addDays(today(scope), 1 - CHART_DAYS), finalDate: today(scope) };
  const [users, days] = await Promise.all([
    countTicketsOfUsers(scope, dates),
    countTicketsOfDays(scope, dates),
  ]);
  return { dates, users, days };
}

/** Spec part 1 §5. The page content stays. */
function askForFilter(c: Ctx): Response {
  trigger(c, { toast: { level: 'error', text: c.var.t('dashboard:filter.empty') } });
  return c.body(null, 204);
}
