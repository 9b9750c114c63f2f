import type { ChatPage, ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import type { LiveChat } from '../../notification-bell/bell-state.ts';

export type ChatList = { chats: readonly ChatView[]; hasMore: boolean };

export const toList = ({ records, hasMore }: ChatPage): ChatList => ({ chats: records, hasMore });

export function addPage(list: ChatList, { records, hasMore }: ChatPage): ChatList {
  const known = new Set(list.chats.map(({ id }) => id));
  return { chats: [...list.chats, ...records.filter(({ id }) => !known.has(id))], hasMore };
}

export function onChat(list: ChatList, event: LiveChat, isWhole: boolean): ChatList {
  if (event.action === 'delete')
    return { ...list, chats: list.chats.filter(({ id }) => String(id) !== event.id) };
  const { chat } = event;
  const isKnown = list.chats.some(({ id }) => id === chat.id);
  if (!isKnown && !isWhole) return list;
  const others = list.chats.filter(({ id }) => id !== chat.id);
  return { ...list, chats: [chat, ...others].sort(latestFirst) };
}

function latestFirst(a: ChatView, b: ChatView): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1;
  return b.id - a.id;
}

export function memberOf({ users }: ChatView, userId: number) {
  return users.find((user) => user.userId === userId);
}
