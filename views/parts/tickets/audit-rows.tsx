import { paths } from '@/paths.ts';
import { AUDIT_PER_PAGE, type AuditFilter } from '../../../src/modules/tickets/tickets.schema.ts';
import type { AuditPage as AuditEntries, AuditEntry } from '../../../src/modules/tickets/tickets.views.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { type Column, DataRows } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDate, formatTime } from '../messages/dates.ts';
import { eventText } from './ticket-event.ts';

export type AuditRowsProps = { page: AuditEntries; filter: AuditFilter };

/** One page of what happened, the newest first. */
export function AuditRows(props: AuditRowsProps) {
  return <DataRows {...useAuditRows(props)} />;
}

export function useAuditRows({ page, filter }: AuditRowsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { searchParam, type } = filter;
  // After a refresh there may be several pages here; whole ones while there are more.
  const pageNumber = filter.pageNumber + page.events.length / AUDIT_PER_PAGE;
  const isFiltered = searchParam !== '' || type !== undefined;
  return {
    columns: auditColumns(i18n),
    items: page.events,
    keyOf: (entry: AuditEntry) => entry.id,
    next: page.hasMore ? paths.audit({ searchParam, type, pageNumber }) : null,
    empty: isFiltered ? (
      <EmptyState icon="search" title={t('common:noResults')} text={t('common:noResultsHint')} />
    ) : (
      <EmptyState
        icon="history"
        title={t('ticketDialogs:audit.empty')}
        text={t('ticketDialogs:audit.emptyHint')}
      />
    ),
  };
}

function auditColumns(i18n: I18n): Column<AuditEntry>[] {
  const { t } = i18n;
  return [
    {
      key: 'what',
      label: t('ticketDialogs:audit.what'),
      role: 'title',
      cell: (entry) => eventText({ ...entry, user: null }, i18n),
    },
    {
      key: 'contact',
      label: t('ticketDialogs:audit.contact'),
      cell: (entry) => (
        <a
          href={paths.ticket(entry.ticket.uuid)}
          className="underline underline-offset-2 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center"
        >
          {entry.contact.name}
        </a>
      ),
    },
    {
      key: 'who',
      label: t('ticketDialogs:audit.who'),
      cell: (entry) => entry.user?.name ?? t('ticketDialogs:audit.system'),
    },
    {
      key: 'when',
      label: t('ticketDialogs:audit.when'),
      className: 'whitespace-nowrap',
      cell: (entry) => (
        <time dateTime={entry.createdAt}>
          {formatDate(entry.createdAt, i18n)} {formatTime(entry.createdAt, i18n)}
        </time>
      ),
    },
  ];
}
