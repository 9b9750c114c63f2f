import type { ChainCheck } from '@/core/audit/audit-chain.ts';
import {
  AUDIT_ACTIONS,
  AUDIT_DAYS,
  AUDIT_KINDS,
  type AuditLogFilter,
  kindOf,
} from '@/modules/audit/audit.schema.ts';
import type { AuditLogPage as AuditLog, AuditLogEntryView } from '@/modules/audit/audit.views.ts';
import { type AuditArea, auditPaths } from '@/modules/audit/audit-paths.schema.ts';
import { paths } from '@/paths.ts';
import { type I18n, type Translate, useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { downloadsProven, goesOnProven, opensDialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/fields/field.tsx';
import { ListAction, ListLink, ListPage } from '../../ui/list-page.tsx';
import { PhoneSheet } from '../../ui/menu.tsx';
import { RowName } from '../../ui/row-actions.tsx';
import { whatText } from './entry-text.ts';

type AuditLogPageProps = {
  shows: 'page' | 'rows';
  area: AuditArea;
  log: AuditLog;
  filter: AuditLogFilter;
  people: { id: number; name: string }[];
  /** Null when no retention is set. */
  days: string | null;
  isSuper: boolean;
};

export function AuditLogPage({ shows, area, log, filter, people, days, isSuper }: AuditLogPageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { searchParam, personId, kind, action, from, to } = filter;
  const query = { searchParam, personId: personId ? String(personId) : '', kind, action, from, to };
  return (
    <ListPage
      shows={shows}
      name="audit"
      title={t(`audit:title.${area}`)}
      text={t(`audit:text.${area}`)}
      href={auditPaths.list(area)}
      refresh="audit"
      query={query}
      search={t('audit:search')}
      filters={filtersOf(t, { area, people, kind })}
      actions={
        <>
          <ListAction
            icon="shield"
            label={t('audit:keeping')}
            className="phone-only"
            popoverTarget={RETENTION}
            aria-haspopup="dialog"
          />
          <OtherArea area={area} isSuper={isSuper} />
          <ListAction
            icon="download"
            label={t('audit:export')}
            {...downloadsProven('audit-csv', auditPaths.csv(area, query))}
          />
        </>
      }
      notice={<Retention area={area} days={days} />}
      sorted={{ by: 'newest', column: 'when' }}
      columns={columnsOf(i18n, area)}
      items={log.entries}
      hasMore={log.hasMore}
      empty={{
        icon: 'shield',
        title: t('audit:empty.title'),
        text: t('audit:empty.text'),
        action: <LinkButton href={paths.settings()}>{t('settings:title')}</LinkButton>,
      }}
    />
  );
}

function OtherArea({ area, isSuper }: Pick<AuditLogPageProps, 'area' | 'isSuper'>) {
  const { t } = useI18n();
  if (area === 'platform')
    return <ListLink icon="briefcase" label={t('audit:title.company')} href={auditPaths.list('company')} />;
  return (
    <>
      <ListLink icon="message-circle" label={t('audit:ofTickets')} href={paths.ticketHistory()} />
      {isSuper ? (
        <ListLink icon="globe" label={t('audit:title.platform')} href={auditPaths.list('platform')} />
      ) : null}
    </>
  );
}

type Narrowing = Pick<AuditLogPageProps, 'area' | 'people'> & { kind: string };

function filtersOf(t: Translate, { area, people, kind }: Narrowing) {
  const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label);
  const actions = AUDIT_ACTIONS.filter((action) => kind === '' || kindOf(action) === kind);
  const kinds = AUDIT_KINDS.map((value) => ({ value, label: t(`audit:kind.${value}`) }));
  const deeds = actions.map((value) => ({ value, label: t(`audit:action.${value}`) }));
  const persons = people.map(({ id, name }) => ({ value: String(id), label: name }));
  return [
    ...(area === 'company'
      ? [{ name: 'personId', label: t('audit:who'), options: [all(t('audit:everybody')), ...persons] }]
      : []),
    {
      name: 'kind',
      label: t('audit:kindLabel'),
      options: [all(t('audit:allKinds')), ...kinds.sort(byLabel)],
    },
    {
      name: 'action',
      label: t('audit:actionLabel'),
      options: [all(t('audit:allActions')), ...deeds.sort(byLabel)],
    },
    { name: 'from', label: t('audit:from'), type: 'date' as const },
    { name: 'to', label: t('audit:to'), type: 'date' as const },
  ];
}

const all = (label: string) => ({ value: '', label });

const RETENTION = 'audit-keeping';

function Retention({ area, days }: Pick<AuditLogPageProps, 'area' | 'days'>) {
  const { t } = useI18n();
  const options = AUDIT_DAYS.map((value) => ({ value, label: t('audit:days', { count: Number(value) }) }));
  return (
    <PhoneSheet id={RETENTION} label={t('audit:keeping')}>
      <section className="panel mb-4 flex flex-wrap items-end gap-x-6 gap-y-3 p-4">
        <div className="flex min-w-0 grow flex-wrap items-center gap-3">
          <Button
            id="audit-check"
            icon="shield"
            hx-get={auditPaths.check(area)}
            hx-target="#audit-state"
            hx-swap="innerHTML"
            hx-disable="this"
          >
            {t('audit:check')}
          </Button>
          <p id="audit-state" className="min-w-0 text-sm" role="status">
            <span className="text-muted">{t('audit:checkHint')}</span>
          </p>
        </div>
        {days === null ? null : (
          <form
            {...goesOnProven('audit-retention', 'submit')}
            hx-put={auditPaths.retention()}
            hx-swap="none"
            hx-sync="this:drop"
            className="flex flex-wrap items-end gap-3"
          >
            <Select name="days" label={t('audit:retainedFor')} options={options} defaultValue={days} />
            <Button type="submit">{t('common:save')}</Button>
          </form>
        )}
      </section>
    </PhoneSheet>
  );
}

export function ChainState({ check: { entries, fault } }: { check: ChainCheck }) {
  const { t, locale } = useI18n();
  if (!fault)
    return (
      <span className="font-medium text-success">
        {t('audit:intact', { count: entries, amount: entries.toLocaleString(locale) })}
      </span>
    );
  return <span className="font-medium text-error">{t(`audit:fault.${fault.kind}`, { id: fault.id })}</span>;
}

function columnsOf(i18n: I18n, area: AuditArea): Column<AuditLogEntryView>[] {
  const { t } = i18n;
  return [
    {
      key: 'what',
      label: t('audit:what'),
      role: 'title',
      cell: (entry) => {
        const { what, on } = whatText(entry, t);
        return (
          <RowName dialog={auditPaths.entry(area, entry.id)}>
            {what}
            {on ? <span className="text-muted"> · {on}</span> : null}
          </RowName>
        );
      },
    },
    {
      key: 'who',
      label: t('audit:who'),
      role: 'detail',
      cell: ({ person }) => person?.name ?? t('audit:system'),
    },
    {
      key: 'where',
      label: t('audit:where'),
      hide: 'medium',
      cell: ({ address, device }) => [device, address].filter(Boolean).join(' · '),
    },
    {
      key: 'when',
      label: t('audit:when'),
      role: 'mark',
      className: 'whitespace-nowrap',
      cell: ({ at }) => <time dateTime={at}>{formatMoment(at, i18n)}</time>,
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id }) => (
        <IconButton
          id={`audit-${id}-show`}
          icon="eye"
          label={t('audit:show', { id })}
          {...opensDialog(auditPaths.entry(area, id))}
        />
      ),
    },
  ];
}
