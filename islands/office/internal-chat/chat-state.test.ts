import { describe, expect, test } from 'bun:test';
import type { ChatMessageView, ChatView } from '@/modules/internal-chat/internal-chat.views.ts';
import { addPage, onChat, toList } from './chat-list-state.ts';
import { addMessage, addNewest, addOlder, readersOf, toMessages } from './chat-messages-state.ts';
import { type Outgoing, typedIn, withTyped } from './chat-sending.ts';
import { askedMention, offeredFor, withMention } from './mention-text.ts';

const chat = (id: number, updatedAt: string) => ({ id, updatedAt, users: [] }) as unknown as ChatView;
const message = (id: number, senderId = 1) => ({ id, senderId }) as ChatMessageView;
const pageOf = (ids: number[], hasMore = false) => ({
  records: ids.map((id) => message(id)),
  count: 0,
  hasMore,
});
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe('chat list', () => {
  const list = toList({ records: [chat(2, '2'), chat(1, '1')], count: 2, hasMore: true });

  test('moves the latest active chat to the top and adds new ones', () => {
    const speech = onChat(list, { action: 'update', chat: chat(1, '3') }, true);
    expect(idsOf(speech.chats)).toEqual([1, 2]);
    expect(idsOf(onChat(speech, { action: 'update', chat: chat(3, '4') }, true).chats)).toEqual([3, 1, 2]);
  });

  test('ignores new chats during a search and removes deleted ones', () => {
    expect(onChat(list, { action: 'update', chat: chat(3, '4') }, false)).toBe(list);
    expect(idsOf(onChat(list, { action: 'delete', id: '2' }, true).chats)).toEqual([1]);
  });

  test('appends pages without duplicates', () => {
    const more = addPage(list, { records: [chat(1, '1'), chat(7, '0')], count: 3, hasMore: false });
    expect(more).toMatchObject({ hasMore: false });
    expect(idsOf(more.chats)).toEqual([2, 1, 7]);
  });
});

describe('chat messages', () => {
  const state = toMessages(pageOf([4, 5], true));

  test('appear once, in order, whether response or event arrives first', () => {
    const added = addMessage(state, message(6));
    expect(addMessage(added, message(6))).toBe(added);
    expect(idsOf(addMessage(added, message(3)).messages)).toEqual([3, 4, 5, 6]);
  });

  test('prepend older pages', () => {
    expect(idsOf(addOlder(state, pageOf([2, 3, 4])).messages)).toEqual([2, 3, 4, 5]);
  });

  test('extend after an overlapping newest page and restart after a gap', () => {
    expect(idsOf(addNewest(state, pageOf([5, 6, 7], true)).messages)).toEqual([4, 5, 6, 7]);
    expect(idsOf(addNewest(state, pageOf([30, 31], true)).messages)).toEqual([30, 31]);
  });

  test('list their readers without the sender', () => {
    const users = [
      { userId: 1, readMessageId: 9, user: { id: 1, name: 'Bia' } },
      { userId: 2, readMessageId: 4, user: { id: 2, name: 'Ana' } },
      { userId: 3, readMessageId: null, user: { id: 3, name: 'Rui' } },
    ];
    const of = (id: number) => readersOf(message(id), { users } as unknown as ChatView);
    expect(of(4)).toEqual({ names: ['Ana'], isAll: false });
    expect(of(5)).toEqual({ names: [], isAll: false });
  });
});

test('a draft contains what is on its way, then what is typed', () => {
  const sending = ['um', '', 'um\ndois'].map((text) => ({ text }) as Outgoing);
  expect(withTyped(sending, 'três')).toBe('um\num\ndois\ntrês');
  for (const typed of ['três', '', 'umas']) expect(typedIn(withTyped(sending, typed), sending)).toBe(typed);
  expect(typedIn('outra coisa', sending)).toBe('outra coisa');
});

describe('chat mentions', () => {
  test('an @ sign starts a name search up to the caret', () => {
    expect(askedMention('oi @an', 6)).toEqual({ from: 3, to: 6, typed: 'an' });
    expect(askedMention('e-mail a@b', 10)).toBeUndefined();
    expect(askedMention('@ana\nx', 6)).toBeUndefined();
    expect(askedMention('sem', 3)).toBeUndefined();
  });

  test('selecting a person inserts their name', () => {
    const ana = { id: 1, name: 'Ana Paula' };
    const asked = askedMention('oi @an, veja', 6);
    if (!asked) throw new Error('nothing asked');
    expect(offeredFor(asked, [ana, { id: 2, name: 'Rui' }])).toEqual([ana]);
    expect(withMention('oi @an, veja', asked, ana)).toEqual({ text: 'oi @Ana Paula , veja', caret: 14 });
  });
});
