import { TICKET_EVENT_TYPES, type TicketHistoryFilter } from '@/modules/tickets/tickets.schema.ts';
import type {
  TicketHistoryPage as HistoryPage,
  TicketHistoryEntry,
} from '@/modules/tickets/tickets.views.ts';
import { paths } from '@/paths.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { ticketPath } from '@/ticket-path.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { eventText } from '../../parts/tickets/ticket-event.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';

type TicketHistoryPageProps = {
  shows: 'page' | 'rows';
  page: HistoryPage;
  filter: TicketHistoryFilter;
  people: { id: number; name: string }[];
};

export function TicketHistoryPage({ shows, page, filter, people }: TicketHistoryPageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { searchParam, type, personId, from, to } = filter;
  const persons = people.map(({ id, name }) => ({ value: String(id), label: name }));
  const types = TICKET_EVENT_TYPES.map((value) => ({ value, label: t(`tickets:event.type.${value}`) }));
  return (
    <ListPage
      shows={shows}
      name="audit"
      title={t('ticketDialogs:audit.title')}
      text={t('ticketDialogs:audit.text')}
      href={paths.ticketHistory()}
      refresh="audit"
      query={{ searchParam, personId: personId ? String(personId) : undefined, type, from, to }}
      search={t('ticketDialogs:audit.search')}
      filters={[
        {
          name: 'personId',
          label: t('ticketDialogs:audit.who'),
          options: [{ value: '', label: t('audit:everybody') }, ...persons],
        },
        {
          name: 'type',
          label: t('ticketDialogs:audit.type'),
          options: [{ value: '', label: t('ticketDialogs:audit.allTypes') }, ...types],
        },
        { name: 'from', label: t('audit:from'), type: 'date' },
        { name: 'to', label: t('audit:to'), type: 'date' },
      ]}
      sorted={{ by: 'newest', column: 'when' }}
      columns={auditColumns(i18n)}
      items={page.events}
      hasMore={page.hasMore}
      empty={{
        icon: 'history',
        title: t('ticketDialogs:audit.empty'),
        text: t('ticketDialogs:audit.emptyHint'),
        action: <LinkButton href={paths.tickets()}>{t('common:toTickets')}</LinkButton>,
      }}
    />
  );
}

function auditColumns(i18n: I18n): Column<TicketHistoryEntry>[] {
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
      role: 'detail',
      cell: (entry) => (
        <a
          href={ticketPath(entry.ticket.uuid)}
          className="inline-flex max-w-full items-center underline underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11 min-[600px]:max-w-md"
        >
          <span className="min-w-0 truncate">{formatNumber(entry.contact.name)}</span>
        </a>
      ),
    },
    {
      key: 'who',
      label: t('ticketDialogs:audit.who'),
      role: 'mark',
      cell: (entry) => entry.user?.name ?? t('ticketDialogs:audit.system'),
    },
    {
      key: 'when',
      label: t('ticketDialogs:audit.when'),
      role: 'side',
      className: 'whitespace-nowrap',
      cell: (entry) => <time dateTime={entry.createdAt}>{formatMoment(entry.createdAt, i18n)}</time>,
    },
  ];
}
