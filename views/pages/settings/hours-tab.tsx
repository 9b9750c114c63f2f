import { CHOICES } from '@/modules/settings/settings.schema.ts';
import type { HolidayView } from '@/modules/settings/settings.views.ts';
import { paths, queuePaths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataRows, DataTable } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { ServiceHoursEditor } from '../../ui/fields/service-hours.tsx';
import { LivePart } from '../../ui/live-part.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';
import { RenderedState } from '../../ui/state-markup.tsx';
import { formatDay } from './day.ts';
import { ChoiceRow, SettingGroup } from './setting-rows.tsx';

type HoursFormProps = {
  companyId: number;
  values: Record<string, string>;
  errors?: Record<string, string>;
  /** No hours were ever set: usual ones are suggested. */
  isOffer?: boolean;
};

export function HoursForm({ companyId, values, errors, isOffer = false }: HoursFormProps) {
  const t = useT();
  return (
    <form
      id="company-hours"
      noValidate
      className="panel mb-6 p-4"
      autoComplete="off"
      hx-put={paths.companyHours(companyId)}
      hx-target="this"
      hx-swap="outerMorph"
      hx-disable="find button[type=submit]"
      hx-sync="this:drop"
    >
      <h2 className="mb-1 font-semibold">{t('settings:hours.title')}</h2>
      {isOffer ? <p className="notice tone-info my-3">{t('settings:hours.offer')}</p> : null}
      <ServiceHoursEditor values={values} errors={errors} />
      <div className="mt-4 flex justify-end">
        <Button type="submit" variant="primary">
          {t('common:save')}
        </Button>
      </div>
    </form>
  );
}

type HoursTabProps = HoursFormProps & { scheduleType: string; holidays: HolidayView[] };

/** The choice decides which of the others apply; morphed, so that hours that are being typed stay. */
export function HoursTab({ scheduleType, holidays, ...hours }: HoursTabProps) {
  const t = useT();
  return (
    <LivePart id="settings-hours" href={paths.settingsHours()} refreshOn="settings">
      <SettingGroup label={t('settings:subject.hours')}>
        <ChoiceRow name="scheduleType" value={scheduleType} choices={CHOICES.scheduleType} />
      </SettingGroup>
      {scheduleType === 'disabled' ? <p className="notice tone-info">{t('settings:hours.none')}</p> : null}
      {scheduleType === 'company' ? (
        <>
          <WhereTextIs text="ofConnections" href={paths.connections()} label={t('connections:title')} />
          <LiveHours {...hours} />
        </>
      ) : null}
      {scheduleType === 'queue' ? (
        <WhereTextIs text="ofQueues" href={queuePaths.list()} label={t('queues:title')} />
      ) : null}
      {scheduleType === 'disabled' ? null : <HolidayPanel holidays={holidays} />}
    </LivePart>
  );
}

function WhereTextIs({ text, href, label }: { text: string; href: string; label: string }) {
  const t = useT();
  return (
    <p className="notice tone-info mb-6">
      <span>
        {t(`settings:hours.${text}`)}{' '}
        <a href={href} className="link">
          {label}
        </a>
      </span>
    </p>
  );
}

function LiveHours(props: HoursFormProps) {
  return (
    <LivePart id="company-hours-live" href={paths.settingsHours()} refreshOn="companyHours">
      <HoursForm {...props} />
    </LivePart>
  );
}

function HolidayPanel({ holidays }: { holidays: HolidayView[] }) {
  const t = useT();
  return (
    <section aria-labelledby="holidays-title">
      <header className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <h2 id="holidays-title" className="font-semibold">
            {t('settings:holidays.title')}
          </h2>
          <p className="text-muted text-sm">{t('settings:holidays.text')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button icon="calendar" {...opensDialog(paths.suggestedHolidays())}>
            {t('settings:holidays.national')}
          </Button>
          <Button variant="primary" icon="plus" {...opensDialog(paths.newHoliday())}>
            {t('settings:holidays.add')}
          </Button>
        </div>
      </header>
      <DataTable
        id="holiday-rows"
        caption={t('settings:holidays.title')}
        href={paths.holidays()}
        sorted={{ by: 'date', column: 'day' }}
        refresh="holiday"
        {...rowsOf(t, holidays)}
      />
    </section>
  );
}

export function HolidayRows({ holidays }: { holidays: HolidayView[] }) {
  const t = useT();
  return <DataRows {...rowsOf(t, holidays)} />;
}

function rowsOf(t: Translate, holidays: HolidayView[]) {
  return {
    columns: columnsOf(t),
    items: holidays,
    keyOf: ({ id }: HolidayView) => id,
    next: null,
    empty: (
      <RenderedState
        icon="calendar"
        title={t('settings:holidays.empty.title')}
        text={t('settings:holidays.empty.text')}
      />
    ),
  };
}

function columnsOf(t: Translate): Column<HolidayView>[] {
  return [
    {
      key: 'name',
      label: t('common:name'),
      role: 'title',
      cell: ({ id, name }) => <RowName dialog={paths.editHoliday(id)}>{name}</RowName>,
    },
    { key: 'day', label: t('settings:holidays.day'), role: 'detail', cell: formatDay },
    {
      key: 'yearly',
      label: t('settings:holidays.often'),
      role: 'side',
      cell: ({ isYearly }) => (
        <Badge tone={isYearly ? 'info' : 'neutral'}>
          {t(isYearly ? 'settings:holidays.yearly' : 'settings:holidays.once')}
        </Badge>
      ),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, name }) => (
        <RowActions
          id={`holiday-${id}`}
          name={name}
          edit={{ label: t('settings:holidays.edit', { name }), href: paths.editHoliday(id) }}
          remove={{ label: t('settings:holidays.delete', { name }), href: paths.confirmDeleteHoliday(id) }}
        />
      ),
    },
  ];
}
