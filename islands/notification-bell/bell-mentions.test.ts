import { describe, expect, test } from 'bun:test';
import type { ChatMessageView, ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { type BellState, countOf, type LiveChat, NOTHING_NEW, onChat } from './bell-state.ts';

const ME = 1;
const chat = (readMessageId: number | null, id = 5) =>
  ({ id, uuid: 'u', title: 'Plantão', users: [{ userId: ME, readMessageId }] }) as unknown as ChatView;
const sent = (id: number, mentions: number[], chatId = 5): LiveChat => ({
  action: 'new-message',
  chat: chat(null, chatId),
  newMessage: {
    id,
    mentions,
    message: 'oi',
    createdAt: 'now',
    sender: { id: 2, name: 'Ana' },
  } as ChatMessageView,
});
const idsOf = ({ mentions }: BellState) => mentions.map(({ messageId }) => messageId);

describe('bell mentions', () => {
  test('lists only the user’s mentions, newest first and once each', () => {
    let state = onChat(NOTHING_NEW, sent(1, [ME]), ME);
    state = onChat(state, sent(2, [3]), ME);
    state = onChat(state, sent(3, [3, ME]), ME);
    state = onChat(state, sent(3, [3, ME]), ME);
    expect(idsOf(state)).toEqual([3, 1]);
    expect(countOf(state)).toBe(2);
  });

  test('removes mentions when the chat is read or deleted', () => {
    let state = [sent(1, [ME]), sent(2, [ME]), sent(9, [ME], 6)].reduce(
      (former, event) => onChat(former, event, ME),
      NOTHING_NEW,
    );
    state = onChat(state, { action: 'update', chat: chat(1) }, ME);
    expect(idsOf(state)).toEqual([9, 2]);
    state = onChat(state, { action: 'delete', id: '6' }, ME);
    expect(idsOf(state)).toEqual([2]);
  });
});
