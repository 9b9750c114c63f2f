import type { Profile } from '@/core/scope.ts';
import type { TicketView } from '../tickets/tickets.views.ts';

const PREVIEW_LENGTH = 20;
export const MAX_NOTIFICATIONS = 50;

export type NotificationReader = {
  id: number;
  profile: Profile;
  queueIds: readonly number[];
  allTicket: boolean;
};

export type NotableTicket = Pick<
  TicketView,
  'status' | 'unreadMessages' | 'userId' | 'queueId' | 'snoozedUntil' | 'withBot'
>;

/** Spec part 1 §6 and the contract's popover. Does not check whether the reader may see the ticket. */
export function concerns(reader: NotificationReader, ticket: NotableTicket): boolean {
  if (ticket.unreadMessages === 0 || ticket.status === 'closed' || ticket.snoozedUntil !== null) return false;
  if (ticket.withBot || (ticket.status === 'pending' && !notifiesWaiting(reader))) return false;
  if (ticket.userId === reader.id) return true;
  if (ticket.userId !== null) return false;
  return ticket.queueId === null || notifiesEveryQueue(reader) || reader.queueIds.includes(ticket.queueId);
}

export function notifiesWaiting({ allTicket }: NotificationReader): boolean {
  return allTicket;
}

/** Administrators without queues are notified of all; with queues, of theirs. */
export function notifiesEveryQueue({ profile, queueIds }: NotificationReader): boolean {
  return profile === 'admin' && queueIds.length === 0;
}

export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = [...new Intl.Segmenter().segment(line.slice(0, PREVIEW_LENGTH * 32))];
  if (letters.length <= PREVIEW_LENGTH) return line;
  return `${letters
    .slice(0, PREVIEW_LENGTH)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}

/** Read by public/sw.js. */
export type PushPayload = {
  title: string;
  body: string;
  tag: string;
  url: string;
  badge?: number;
  /** Only for one's own ticket. `meantFor` is checked by modules/messages/ticket-mismatch.guard.ts. */
  reply?: { ticketId: number; meantFor: string; title: string; failed: string };
};
