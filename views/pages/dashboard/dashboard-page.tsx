import { DEFAULT_PERIOD, PERIODS, type ViewFilter } from '@/modules/dashboard/dashboard.schema.ts';
import type { FilterType } from '@/modules/dashboard/dashboard-page.schema.ts';
import type { SetupHints } from '@/modules/first-steps/first-steps.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/fields/field.tsx';
import { NewText } from '../../ui/list-page.tsx';
import { PhoneSheet } from '../../ui/menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FirstStepsSlot } from '../tickets/first-steps.tsx';
import { Numbers, type NumbersProps } from './numbers.tsx';
import { personFilter, queueFilter } from './whose-fields.ts';

type Named = { id: number; name: string };
export type DashboardPageProps = {
  numbers: NumbersProps;
  type: FilterType;
  filter: ViewFilter;
  queues: Named[];
  people: Named[];
  hints: SetupHints | null;
};

export function DashboardPage({ numbers, hints, ...form }: DashboardPageProps) {
  const t = useT();
  return (
    <div className="dash">
      <PageHeader title={t('dashboard:title')} />
      {hints ? <FirstStepsSlot hints={hints} /> : null}
      <FilterForm {...form} />
      <div id="dashboard-numbers" className="dash-numbers">
        <Numbers {...numbers} />
      </div>
    </div>
  );
}

/** Swapped in beside the numbers: the button stays in place. */
export const NewFilterCount = ({ filter }: { filter: ViewFilter }) => (
  <NewText id={COUNT_ID} text={countNarrowed(filter)} />
);

const COUNT_ID = 'dashboard-narrowed';

const countNarrowed = ({ days, date_from, date_to, queueId, userId }: ViewFilter) =>
  [days !== DEFAULT_PERIOD && days, date_from, date_to, queueId, userId].filter(Boolean).length || '';

type FilterFormProps = Pick<DashboardPageProps, 'type' | 'filter' | 'queues' | 'people'>;

function FilterForm({ type, filter, queues, people }: FilterFormProps) {
  const t = useT();
  const types = (['period', 'date'] as const).map((value) => ({
    value,
    label: t(`dashboard:filter.${value}`),
  }));
  const periods = PERIODS.map((value) => ({
    value,
    label: value === 0 ? t('dashboard:filter.none') : t('dashboard:filter.days', { count: value }),
  }));
  return (
    <>
      <Button
        icon="filter"
        className="phone-only self-start"
        popoverTarget="dashboard-filter"
        aria-haspopup="dialog"
      >
        {t('common:filter')}
        <span id={COUNT_ID} className="badge badge-sm badge-tone tone-info empty:hidden">
          {countNarrowed(filter)}
        </span>
      </Button>
      <PhoneSheet id="dashboard-filter" label={t('common:filters')}>
        <form
          className="panel dash-filter"
          aria-label={t('dashboard:filter.title')}
          hx-get={paths.home()}
          hx-trigger="submit, click from:#dashboard-filter-apply"
          hx-include="[name=sort]"
          hx-target="#dashboard-numbers"
          hx-swap="innerHTML"
          hx-replace-url="true"
        >
          <Select name="type" label={t('dashboard:filter.type')} options={types} defaultValue={type} />
          <Select
            name="days"
            label={t('dashboard:filter.period')}
            options={periods}
            defaultValue={filter.days ?? DEFAULT_PERIOD}
            className="dash-period"
          />
          <Field
            type="date"
            name="date_from"
            label={t('dashboard:filter.from')}
            defaultValue={filter.date_from}
            className="dash-date"
          />
          <Field
            type="date"
            name="date_to"
            label={t('dashboard:filter.to')}
            defaultValue={filter.date_to}
            className="dash-date"
          />
          <Select {...queueFilter(t, queues)} defaultValue={filter.queueId} />
          <Select {...personFilter(t, people)} defaultValue={filter.userId} />
          <Button type="submit" variant="primary" icon="filter" className="max-[599px]:hidden">
            {t('dashboard:filter.apply')}
          </Button>
          <Button
            id="dashboard-filter-apply"
            variant="primary"
            className="phone-only"
            popoverTarget="dashboard-filter"
            popoverTargetAction="hide"
          >
            {t('common:showResults')}
          </Button>
        </form>
      </PhoneSheet>
    </>
  );
}
