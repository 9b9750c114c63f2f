import type { LiveMessage } from '@/core/realtime/hub.ts';
import type { TicketStatus } from '../tickets.schema.ts';

export const ALL_TICKETS = 'tickets';
export const listTopic = (status: TicketStatus): string => `tickets/${status}`;
const CONVERSATION = 'ticket/';
export const ticketTopic = (ticketId: number): string => `${CONVERSATION}${ticketId}`;
export const isTicketTopic = (topic: string): boolean => topic.startsWith(CONVERSATION);

export function aboutTicket(
  ticketId: number,
  listed?: { status: TicketStatus; userIds: number[] },
): NonNullable<LiveMessage['about']> {
  const topics = [ALL_TICKETS, ticketTopic(ticketId)];
  if (!listed) return { topics, userIds: [] };
  return { topics: [...topics, listTopic(listed.status)], userIds: listed.userIds };
}
