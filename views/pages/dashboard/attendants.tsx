import type { Figure, ViewFilter } from '@/modules/dashboard/dashboard.schema.ts';
import type { Attendant } from '@/modules/dashboard/dashboard.views.ts';
import { paths } from '@/paths.ts';
import { type Translate, useI18n, useT } from '../../i18n.tsx';
import { type Column, DataRows, DataTable } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { RenderedState } from '../../ui/state-markup.tsx';
import { FigureLink, Time } from './figure-link.tsx';
import { figureHref, toQuery } from './figures.ts';

type AttendantsProps = { attendants: Attendant[]; filter: ViewFilter };

export function Attendants({ attendants, filter }: AttendantsProps) {
  const t = useT();
  return (
    <section aria-labelledby="dash-attendants">
      <h2 id="dash-attendants" className="dash-title">
        {t('dashboard:attendants.title')}
      </h2>
      <DataTable
        id="attendant-rows"
        caption={t('dashboard:attendants.title')}
        href={paths.dashboardAttendants(toQuery(filter))}
        sorted={{ by: 'name', column: 'name' }}
        refresh="user"
        swap="innerMorph"
        {...useRows(attendants, filter)}
      />
    </section>
  );
}

export function AttendantRows({ attendants, filter }: AttendantsProps) {
  return <DataRows {...useRows(attendants, filter)} />;
}

function useRows(attendants: Attendant[], filter: ViewFilter) {
  const t = useT();
  return {
    columns: columnsOf(t, filter),
    items: attendants,
    keyOf: ({ id }: Attendant) => id,
    next: null,
    empty: <RenderedState icon="users" title={t('dashboard:nothing')} text={t('dashboard:nothingHint')} />,
  };
}

function columnsOf(t: Translate, filter: ViewFilter): Column<Attendant>[] {
  const hrefOf = (of: Figure, userId: number) => figureHref(of, filter, { userId });
  return [
    { key: 'name', label: t('dashboard:attendants.name'), role: 'title', cell: ({ name }) => name },
    {
      key: 'rating',
      label: t('dashboard:attendants.rating'),
      role: 'detail',
      cell: ({ id, name, rating }) => <Stars of={name} rating={rating} href={hrefOf('rated', id)} />,
    },
    {
      key: 'tickets',
      label: t('dashboard:attendants.tickets'),
      align: 'end',
      hide: 'narrow',
      cell: ({ id, name, tickets }) => (
        <FigureLink href={hrefOf('attended', id)} of={`${name}, ${t('dashboard:attendants.tickets')}`}>
          {tickets}
        </FigureLink>
      ),
    },
    {
      key: 'time',
      label: t('dashboard:attendants.time'),
      role: 'side',
      align: 'end',
      cell: ({ id, name, avgSupportTime }) => (
        <Time
          minutes={avgSupportTime}
          href={hrefOf('support', id)}
          of={`${name}, ${t('dashboard:attendants.time')}`}
        />
      ),
    },
    {
      key: 'online',
      label: t('dashboard:attendants.online'),
      role: 'mark',
      className: 'whitespace-nowrap min-[600px]:ps-6',
      cell: ({ online }) => (
        <span className={`dash-online ${online ? 'text-success' : 'text-muted'}`}>
          <Icon name={online ? 'circle-check' : 'circle'} size={16} />
          {t(online ? 'dashboard:attendants.isOnline' : 'dashboard:attendants.isOffline')}
        </span>
      ),
    },
  ];
}

/** Spec part 1 §2: 1 unsatisfied, 2 satisfied, 3 very satisfied. */
function Stars({ of, rating, href }: { of: string; rating: number | null; href: string }) {
  const { t, locale } = useI18n();
  if (rating === null) return <span className="text-muted">{t('dashboard:attendants.unrated')}</span>;
  const stars = Math.min(3, Math.max(1, Math.round(rating)));
  const mean = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(rating);
  return (
    <a href={href} className="dash-stars link-hover" title={t('dashboard:attendants.mean', { mean })}>
      <span className="sr-only">{of}: </span>
      <span aria-hidden="true" className="dash-star-row">
        {[1, 2, 3].map((star) => (
          <Icon key={star} name="star" size={16} className={star <= stars ? 'dash-star' : 'text-muted'} />
        ))}
      </span>
      {t(`dashboard:rating.${stars}`)}
      <span className="sr-only"> ({t('dashboard:attendants.mean', { mean })})</span>
    </a>
  );
}
