import { concerns, type NotificationReader } from '@/modules/notifications/notifications.schema.ts';
import type { NotificationList } from '@/modules/notifications/notifications.views.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import type { LiveTicket } from '../desk/desk-api.ts';

export type BellState = { tickets: readonly TicketView[]; more: number };

export const NOTHING_NEW: BellState = { tickets: [], more: 0 };

export function loadBell({ tickets, count }: NotificationList): BellState {
  return { tickets, more: Math.max(0, count - tickets.length) };
}

export function countOf({ tickets, more }: BellState): number {
  return tickets.length + more;
}

export function hearTicket(state: BellState, event: LiveTicket, reader: NotificationReader): BellState {
  const id = event.action === 'update' ? event.ticket.id : event.ticketId;
  const others = state.tickets.filter((ticket) => ticket.id !== id);
  if (event.action === 'update' && concerns(reader, event.ticket)) {
    const tickets = [event.ticket, ...others].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
    return { ...state, tickets };
  }
  return others.length === state.tickets.length ? state : { ...state, tickets: others };
}
