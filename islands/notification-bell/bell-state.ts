import type { ChatMentions, ChatMessageView, ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { concerns, type NotificationReader } from '@/modules/notifications/notifications.schema.ts';
import type { NotificationList } from '@/modules/notifications/notifications.views.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import type { LiveTicket } from '../workspace/workspace-api.ts';

export type Mention = ChatMentions['mentions'][number];
export type LiveChat =
  | { action: 'new-message'; chat: ChatView; newMessage: ChatMessageView }
  | { action: 'update'; chat: ChatView }
  | { action: 'delete'; id: string };

export type BellState = { tickets: readonly TicketView[]; more: number; mentions: readonly Mention[] };

export const NOTHING_NEW: BellState = { tickets: [], more: 0, mentions: [] };

export function loadBell({ tickets, count }: NotificationList, { mentions }: ChatMentions): BellState {
  return { tickets, more: Math.max(0, count - tickets.length), mentions };
}

export function countOf({ tickets, more, mentions }: BellState): number {
  return tickets.length + more + mentions.length;
}

export function onTicket(state: BellState, event: LiveTicket, reader: NotificationReader): BellState {
  const id = event.action === 'update' ? event.ticket.id : event.ticketId;
  const others = state.tickets.filter((ticket) => ticket.id !== id);
  if (event.action === 'update' && concerns(reader, event.ticket)) {
    const tickets = [event.ticket, ...others].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
    return { ...state, tickets };
  }
  return others.length === state.tickets.length ? state : { ...state, tickets: others };
}

/** Undefined when it does not name this person. */
export function mentionIn(event: LiveChat, meId: number): Mention | undefined {
  if (event.action !== 'new-message' || !event.newMessage.mentions.includes(meId)) return undefined;
  const { chat, newMessage } = event;
  return {
    messageId: newMessage.id,
    chatId: chat.id,
    chatUuid: chat.uuid,
    chatTitle: chat.title,
    sender: newMessage.sender.name,
    message: newMessage.message,
    createdAt: newMessage.createdAt,
  };
}

export function onChat(state: BellState, event: LiveChat, meId: number): BellState {
  const isOf = ({ chatId }: Mention) =>
    event.action === 'delete' ? String(chatId) === event.id : chatId === event.chat.id;
  const readTo = (chat: ChatView) => chat.users.find(({ userId }) => userId === meId)?.readMessageId ?? 0;
  const isOver = (one: Mention) =>
    isOf(one) && (event.action === 'delete' || one.messageId <= readTo(event.chat));
  const news = mentionIn(event, meId);
  const fresh = news && !state.mentions.some(({ messageId }) => messageId === news.messageId) ? [news] : [];
  const mentions = [...fresh, ...state.mentions].filter((one) => !isOver(one));
  return { ...state, mentions };
}
