import type { Socket } from 'socket.io';
import { z } from 'zod';
import type { UserActor } from '../scope.ts';
import { on } from './client-events.ts';
import type { LiveMessage, LiveSocket } from './hub.ts';

/** What an existing client has asked to follow; kept per socket, checked when it asks and at every delivery. */
export type Joins = { tickets: Map<number, number>; statuses: Set<string>; notifications: boolean };

export type JoinRules = {
  /** May they follow this ticket? */
  canJoin(actor: UserActor, ticketId: number): Promise<boolean>;
  /** They are still there. */
  onHeartbeat(actor: UserActor): void;
};

const MAX_JOINED_TICKETS = 50;
const Nothing = z.unknown();
const Status = z.enum(['open', 'pending', 'closed']);
/** Existing clients send ids as text, at first `"undefined"`. */
const TicketId = z
  .union([z.number(), z.string().regex(/^\d{1,15}$/)])
  .transform(Number)
  .pipe(z.number().int().positive());

/** Everything a client may say. */
export function listenToJoins(socket: Socket, live: LiveSocket, joins: Joins, rules: JoinRules): void {
  // Several components of one page may join the same ticket: it is left when the last one leaves.
  on(socket, 'joinChatBox', TicketId, async (ticketId) => {
    const times = joins.tickets.get(ticketId) ?? 0;
    if (times === 0 && joins.tickets.size >= MAX_JOINED_TICKETS) return;
    if (times > 0 || (await rules.canJoin(live.actor, ticketId))) joins.tickets.set(ticketId, times + 1);
  });
  on(socket, 'leaveChatBox', TicketId, (ticketId) => {
    const times = (joins.tickets.get(ticketId) ?? 0) - 1;
    if (times > 0) joins.tickets.set(ticketId, times);
    else joins.tickets.delete(ticketId);
  });
  on(socket, 'joinNotification', Nothing, () => {
    joins.notifications = true;
  });
  on(socket, 'leaveNotification', Nothing, () => {
    joins.notifications = false;
  });
  on(socket, 'joinTickets', Status, (status) => joins.statuses.add(status));
  on(socket, 'leaveTickets', Status, (status) => joins.statuses.delete(status));
  on(socket, 'userStatus', Nothing, () => rules.onHeartbeat(live.actor));
}

/** A ticket's events reach those who joined it, its list or the notifications, and the people it concerns. */
export function wants(joins: Joins, actor: UserActor, { about }: LiveMessage): boolean {
  if (!about) return true;
  return (
    joins.notifications ||
    joins.tickets.has(about.ticketId) ||
    about.statuses.some((status) => joins.statuses.has(status)) ||
    about.userIds.includes(actor.id)
  );
}
