import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { TicketDetail, TicketEventView } from '@/modules/tickets/tickets.views.ts';
import { Composer } from '../../../islands/composer/composer.tsx';
import { Conversation } from '../../../islands/conversation/conversation.tsx';
import { PlaceOrPeople } from '../../../islands/conversation/place-or-people.tsx';
import { drawRareCards } from '../../../islands/conversation/rare-card.tsx';
import { Island } from '../../island.tsx';
import { type DeskMe, shownTicket } from '../../parts/tickets/desk.ts';
import { TicketHeader } from '../../parts/tickets/ticket-header.tsx';

drawRareCards(PlaceOrPeople);

export type ConversationPaneProps = {
  me: DeskMe;
  ticket: TicketDetail;
  /** The newest page, oldest first; at least as many as are unread, up to 200. */
  messages: MessageView[];
  /** What happened to the ticket in the time of these messages. */
  events: TicketEventView[];
  /** Whether there are older ones. */
  hasMore: boolean;
  /** Milliseconds. */
  now: number;
};

/**
 * An open ticket: what a partial `GET /tickets/<uuid>` answers, and what the desk page holds when a ticket is in its
 * address. Reading it marks nothing as read: the conversation does, when somebody sees it.
 */
export function ConversationPane({ me, ticket, messages, events, hasMore, now }: ConversationPaneProps) {
  const { id, uuid, status, userId, user, queueId, whatsappId, protocol } = ticket;
  const contact = { name: ticket.contact.name };
  return (
    <section
      data-pane={ticket.uuid}
      data-shows={shownTicket(ticket)}
      className="relative flex h-full min-h-0 flex-col xl:group-data-[drawer=open]/desk:pr-80"
    >
      <TicketHeader
        ticket={ticket}
        meId={me.id}
        canDelete={me.profile === 'admin'}
        canSchedule={me.canSchedule}
      />
      <Island
        of={Conversation}
        name="conversation"
        namespaces={['messages', 'tickets', 'errors', 'common']}
        className="min-h-0 grow"
        props={{ me, ticket, messages, events, hasMore, now }}
      />
      <Island
        of={Composer}
        name="composer"
        namespaces={['messages', 'tickets', 'errors', 'common']}
        className="shrink-0"
        props={{ me, ticket: { id, uuid, status, userId, user, queueId, whatsappId, protocol, contact } }}
      />
    </section>
  );
}
