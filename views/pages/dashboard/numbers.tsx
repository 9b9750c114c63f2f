import { MAX_NEW_CONTACTS, type ReportSort, type ViewFilter } from '@/modules/dashboard/dashboard.schema.ts';
import type { Attendant, Counters, LiveNumbers, Reports } from '@/modules/dashboard/dashboard.views.ts';
import { paths, withQuery } from '@/paths.ts';
import { formatMinutes } from '@/schemas/duration.schema.ts';
import {
  type ChartProps,
  DashboardCharts,
} from '../../../islands/office/dashboard-charts/dashboard-charts.tsx';
import { useI18n, useT } from '../../i18n.tsx';
import { Island } from '../../island.tsx';
import { Button } from '../../ui/button.tsx';
import { downloadsProven } from '../../ui/dialog.tsx';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';
import { Attendants } from './attendants.tsx';
import { ComparedSlot } from './compared.tsx';
import { FigureLink, Unfiltered } from './figure-link.tsx';
import { figureHref, toQuery } from './figures.ts';
import { HeatMap } from './heat-map.tsx';
import { LiveCell } from './live-strip.tsx';
import { ReportTables } from './reports.tsx';

export type NumbersProps = {
  live: LiveNumbers;
  now: number;
  counters: Counters;
  newContacts: number;
  days: { first?: string; last?: string };
  connected: number;
  attendants: Attendant[];
  reports: Reports;
  charts: ChartProps;
  filter: ViewFilter;
  sort: ReportSort;
};

export function Numbers({ live, now, attendants, reports, charts, sort, ...cards }: NumbersProps) {
  const t = useT();
  const { filter } = cards;
  return (
    <>
      <LiveCell live={live} filter={filter} now={now} />
      <Cards {...cards} />
      <ComparedSlot filter={filter} />
      <Attendants attendants={attendants} filter={filter} />
      <div className="flex justify-end">
        <Button icon="download" {...downloadsProven('dashboard-csv', paths.dashboardCsv(toQuery(filter)))}>
          {t('dashboard:csv.download')}
        </Button>
      </div>
      <ReportTables reports={reports} sort={sort} filter={filter} />
      <HeatMap arrivals={reports.arrivals} filter={filter} />
      <Island
        of={DashboardCharts}
        name="dashboard-charts"
        namespaces={['dashboard', 'common']}
        className="dash-charts"
        props={charts}
      />
    </>
  );
}

function shownCount(found: number, locale: string): string | number {
  return found > MAX_NEW_CONTACTS ? `${MAX_NEW_CONTACTS.toLocaleString(locale)}+` : found;
}

type Card = { key: string; icon: IconName; value: string | number; href: string; isWhole?: true };
type CardsProps = Pick<NumbersProps, 'counters' | 'newContacts' | 'connected' | 'days' | 'filter'>;

function Cards({ counters, newContacts, connected, days, filter }: CardsProps) {
  const { t, locale } = useI18n();
  const { avgSupportTime, avgWaitTime } = counters;
  const { queueId, userId } = filter;
  const now = { queueId, userId };
  const added = withQuery(paths.contacts(), { dateStart: days.first, dateEnd: days.last });
  const online = withQuery(paths.connections(), { online: 'true' });
  const cards: Card[] = [
    {
      key: 'happening',
      icon: 'message-circle',
      value: counters.supportHappening,
      href: figureHref('open', now),
    },
    { key: 'pending', icon: 'clock', value: counters.supportPending, href: figureHref('waiting', now) },
    { key: 'connections', icon: 'smartphone', value: connected, href: online, isWhole: true },
    {
      key: 'contacts',
      icon: 'user-plus',
      value: shownCount(newContacts, locale),
      href: added,
      isWhole: true,
    },
    {
      key: 'support',
      icon: 'timer',
      value: formatMinutes(avgSupportTime, t),
      href: figureHref('support', filter),
    },
    { key: 'wait', icon: 'history', value: formatMinutes(avgWaitTime, t), href: figureHref('wait', filter) },
  ];
  const isNarrowed = queueId !== undefined || userId !== undefined;
  return (
    <dl className="dash-cards">
      {cards.map(({ key, icon, value, href, isWhole }) => (
        <div key={key} className="panel dash-card" data-card={key}>
          <dt>
            <Icon name={icon} size={18} className="text-muted" />
            <span>
              {t(`dashboard:card.${key}`)}
              {isWhole && isNarrowed ? <Unfiltered /> : null}
            </span>
          </dt>
          <dd>
            <FigureLink href={href} of={t(`dashboard:card.${key}`)}>
              {value}
            </FigureLink>
          </dd>
        </div>
      ))}
    </dl>
  );
}
