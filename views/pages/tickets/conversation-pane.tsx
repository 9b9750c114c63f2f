import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { TicketDetail, TicketEventView } from '@/modules/tickets/tickets.views.ts';
import { Composer } from '../../../islands/composer/composer.tsx';
import { Conversation } from '../../../islands/conversation/conversation.tsx';
import { LocationOrContacts } from '../../../islands/conversation/message/location-or-contacts.tsx';
import { renderRareCards } from '../../../islands/conversation/message/rare-card.tsx';
import { Island } from '../../island.tsx';
import { TicketHeader } from '../../parts/tickets/ticket-header.tsx';
import { shownTicket, type WorkspaceUser } from '../../parts/tickets/workspace.ts';

renderRareCards(LocationOrContacts);

export type ConversationPaneProps = {
  me: WorkspaceUser;
  ticket: TicketDetail;
  /** The newest page, oldest first; at least as many as are unread, up to 200. */
  messages: MessageView[];
  events: TicketEventView[];
  hasMore: boolean;
  /** Milliseconds. */
  now: number;
};

/** An open ticket. Loading marks nothing as read; the conversation does when it is visible. */
export function ConversationPane({ me, ticket, messages, events, hasMore, now }: ConversationPaneProps) {
  const { id, uuid, status, userId, user, queueId, whatsappId, protocol } = ticket;
  const contact = { name: ticket.contact.name };
  const hasFailed = messages.some(({ error }) => error);
  return (
    <section
      data-pane={ticket.uuid}
      data-shows={shownTicket(ticket)}
      aria-labelledby="ticket-contact"
      className="relative flex h-full min-h-0 flex-col xl:group-data-[drawer=open]/workspace:pr-80"
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
        namespaces={['messages', 'tickets', 'common', ...(hasFailed ? (['errors'] as const) : [])]}
        className="min-h-0 grow"
        props={{ me, ticket, messages, events, hasMore, now }}
      />
      <Island
        of={Composer}
        name="composer"
        namespaces={['messages', 'tickets', 'common']}
        className="shrink-0"
        props={{ me, ticket: { id, uuid, status, userId, user, queueId, whatsappId, protocol, contact } }}
      />
    </section>
  );
}
