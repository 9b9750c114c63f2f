import type {
  ChatMessagePage,
  ChatMessageView,
  ChatView,
} from '@/modules/internal-chat/internal-chat.views.ts';

export type Messages = { messages: readonly ChatMessageView[]; hasOlder: boolean };

export const NO_MESSAGES: Messages = { messages: [], hasOlder: false };

export const toMessages = ({ records, hasMore }: ChatMessagePage): Messages => ({
  messages: records,
  hasOlder: hasMore,
});

export function addOlder(state: Messages, { records, hasMore }: ChatMessagePage): Messages {
  const known = new Set(state.messages.map(({ id }) => id));
  const older = records.filter(({ id }) => !known.has(id));
  return { messages: [...older, ...state.messages], hasOlder: hasMore };
}

export function addMessage(state: Messages, message: ChatMessageView): Messages {
  if (state.messages.some(({ id }) => id === message.id)) return state;
  return { ...state, messages: [...state.messages, message].sort((a, b) => a.id - b.id) };
}

/** After a gap: older messages are retained only if the newest page overlaps them. */
export function addNewest(state: Messages, page: ChatMessagePage): Messages {
  const last = state.messages.at(-1);
  const first = page.records[0];
  if (!last || !first || !page.records.some(({ id }) => id === last.id)) {
    return last && first && page.hasMore ? toMessages(page) : page.records.reduce(addMessage, state);
  }
  return page.records.reduce(addMessage, state);
}

export function readersOf(
  message: ChatMessageView,
  { users }: ChatView,
): { names: string[]; isAll: boolean } {
  const others = users.filter(({ userId }) => userId !== message.senderId);
  const readers = others.filter(({ readMessageId }) => (readMessageId ?? 0) >= message.id);
  return {
    names: readers.map(({ user }) => user.name),
    isAll: others.length > 0 && readers.length === others.length,
  };
}
