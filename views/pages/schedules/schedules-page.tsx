import type { SchedulePage, ScheduleView } from '@/modules/schedules/schedules.views.ts';
import { schedulePaths } from '@/paths.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { Schedules } from '../../../islands/office/schedules/schedules.tsx';
import { type I18n, useI18n } from '../../i18n.tsx';
import { Island } from '../../island.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowMenu, RowName } from '../../ui/row-actions.tsx';
import { TONES } from './schedule-text.ts';

type SchedulesPageProps = {
  shows: 'page' | 'rows';
  page: SchedulePage;
  searchParam: string;
  canChange: number[];
  contactId: number | null;
};

export function SchedulesPage({ shows, page, searchParam, canChange, contactId }: SchedulesPageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <>
      <ListPage
        shows={shows}
        name="schedule"
        title={t('schedules:title')}
        href={schedulePaths.list()}
        refresh="schedule"
        query={{ searchParam }}
        search={t('common:search')}
        add={{ label: t('schedules:add'), href: schedulePaths.add() }}
        notice={
          <Island
            of={Schedules}
            name="schedules"
            namespaces={['schedules', 'common']}
            props={{}}
            className="panel mb-4 p-2 sm:p-3"
          />
        }
        sorted={{ by: 'lastAdded' }}
        columns={columnsOf(i18n, canChange)}
        items={page.schedules}
        hasMore={page.hasMore}
        empty={{
          icon: 'calendar-clock',
          title: t('schedules:empty.title'),
          text: t('schedules:empty.text'),
        }}
      />
      {shows === 'page' && contactId !== null ? (
        // Replaces the address, so that a reload does not open the dialog again.
        <div
          hidden
          {...opensDialog(schedulePaths.add({ contactId }))}
          hx-trigger="load"
          hx-replace-url={schedulePaths.list()}
        />
      ) : null}
    </>
  );
}

function columnsOf(i18n: I18n, canChange: number[]): Column<ScheduleView>[] {
  const { t } = i18n;
  return [
    {
      key: 'contact',
      label: t('schedules:contact'),
      role: 'title',
      cell: ({ id, contact }) => (
        <RowName dialog={schedulePaths.edit(id)}>{formatNumber(contact.name)}</RowName>
      ),
    },
    {
      key: 'body',
      label: t('schedules:body'),
      role: 'detail',
      cell: ({ body }) => <span className="min-[600px]:line-clamp-2 min-[600px]:max-w-md">{body}</span>,
    },
    {
      key: 'sendAt',
      label: t('schedules:sendAt'),
      role: 'mark',
      className: 'whitespace-nowrap',
      cell: (schedule) => <When schedule={schedule} />,
    },
    {
      key: 'status',
      label: t('schedules:state'),
      role: 'side',
      cell: ({ status }) => <Badge tone={TONES[status]}>{t(`schedules:status.${status}`)}</Badge>,
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: (schedule) => <Actions schedule={schedule} isChangeable={canChange.includes(schedule.id)} />,
    },
  ];
}

function When({ schedule: { sendAt, repeats } }: { schedule: ScheduleView }) {
  const i18n = useI18n();
  const label = i18n.t(`schedules:repeat.${repeats}`);
  return (
    <span className="inline-flex items-center gap-1.5">
      <time dateTime={sendAt}>{formatMoment(sendAt, i18n)}</time>
      {repeats === 'never' ? null : (
        <span title={label} className="text-muted">
          <Icon name="refresh-cw" size={14} />
          <span className="sr-only">{label}</span>
        </span>
      )}
    </span>
  );
}

function Actions({ schedule, isChangeable }: { schedule: ScheduleView; isChangeable: boolean }) {
  const { t } = useI18n();
  const { id, contact, sentAt } = schedule;
  const name = formatNumber(contact.name);
  const edit = { label: t('schedules:edit', { name }), href: schedulePaths.edit(id) };
  const remove = { label: t('schedules:delete', { name }), href: schedulePaths.confirmDelete(id) };
  const show = (
    <IconButton
      id={`schedule-${id}-show`}
      icon="eye"
      label={t('schedules:show', { name })}
      {...opensDialog(schedulePaths.edit(id))}
    />
  );
  if (!isChangeable) return show;
  if (sentAt === null) return <RowActions id={`schedule-${id}`} name={name} edit={edit} remove={remove} />;
  return (
    <RowMenu id={`schedule-${id}`} name={name}>
      {show}
      <IconButton
        id={`schedule-${id}-delete`}
        icon="trash"
        label={remove.label}
        {...opensDialog(remove.href)}
      />
    </RowMenu>
  );
}
