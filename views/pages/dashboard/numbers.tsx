import {
  type DashboardFilter,
  MOST_NEW_CONTACTS,
  type ReportSort,
} from '@/modules/dashboard/dashboard.schema.ts';
import type { Attendant, Counters, Reports } from '@/modules/dashboard/dashboard.views.ts';
import { paths } from '@/paths.ts';
import { formatMinutes } from '@/schemas/duration.schema.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { downloadsProven } from '../../ui/dialog.tsx';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';
import { Attendants } from './attendants.tsx';
import { ComparedSlot } from './compared.tsx';
import { toQuery } from './figures.ts';
import { HeatMap } from './heat-map.tsx';
import { ReportTables } from './reports.tsx';

export type NumbersProps = {
  counters: Counters;
  newContacts: number;
  /** The company's connections that are online. */
  connected: number;
  attendants: Attendant[];
  reports: Reports;
  filter: DashboardFilter;
  sort: ReportSort;
};

export function Numbers({ attendants, reports, filter, sort, ...cards }: NumbersProps) {
  const t = useT();
  return (
    <>
      <Cards {...cards} />
      <ComparedSlot filter={filter} />
      <Attendants attendants={attendants} filter={filter} />
      <div className="flex justify-end">
        <Button icon="download" {...downloadsProven('dashboard-csv', paths.dashboardCsv(toQuery(filter)))}>
          {t('dashboard:csv.download')}
        </Button>
      </div>
      <ReportTables reports={reports} sort={sort} />
      <HeatMap arrivals={reports.arrivals} />
    </>
  );
}

function shownCount(found: number, locale: string): string | number {
  return found > MOST_NEW_CONTACTS ? `${MOST_NEW_CONTACTS.toLocaleString(locale)}+` : found;
}

type Card = { key: string; icon: IconName; value: string | number; href?: string };

function Cards({
  counters,
  newContacts,
  connected,
}: Pick<NumbersProps, 'counters' | 'newContacts' | 'connected'>) {
  const { t, locale } = useI18n();
  const { avgSupportTime, avgWaitTime } = counters;
  const cards: Card[] = [
    { key: 'happening', icon: 'message-circle', value: counters.supportHappening, href: paths.tickets() },
    { key: 'pending', icon: 'clock', value: counters.supportPending, href: paths.tickets() },
    { key: 'connections', icon: 'smartphone', value: connected, href: paths.connections() },
    { key: 'contacts', icon: 'user-plus', value: shownCount(newContacts, locale), href: paths.contacts() },
    { key: 'support', icon: 'timer', value: formatMinutes(avgSupportTime, t) },
    { key: 'wait', icon: 'history', value: formatMinutes(avgWaitTime, t) },
  ];
  return (
    <dl className="dash-cards">
      {cards.map(({ key, icon, value, href }) => (
        <div key={key} className="panel dash-card" data-card={key}>
          <dt>
            <Icon name={icon} size={18} className="text-muted" />
            {href ? (
              <a href={href} className="link-hover">
                {t(`dashboard:card.${key}`)}
              </a>
            ) : (
              t(`dashboard:card.${key}`)
            )}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
