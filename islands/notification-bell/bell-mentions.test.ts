import { describe, expect, test } from 'bun:test';
import type { ChatMessageView, ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { type BellState, countOf, hearChat, type LiveChat, NOTHING_NEW } from './bell-state.ts';

const ME = 1;
const chat = (readMessageId: number | null, id = 5) =>
  ({ id, uuid: 'u', title: 'Plantão', users: [{ userId: ME, readMessageId }] }) as unknown as ChatView;
const said = (id: number, mentions: number[], chatId = 5): LiveChat => ({
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

describe('mentions in the bell', () => {
  test('are those of the reader, the newest first, each once', () => {
    let state = hearChat(NOTHING_NEW, said(1, [ME]), ME);
    state = hearChat(state, said(2, [3]), ME);
    state = hearChat(state, said(3, [3, ME]), ME);
    state = hearChat(state, said(3, [3, ME]), ME);
    expect(idsOf(state)).toEqual([3, 1]);
    expect(countOf(state)).toBe(2);
  });

  test('go when their chat is read that far, and when it is gone', () => {
    let state = [said(1, [ME]), said(2, [ME]), said(9, [ME], 6)].reduce(
      (former, event) => hearChat(former, event, ME),
      NOTHING_NEW,
    );
    state = hearChat(state, { action: 'update', chat: chat(1) }, ME);
    expect(idsOf(state)).toEqual([9, 2]);
    state = hearChat(state, { action: 'delete', id: '6' }, ME);
    expect(idsOf(state)).toEqual([2]);
  });
});
