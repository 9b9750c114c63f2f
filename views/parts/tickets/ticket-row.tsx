import type { ReactNode } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { useI18n } from '../../i18n.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import type { Age } from './age.ts';
import { peopleText, type TicketPerson } from './people.ts';
import { type Known, TicketFacts } from './ticket-facts.tsx';
import { TicketPreview } from './ticket-preview.tsx';
import { shownTicket } from './workspace.ts';

export type TicketRowProps = {
  ticket: TicketView;
  time: string;
  age: Age | null;
  /** Null for waiting tickets, which are opened only by accepting them. */
  href: string | null;
  isSelected: boolean;
  isCompact?: boolean;
  isPinned?: boolean;
  known: Known;
  isMine: boolean;
  draft?: string;
  typing?: { presence: 'composing' | 'recording'; name: string };
  people?: TicketPerson[];
  lineDown?: string;
  /** Undefined while all tickets of the list use the same connection. */
  connection?: string;
  mark?: ReactNode;
  actions?: ReactNode;
};

export function TicketRow({
  ticket,
  time,
  age,
  href,
  isSelected,
  isCompact = false,
  isPinned = false,
  known,
  isMine,
  draft,
  typing,
  people = [],
  lineDown,
  connection,
  mark,
  actions,
}: TicketRowProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const isUnread = ticket.unreadMessages > 0;
  const name = contactName(ticket.contact);
  const facts = (
    <TicketFacts
      ticket={ticket}
      age={age}
      people={peopleText(people, i18n)}
      lineDown={lineDown}
      isMine={isMine}
      known={known}
    />
  );
  return (
    <div
      data-ticket={ticket.id}
      data-shows={shownTicket(ticket)}
      data-status={ticket.status}
      data-unread={isUnread ? '' : undefined}
      data-selected={isSelected ? '' : undefined}
      data-own={ticket.status === 'open' && (isMine || ticket.userId === null) ? '' : undefined}
      className={`ticket-row group/row ${isCompact ? 'ticket-row-compact' : ''}`}
    >
      {href ? (
        <a
          href={href}
          data-open={ticket.uuid}
          data-message={ticket.foundMessage?.id}
          aria-current={isSelected ? 'true' : undefined}
          className="absolute inset-0 focus-visible:-outline-offset-2"
        >
          <span className="sr-only">{t('tickets:openWith', { name })}</span>
        </a>
      ) : null}
      <span data-avatar="" className="relative shrink-0">
        <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} size={isCompact ? 36 : 48} />
        {mark}
      </span>
      <div className="min-w-0 grow">
        <div className="flex items-baseline gap-2 leading-5">
          <span className="row-names">
            <span className={`max-w-full truncate ${isUnread ? 'font-bold' : 'font-medium'}`} dir="auto">
              {ticket.isGroup ? <GroupMark /> : null}
              <span data-contact-name="">{name}</span>
            </span>
            {connection ? (
              <span className="row-connection" data-connection="">
                <Icon name="smartphone" size={12} label={t('tickets:connection')} />
                <span className="truncate">{connection}</span>
              </span>
            ) : null}
          </span>
          <span className="ml-auto flex shrink-0 items-center gap-1 text-muted text-xs">
            {isPinned ? <Icon name="pin" size={13} label={t('tickets:pinned')} /> : null}
            <time dateTime={ticket.updatedAt} className={isUnread ? 'font-semibold text-primary' : ''}>
              {time}
            </time>
          </span>
        </div>
        <div className={isCompact ? 'row-rest' : 'row-rest row-lines'}>
          <div className="min-w-0 grow">
            <div
              className={`flex min-w-0 items-center gap-1 text-[0.8125rem] leading-5 ${isUnread ? '' : 'text-muted'}`}
              dir="auto"
            >
              <TicketPreview ticket={ticket} draft={draft} typing={typing} />
              {isUnread ? <UnreadCount count={ticket.unreadMessages} /> : null}
            </div>
            {isCompact ? null : facts}
          </div>
          {isCompact ? facts : null}
          {actions}
        </div>
      </div>
    </div>
  );
}

function GroupMark() {
  const { t } = useI18n();
  return <Icon name="users" size={14} label={t('tickets:group')} className="mr-1 inline align-[-2px]" />;
}

function UnreadCount({ count }: { count: number }) {
  const { t } = useI18n();
  return (
    <span className="badge badge-primary badge-xs count-badge ml-auto">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{t('tickets:unread', { count })}</span>
    </span>
  );
}
