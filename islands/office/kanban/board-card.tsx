import { useI18n } from '@views/i18n.tsx';
import { summaryOf } from '@views/parts/messages/message-kind.ts';
import { NotSent } from '@views/parts/messages/not-sent.tsx';
import { AgeLabel, ageOfTicket } from '@views/parts/tickets/age-label.tsx';
import { safeColor } from '@views/ui/contrast.ts';
import { Icon } from '@views/ui/icons/icon.tsx';
import type { KeyboardEvent } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { contactName, numberBeside } from '@/schemas/phone-number.schema.ts';
import { ticketPath } from '@/ticket-path.ts';

export type CardProps = {
  ticket: TicketView;
  column: number;
  now: number;
  isGrabbed: boolean;
  onGripKey: (event: KeyboardEvent<HTMLButtonElement>, ticket: TicketView, column: number) => void;
  onGripClick: (grip: HTMLElement, ticket: TicketView, column: number) => void;
  onGripLeft: (ticket: TicketView, column: number) => void;
};

export const gripId = (column: number, ticketId: number): string => `grip-${column}-${ticketId}`;

export function BoardCard({ ticket, column, now, isGrabbed, onGripKey, onGripClick, onGripLeft }: CardProps) {
  const { t } = useI18n();
  const { contact, queue, user } = ticket;
  const name = contactName(contact);
  const number = numberBeside(contact);
  const mediaType = ticket.lastMessageType ?? 'conversation';
  return (
    <li
      className="board-card"
      data-card={ticket.id}
      data-from={column}
      data-grabbed={isGrabbed ? '' : undefined}
      data-unread={ticket.unreadMessages > 0 ? '' : undefined}
    >
      <div className="board-card-head">
        <div className="min-w-0 grow">
          <a href={ticketPath(ticket.uuid)} className="board-card-open" draggable={false}>
            {name}
          </a>
          {number ? <p className="text-muted text-xs">{number}</p> : null}
        </div>
        <Unread count={ticket.unreadMessages} />
        <button
          type="button"
          id={gripId(column, ticket.id)}
          data-grip=""
          className="btn btn-ghost btn-sm icon-btn board-grip"
          aria-label={t('kanban:move', { name })}
          title={t('kanban:moveHint')}
          aria-describedby="kanban-keys"
          aria-haspopup="menu"
          aria-pressed={isGrabbed}
          onKeyDown={(event) => onGripKey(event, ticket, column)}
          onClick={(event) => onGripClick(event.currentTarget, ticket, column)}
          onBlur={() => onGripLeft(ticket, column)}
        >
          <Icon name="grip" size={18} />
        </button>
      </div>
      <p className="board-card-text">
        {ticket.fromMe && ticket.lastMessageFailed ? <NotSent size={14} className="mr-1 inline" /> : null}
        {summaryOf({ body: ticket.lastMessage, mediaType }, t)}
      </p>
      <div className="board-card-facts">
        <AgeLabel ticket={ticket} age={ageOfTicket(ticket, now)} />
        <QueueName queue={queue} />
        {ticket.snoozedUntil ? <Icon name="timer" size={14} label={t('tickets:snoozedUntil')} /> : null}
        <span className="min-w-0 truncate">{user?.name ?? t('kanban:waiting')}</span>
      </div>
    </li>
  );
}

function Unread({ count }: { count: number }) {
  const { t } = useI18n();
  if (count === 0) return null;
  return (
    <span className="badge badge-primary badge-xs h-[18px] min-w-[18px] shrink-0 rounded-full px-1 font-bold">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{t('tickets:unread', { count })}</span>
    </span>
  );
}

function QueueName({ queue }: Pick<TicketView, 'queue'>) {
  const { t } = useI18n();
  return (
    <span className="board-queue">
      <span aria-hidden="true" className="board-dot" style={{ backgroundColor: safeColor(queue?.color) }} />
      <span className="truncate">{queue?.name ?? t('tickets:noQueue')}</span>
    </span>
  );
}
