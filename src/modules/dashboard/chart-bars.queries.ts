import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { paths } from '@/paths.ts';
import { countOfPeople, countOfTimes, shownDay } from './charts.queries.ts';
import type { BarsFilter } from './dashboard.schema.ts';
import type { ChartBars } from './dashboard.views.ts';

export async function readBars(scope: Scope, filter: BarsFilter): Promise<ChartBars> {
  requireCan(scope, isAdmin);
  return {
    bars: filter.of === 'users' ? await barsOfPeople(scope, filter) : await barsOfTimes(scope, filter),
  };
}

async function barsOfPeople(scope: Scope, filter: BarsFilter): Promise<ChartBars['bars']> {
  const { initialDate: date_from, finalDate: date_to, queueId } = filter;
  const people = await countOfPeople(scope, filter, filter);
  return people.map(({ id, name, n }) => ({
    label: name,
    count: n,
    href: paths.dashboardTickets({ of: 'handled', date_from, date_to, queueId, userId: id }),
  }));
}

async function barsOfTimes(scope: Scope, filter: BarsFilter): Promise<ChartBars['bars']> {
  const { queueId, userId } = filter;
  const times = await countOfTimes(scope, filter, filter);
  return times.map(({ day, hour, n }) => ({
    label: hour === undefined ? shownDay(day) : `${String(hour).padStart(2, '0')}h`,
    count: n,
    href: paths.dashboardTickets({ of: 'begun', date_from: day, date_to: day, hour, queueId, userId }),
  }));
}
