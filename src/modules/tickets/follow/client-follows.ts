import { z } from 'zod';
import type { ClientSocket, ClientWord } from '@/kernel/live/client-words.ts';
import { word } from '@/kernel/live/words.ts';
import { type Kernel, openScope, type UserActor } from '@/kernel/scope.ts';
import { getTicket } from '../list/tickets.queries.ts';
import { TICKET_STATUSES } from '../tickets.schema.ts';
import { ALL_TICKETS, isTicketTopic, listTopic, ticketTopic } from './ticket-topics.ts';

const MAX_FOLLOWED_TICKETS = 50;
const Nothing = z.unknown();
const Status = z.enum(TICKET_STATUSES);
/** Existing clients send ids as text, at first `"undefined"`. */
const TicketId = z
  .union([z.number(), z.string().regex(/^\d{1,15}$/)])
  .transform(Number)
  .pipe(z.number().int().positive());

/** What existing clients ask to follow; checked when they ask and at every delivery. */
export function clientFollows(kernel: Kernel): ClientWord[] {
  return [
    // Several components of one page may join the same ticket: it is left when the last one leaves.
    word('joinChatBox', TicketId, async ({ follows, actor }: ClientSocket, ticketId) => {
      const topic = ticketTopic(ticketId);
      const times = follows.get(topic) ?? 0;
      if (times === 0 && [...follows.keys()].filter(isTicketTopic).length >= MAX_FOLLOWED_TICKETS) return;
      if (times > 0 || (await canFollow(kernel, actor, ticketId))) follows.set(topic, times + 1);
    }),
    word('leaveChatBox', TicketId, ({ follows }: ClientSocket, ticketId) => {
      const topic = ticketTopic(ticketId);
      const times = (follows.get(topic) ?? 0) - 1;
      if (times > 0) follows.set(topic, times);
      else follows.delete(topic);
    }),
    word('joinNotification', Nothing, ({ follows }: ClientSocket) => follows.set(ALL_TICKETS, 1)),
    word('leaveNotification', Nothing, ({ follows }: ClientSocket) => follows.delete(ALL_TICKETS)),
    word('joinTickets', Status, ({ follows }: ClientSocket, status) => follows.set(listTopic(status), 1)),
    word('leaveTickets', Status, ({ follows }: ClientSocket, status) => follows.delete(listTopic(status))),
  ];
}

async function canFollow(kernel: Kernel, actor: UserActor, ticketId: number): Promise<boolean> {
  const scope = await openScope(kernel, { companyId: actor.companyId, actor });
  return getTicket(scope, ticketId).then(
    () => true,
    () => false,
  );
}
