import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { useT } from '../../i18n.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { messageKind, summaryOf } from '../messages/message-kind.ts';
import { NotSent } from '../messages/not-sent.tsx';
import { Ticks } from '../messages/ticks.tsx';
import { plainSnippet } from '../messages/whatsapp-format.ts';

type Props = {
  ticket: Pick<
    TicketView,
    'lastMessage' | 'lastMessageType' | 'lastMessageAck' | 'lastMessageFailed' | 'fromMe' | 'foundMessage'
  >;
  draft?: string;
  typing?: { presence: 'composing' | 'recording'; name: string };
};

export function TicketPreview({ ticket, draft, typing }: Props) {
  const t = useT();
  if (ticket.foundMessage) {
    return (
      <>
        {ticket.foundMessage.failed ? (
          <NotSent size={15} />
        ) : (
          <Icon name="search" size={13} label={t('tickets:search.found')} />
        )}
        <span className="truncate">{plainSnippet(ticket.foundMessage.body)}</span>
      </>
    );
  }
  if (typing) {
    return <span className="truncate text-success italic">{t(`tickets:presence.${typing.presence}`)}</span>;
  }
  if (draft) {
    return (
      <span className="truncate">
        <span className="text-error">{t('tickets:draft')}</span> {draft}
      </span>
    );
  }
  const mediaType = ticket.lastMessageType ?? 'conversation';
  const { icon } = messageKind(mediaType);
  return (
    <>
      {ticket.fromMe && ticket.lastMessageAck !== null ? (
        <Ticks ack={ticket.lastMessageAck} failed={ticket.lastMessageFailed} size={15} />
      ) : null}
      {icon ? <Icon name={icon} size={14} /> : null}
      <span className="truncate">{summaryOf({ body: ticket.lastMessage, mediaType }, t)}</span>
    </>
  );
}
