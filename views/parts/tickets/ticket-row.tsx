import type { ReactNode } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { useI18n } from '../../i18n.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Chip } from '../../ui/badge.tsx';
import { safeColor } from '../../ui/contrast.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatDate, formatTime, listTime } from '../messages/dates.ts';
import { AgeLabel } from './age-label.tsx';
import { peopleText, type TicketPerson } from './people.ts';
import { TicketPreview } from './ticket-preview.tsx';

export type TicketRowProps = {
  ticket: TicketView;
  /** Milliseconds. */
  now: number;
  /** Null for waiting tickets, which are opened only by accepting them. */
  href: string | null;
  isSelected: boolean;
  draft?: string;
  typing?: { presence: 'composing' | 'recording'; name: string };
  people?: TicketPerson[];
  lineDown?: string;
  saysWhose?: boolean;
  mark?: ReactNode;
  actions?: ReactNode;
};

export function TicketRow({
  ticket,
  now,
  href,
  isSelected,
  draft,
  typing,
  people = [],
  lineDown,
  saysWhose = false,
  mark,
  actions,
}: TicketRowProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const isUnread = ticket.unreadMessages > 0;
  return (
    <div
      data-ticket={ticket.id}
      data-unread={isUnread ? '' : undefined}
      className={`group/row relative flex h-16 items-center gap-3 border-base-300/60 border-b px-3 ${
        isSelected ? 'bg-base-content/10' : 'hover:bg-base-content/5'
      }`}
    >
      {href ? (
        <a
          href={href}
          data-open={ticket.uuid}
          data-message={ticket.foundMessage?.id}
          aria-current={isSelected ? 'true' : undefined}
          className="absolute inset-0 focus-visible:-outline-offset-2"
        >
          <span className="sr-only">{t('tickets:openWith', { name: ticket.contact.name })}</span>
        </a>
      ) : null}
      <span className="relative shrink-0">
        <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} size={40} />
        {mark}
      </span>
      <div className="min-w-0 grow">
        <div className="flex items-baseline gap-2 leading-5">
          <span className={`min-w-0 truncate text-[0.9375rem] ${isUnread ? 'font-bold' : 'font-medium'}`}>
            {ticket.isGroup ? <GroupMark /> : null}
            {ticket.contact.name || ticket.contact.number}
          </span>
          <time
            dateTime={ticket.updatedAt}
            className={`ml-auto shrink-0 text-xs pointer-fine:group-focus-within/row:opacity-0 pointer-fine:group-hover/row:opacity-0 ${isUnread ? 'font-semibold text-success' : 'text-muted'}`}
          >
            {listTime(ticket.updatedAt, now, i18n)}
          </time>
        </div>
        <div className="flex items-center gap-2">
          <div
            className={`flex min-w-0 grow items-center gap-1 text-[0.8125rem] leading-[18px] ${
              isUnread ? 'font-semibold' : 'text-muted'
            }`}
          >
            <TicketPreview ticket={ticket} draft={draft} typing={typing} />
          </div>
          {isUnread ? <UnreadCount count={ticket.unreadMessages} /> : null}
        </div>
        <TicketFacts
          ticket={ticket}
          now={now}
          people={peopleText(people, i18n)}
          lineDown={lineDown}
          saysWhose={saysWhose}
        />
      </div>
      {actions}
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
    <span className="badge badge-success badge-xs h-[18px] min-w-[18px] shrink-0 rounded-full px-1 font-bold">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{t('tickets:unread', { count })}</span>
    </span>
  );
}

function SnoozeMark({ until }: { until: string }) {
  const i18n = useI18n();
  const moment = `${formatDate(until, i18n)} ${formatTime(until, i18n)}`;
  return (
    <span className="flex shrink-0 items-center gap-1">
      <Icon name="timer" size={13} label={i18n.t('tickets:snoozedUntil')} />
      {moment}
    </span>
  );
}

type FactsProps = Pick<TicketRowProps, 'ticket' | 'now' | 'lineDown' | 'saysWhose'> & { people: string };

function TicketFacts({ ticket, now, people, lineDown, saysWhose }: FactsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { user } = ticket;
  const facts = [ticket.whatsapp?.name, saysWhose ? '' : user?.name].filter(Boolean);
  return (
    <div className="flex h-4 items-center gap-1.5 overflow-hidden text-[0.6875rem] text-muted leading-4">
      {ticket.status === 'closed' ? null : <AgeLabel ticket={ticket} now={now} />}
      {saysWhose ? <b className="max-w-32 shrink-0 truncate text-base-content">{user?.name}</b> : null}
      {lineDown === undefined ? null : (
        <span data-line-down="" className="text-warning">
          <Icon name="alert-triangle" size={13} label={t('tickets:lineDown', { name: lineDown })} />
        </span>
      )}
      {people ? <span className="max-w-40 shrink-0 truncate font-semibold text-info">{people}</span> : null}
      {ticket.snoozedUntil ? <SnoozeMark until={ticket.snoozedUntil} /> : null}
      {ticket.chatbot ? <Icon name="bot" size={13} label={t('tickets:chatbot')} /> : null}
      <Chip
        color={ticket.queue?.color ?? null}
        className="max-w-28 shrink-0 px-1.5 py-0 text-[0.6875rem] leading-[15px]"
      >
        {ticket.queue?.name ?? t('tickets:noQueue')}
      </Chip>
      <span className="min-w-0 shrink truncate">{facts.join(' · ')}</span>
      {ticket.tags.map((tag) => (
        <span key={tag.id} className="flex shrink-0 items-center gap-1">
          <span
            aria-hidden="true"
            className="size-2 rounded-full"
            style={{ backgroundColor: safeColor(tag.color) }}
          />
          {tag.name}
        </span>
      ))}
    </div>
  );
}
