import { z } from 'zod';
import type { ClientMessage, ClientSocket } from '@/core/realtime/client-messages.ts';
import { socketMessage } from '@/core/realtime/socket-messages.ts';
import { type Kernel, openScope, type UserActor } from '@/core/scope.ts';
import { getTicket } from '../list/tickets.queries.ts';
import { TICKET_STATUSES } from '../tickets.schema.ts';
import { ALL_TICKETS, isTicketTopic, listTopic, ticketTopic } from './ticket-topics.logic.ts';

const MAX_FOLLOWED_TICKETS = 50;
const Nothing = z.unknown();
const Status = z.enum(TICKET_STATUSES);
/** Existing clients send ids as text, at first `"undefined"`. */
const TicketId = z
  .union([z.number(), z.string().regex(/^\d{1,15}$/)])
  .transform(Number)
  .pipe(z.number().int().positive());

/** Topics of existing clients; checked on subscription and at every delivery. */
export function clientFollows(kernel: Kernel): ClientMessage[] {
  return [
    // Several components of one page may join the same ticket: it is left when the last one leaves.
    socketMessage('joinChatBox', TicketId, async ({ follows, actor }: ClientSocket, ticketId) => {
      const topic = ticketTopic(ticketId);
      const times = follows.get(topic) ?? 0;
      if (times === 0 && [...follows.keys()].filter(isTicketTopic).length >= MAX_FOLLOWED_TICKETS) return;
      if (times > 0 || (await canFollow(kernel, actor, ticketId))) follows.set(topic, times + 1);
    }),
    socketMessage('leaveChatBox', TicketId, ({ follows }: ClientSocket, ticketId) => {
      const topic = ticketTopic(ticketId);
      const times = (follows.get(topic) ?? 0) - 1;
      if (times > 0) follows.set(topic, times);
      else follows.delete(topic);
    }),
    socketMessage('joinNotification', Nothing, ({ follows }: ClientSocket) => follows.set(ALL_TICKETS, 1)),
    socketMessage('leaveNotification', Nothing, ({ follows }: ClientSocket) => follows.delete(ALL_TICKETS)),
    socketMessage('joinTickets', Status, ({ follows }: ClientSocket, status) =>
      follows.set(listTopic(status), 1),
    ),
    socketMessage('leaveTickets', Status, ({ follows }: ClientSocket, status) =>
      follows.delete(listTopic(status)),
    ),
  ];
}

async function canFollow(kernel: Kernel, actor: UserActor, ticketId: number): Promise<boolean> {
  const scope = await openScope(kernel, { companyId: actor.companyId, actor });
  return getTicket(scope, ticketId).then(
    () => true,
    () => false,
  );
}
