import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { paths } from '@/paths.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { ticketPath } from '@/ticket-path.ts';
import { useT } from '../../i18n.tsx';
import { TicketPreview } from '../../parts/tickets/ticket-preview.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RenderedState } from '../../ui/state-markup.tsx';

export function SharePage({ tickets, searchParam }: { tickets: TicketView[]; searchParam: string }) {
  const t = useT();
  return (
    <div data-shared="" className="share-page">
      <PageHeader title={t('tickets:share.title')} />
      <p className="share-none">{t('tickets:share.none')}</p>
      <p data-shared-words="" className="share-words" />
      <form action={paths.share()} className="my-3">
        <SearchField
          name="searchParam"
          defaultValue={searchParam}
          label={t('tickets:share.search')}
          hint={t('tickets:share.search')}
        />
      </form>
      {tickets.length === 0 ? (
        <RenderedState
          icon="inbox"
          title={t('tickets:share.empty')}
          text={t('tickets:share.emptyHint')}
          action={<LinkButton href={paths.tickets()}>{t('common:toTickets')}</LinkButton>}
        />
      ) : (
        <ul className="panel">
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <a href={`${ticketPath(ticket.uuid)}#shared`} className="share-row">
                <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} size={40} />
                <span className="min-w-0">
                  <span className="block truncate font-medium">{contactName(ticket.contact)}</span>
                  <span className="flex items-center gap-1 truncate text-muted text-sm">
                    <TicketPreview ticket={ticket} />
                  </span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <LinkButton href={paths.tickets()} data-shared-drop="" className="mt-4">
        {t('tickets:share.drop')}
      </LinkButton>
    </div>
  );
}
