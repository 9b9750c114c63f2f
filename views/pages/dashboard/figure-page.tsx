import { type Figure, type FigureFilter, MEAN_TIMES } from '@/modules/dashboard/dashboard.schema.ts';
import type { FigureRow, FigurePage as Found } from '@/modules/dashboard/dashboard.views.ts';
import { paths, withQuery } from '@/paths.ts';
import { formatMinutes } from '@/schemas/duration.schema.ts';
import { WEEKDAYS } from '@/schemas/service-hours.schema.ts';
import { ticketPath } from '@/ticket-path.ts';
import { type I18n, type Translate, useI18n } from '../../i18n.tsx';
import { asDate, formatMoment } from '../../parts/messages/dates.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ListLink, ListPage } from '../../ui/list-page.tsx';
import { RowName } from '../../ui/row-actions.tsx';
import type { Sorted } from '../../ui/sorted.tsx';
import { toQuery } from './figures.ts';
import { personFilter, queueFilter } from './whose-fields.ts';

type FigurePageProps = {
  shows: 'page' | 'rows';
  filter: FigureFilter;
  page: Found;
  queues: { id: number; name: string }[];
  people: { id: number; name: string }[];
};

export function FigurePage({ shows, filter, page, queues, people }: FigurePageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { of, days, date_from, date_to, queueId, userId, whatsappId, previous, weekday, hour } = filter;
  const isNow = of === 'open' || of === 'waiting';
  const asText = (value: string | number | boolean | undefined) => value?.toString();
  return (
    <ListPage
      shows={shows}
      isLong
      name="figure"
      title={t(`dashboard:figure.${of}`)}
      count={page.count}
      text={isNow ? t('dashboard:live.now') : whenText(i18n, filter)}
      href={paths.dashboardTickets()}
      refresh={isNow ? 'ticket' : 'undone'}
      fixed={{
        ...{ of, date_from, date_to, days: asText(days), previous: asText(previous) },
        ...{ whatsappId: asText(whatsappId), weekday: asText(weekday), hour: asText(hour) },
      }}
      query={{ queueId: asText(queueId), userId: asText(userId) }}
      filters={[queueFilter(t, queues), personFilter(t, people)]}
      actions={
        <ListLink
          icon="arrow-left"
          label={t('dashboard:title')}
          href={withQuery(paths.home(), {
            ...toQuery(filter),
            type: date_from || date_to ? 'date' : undefined,
          })}
        />
      }
      sorted={sortedBy(filter)}
      columns={columnsOf(i18n, filter)}
      items={page.rows}
      hasMore={page.hasMore}
      empty={{
        icon: 'message-circle',
        title: t('dashboard:nothing'),
        text: t('dashboard:nothingHint'),
        action: null,
      }}
    />
  );
}

function sortedBy({ of }: FigureFilter): Sorted {
  if (of === 'open') return { by: 'activity', column: 'since' };
  return isTimed(of) ? { by: 'slowest', column: 'minutes' } : { by: 'newest', column: 'since' };
}

const TIMED: readonly Figure[] = ['waiting', ...MEAN_TIMES];
const isTimed = (of: Figure) => TIMED.includes(of);

function whenText(i18n: I18n, filter: FigureFilter): string {
  const { t } = i18n;
  const { previous, weekday, hour } = filter;
  return [
    periodText(t, filter),
    previous ? t('dashboard:figurePrevious') : '',
    weekday === undefined ? '' : t(`dashboard:weekday.${WEEKDAYS[weekday]?.weekdayEn}`),
    hour === undefined ? '' : `${hour}h`,
  ]
    .filter(Boolean)
    .join(' · ');
}

type Period = Pick<FigureFilter, 'days' | 'date_from' | 'date_to'>;

export function periodText(t: Translate, { days, date_from, date_to }: Period): string {
  if (days) return t('dashboard:filter.days', { count: days });
  if (date_from && date_to)
    return date_from === date_to ? asDate(date_from) : `${asDate(date_from)} – ${asDate(date_to)}`;
  if (date_from) return t('dashboard:since', { day: asDate(date_from) });
  return date_to ? t('dashboard:until', { day: asDate(date_to) }) : t('dashboard:always');
}

function columnsOf(i18n: I18n, { of }: FigureFilter): Column<FigureRow>[] {
  const { t } = i18n;
  const minutes: Column<FigureRow> = {
    key: 'minutes',
    label: t(`dashboard:figureTime.${of}`),
    role: 'side',
    align: 'end',
    cell: (row) => <data value={row.minutes ?? ''}>{formatMinutes(row.minutes, t)}</data>,
  };
  const rate: Column<FigureRow> = {
    key: 'rate',
    label: t('dashboard:attendants.rating'),
    role: 'side',
    cell: (row) => <data value={row.rate ?? ''}>{row.rate ? t(`dashboard:rating.${row.rate}`) : '–'}</data>,
  };
  const isRated = of === 'rated' || of === 'endedRated';
  return [
    {
      key: 'contact',
      label: t('dashboard:contact'),
      role: 'title',
      cell: ({ uuid, contact }) => (
        <RowName page={ticketPath(uuid)}>
          <span dir="auto">{contact}</span>
        </RowName>
      ),
    },
    {
      key: 'queue',
      label: t('dashboard:filter.queue'),
      cell: ({ queue }) => queue ?? t('dashboard:none.queues'),
    },
    {
      key: 'person',
      label: t('dashboard:filter.person'),
      role: 'detail',
      cell: ({ person }) => person ?? t('dashboard:none.agents'),
    },
    {
      key: 'since',
      label: t(`dashboard:${of === 'open' ? 'lastActivity' : of === 'waiting' ? 'waitingSince' : 'begun'}`),
      role: 'mark',
      className: 'whitespace-nowrap',
      cell: ({ since }) => <time dateTime={since}>{formatMoment(since, i18n)}</time>,
    },
    ...(isTimed(of) ? [minutes] : isRated ? [rate] : []),
  ];
}
