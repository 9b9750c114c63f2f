import type { Profile } from '@/kernel/scope.ts';
import type { TicketView } from '../tickets/tickets.views.ts';

/** Spec part 1 §9: the preview of a notification is cut here. */
export const PREVIEW_LENGTH = 20;
/** The bell lists the newest of them; its count is of all. */
export const MOST_NOTIFICATIONS = 50;

/** Whoever may be told, as far as that depends on them. */
export type NotificationReader = {
  id: number;
  profile: Profile;
  queueIds: readonly number[];
  allTicket: boolean;
};

/** What a decision to tell needs to know of a ticket. */
export type NotableTicket = Pick<
  TicketView,
  'status' | 'unreadMessages' | 'userId' | 'queueId' | 'snoozedUntil'
>;

/**
 * Spec part 1 §6 and the contract's popover: unread tickets, own or nobody's, of the reader's queues or of none; waiting
 * ones only for whom `hearsWaiting`; what was put aside not before its time. Whether they may see the ticket at all is asked beside it.
 */
export function concerns(reader: NotificationReader, ticket: NotableTicket): boolean {
  if (ticket.unreadMessages === 0 || ticket.status === 'closed' || ticket.snoozedUntil !== null) return false;
  if (ticket.status === 'pending' && !hearsWaiting(reader)) return false;
  if (ticket.userId === reader.id) return true;
  if (ticket.userId !== null) return false;
  return ticket.queueId === null || hearsEveryQueue(reader) || reader.queueIds.includes(ticket.queueId);
}

/** Administrators see every ticket, so they hear of those that wait; others only with `allTicket`. */
export function hearsWaiting({ profile, allTicket }: NotificationReader): boolean {
  return profile === 'admin' || allTicket;
}

/** An administrator of no queue answers for all; one who has chosen some hears of these. */
export function hearsEveryQueue({ profile, queueIds }: NotificationReader): boolean {
  return profile === 'admin' && queueIds.length === 0;
}

/** The first 20 letters on one line; an emoji or an accented letter is never cut through. */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  // What is shown fits into a few hundred code units, however long the message was.
  const letters = [...new Intl.Segmenter().segment(line.slice(0, PREVIEW_LENGTH * 32))];
  if (letters.length <= PREVIEW_LENGTH) return line;
  return `${letters
    .slice(0, PREVIEW_LENGTH)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}

/** What the service worker (public/sw.js) reads from a push. */
export type PushPayload = { title: string; body: string; tag: string; url: string };
