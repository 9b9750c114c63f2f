import type { LiveMessage } from '@/kernel/live/hub.ts';
import type { TicketStatus } from '../tickets.schema.ts';

/** What existing clients may follow: every ticket, one list, one conversation. */
export const ALL_TICKETS = 'tickets';
export const listTopic = (status: TicketStatus): string => `tickets/${status}`;
const CONVERSATION = 'ticket/';
export const ticketTopic = (ticketId: number): string => `${CONVERSATION}${ticketId}`;
export const isTicketTopic = (topic: string): boolean => topic.startsWith(CONVERSATION);

/** For those who follow the ticket, the list it is `listed` in or all of them, and the people it concerns. */
export function aboutTicket(
  ticketId: number,
  listed?: { status: TicketStatus; userIds: number[] },
): NonNullable<LiveMessage['about']> {
  const topics = [ALL_TICKETS, ticketTopic(ticketId)];
  if (!listed) return { topics, userIds: [] };
  return { topics: [...topics, listTopic(listed.status)], userIds: listed.userIds };
}
