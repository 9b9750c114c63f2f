import { paths } from '@/paths.ts';
import { TICKET_EVENT_TYPES } from '../../../src/modules/tickets/tickets.schema.ts';
import { useT } from '../../i18n.tsx';
import { type AuditRowsProps, useAuditRows } from '../../parts/tickets/audit-rows.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';

const ROWS = 'audit-rows';

/** Who did what to which ticket; for administrators. */
export function AuditPage(props: AuditRowsProps) {
  const t = useT();
  const rows = useAuditRows(props);
  const search = (
    <SearchBox
      href={paths.audit()}
      target={`#${ROWS}`}
      label={t('ticketDialogs:audit.search')}
      value={props.filter.searchParam}
      include="#audit-type"
    />
  );
  return (
    <>
      <PageHeader title={t('ticketDialogs:audit.title')} text={t('ticketDialogs:audit.text')} search={search}>
        <select
          id="audit-type"
          name="type"
          className="select"
          aria-label={t('ticketDialogs:audit.type')}
          defaultValue={props.filter.type ?? ''}
          hx-get={paths.audit()}
          hx-target={`#${ROWS}`}
          hx-swap="innerHTML"
          hx-include="#search"
          hx-replace-url="true"
        >
          <option value="">{t('ticketDialogs:audit.allTypes')}</option>
          {TICKET_EVENT_TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`tickets:event.type.${type}`)}
            </option>
          ))}
        </select>
      </PageHeader>
      <DataTable
        id={ROWS}
        caption={t('ticketDialogs:audit.title')}
        href={paths.audit()}
        refresh="audit"
        include="#search, #audit-type"
        {...rows}
      />
    </>
  );
}
