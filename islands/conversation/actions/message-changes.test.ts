import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { message, NOW } from '../../workspace/fixtures.test-support.ts';
import { edit, isEditable, isTooLate, react, remove } from './message-changes.ts';

withDom();

type Sent = { method: string; path: string; body: unknown };
const ownFetch = globalThis.fetch;
let sent: Sent[] = [];
let shown: MessageView[] = [];
let answer: (sent: Sent) => Response = () => Response.json({});
const shower = { show: (messages: MessageView[]) => void shown.push(...messages), t: (key: string) => key };

beforeEach(() => {
  sent = [];
  shown = [];
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const one = { method: init?.method ?? 'GET', path: String(path), body };
    sent.push(one);
    return answer(one);
  }) as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = ownFetch;
});

const toasts = () => [...document.querySelectorAll('.toast-card')].map((card) => card.textContent);
const own = (over: Partial<MessageView> = {}) => message(5, { fromMe: true, body: 'old', ...over });

describe('optimistic message changes', () => {
  test('shows an edit at once, then the server version', async () => {
    answer = () => Response.json(own({ body: 'new', isEdited: true, ack: 3 }));
    await edit(own(), 'new', shower);
    expect(sent).toEqual([{ method: 'POST', path: '/api/messages/edit/5', body: { body: 'new' } }]);
    expect(shown.map(({ body, isEdited, ack }) => [body, isEdited, ack])).toEqual([
      ['new', true, 0],
      ['new', true, 3],
    ]);
    expect(toasts()).toEqual([]);
  });

  test('reverts an edit with the reason when the server rejects it', async () => {
    answer = () => Response.json({ error: 'ERR_EDIT_TOO_LATE', minutes: 15 }, { status: 409 });
    await edit(own(), 'new', shower);
    expect(shown.map(({ body, isEdited }) => [body, isEdited])).toEqual([
      ['new', true],
      ['old', false],
    ]);
    expect(toasts()).toEqual(['errors:ERR_EDIT_TOO_LATE']);
  });

  test('reverts a rejected deletion and reaction', async () => {
    answer = () => Response.json({ error: 'ERR_DELETE_WAPP_MSG' }, { status: 409 });
    await remove(own(), shower);
    const before = own({ reactions: [{ emoji: '🙏', fromMe: false }] });
    await react(before, '👍', shower);
    expect(shown.map(({ isDeleted, reactions }) => [isDeleted, reactions.length])).toEqual([
      [true, 0],
      [false, 0],
      [false, 2],
      [false, 1],
    ]);
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /api/messages/5',
      'POST /api/messages/5/reactions',
    ]);
    expect(toasts()).toEqual(['errors:ERR_DELETE_WAPP_MSG']);
  });
});

test('our reaction replaces the previous one and an empty one removes it', async () => {
  const before = own({
    reactions: [
      { emoji: '👍', fromMe: true },
      { emoji: '👍', fromMe: false },
    ],
  });
  answer = () => Response.json({ message: before, reactions: [] });
  await react(before, '❤️', shower);
  await react(before, '', shower);
  expect(shown[0]?.reactions).toEqual([
    { emoji: '👍', fromMe: false },
    { emoji: '❤️', fromMe: true },
  ]);
  expect(shown[2]?.reactions).toEqual([{ emoji: '👍', fromMe: false }]);
  expect(sent.map((one) => one.body)).toEqual([{ type: '❤️' }, { type: '' }]);
});

test('blank or unchanged text sends no request', async () => {
  for (const body of ['', ' \n\t ', 'old']) await edit(own(), body, shower);
  expect([sent, shown]).toEqual([[], []]);
});

test('only own messages with text are editable, for 15 minutes', () => {
  const captioned = { mediaType: 'image', mediaName: 'a.jpg' } as const;
  expect(isEditable(own())).toBe(true);
  expect(isEditable(own({ ...captioned, body: 'look' }))).toBe(true);
  expect(isEditable(own({ ...captioned, body: 'a.jpg' }))).toBe(false);
  expect(isEditable(own({ mediaType: 'image', isSticker: true, body: 'sticker' }))).toBe(false);
  expect(isEditable(own({ mediaType: 'audio', body: 'Áudio' }))).toBe(false);
  expect(isEditable(own({ isDeleted: true }))).toBe(false);
  expect(isEditable(message(5))).toBe(false);
  const createdAt = new Date(NOW - 15 * 60_000).toISOString();
  expect([isTooLate(own({ createdAt }), NOW), isTooLate(own({ createdAt }), NOW + 1)]).toEqual([false, true]);
});
