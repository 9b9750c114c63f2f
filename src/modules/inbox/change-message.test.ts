import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts, messageReactions, messages, settings, tickets } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound, inGroup, JOAO } from '@test/support/inbound.ts';
import { asc } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import type { InboundMessage } from '@/whatsapp/port.ts';

let desk: TestDesk;
let scope: Scope;
let connectionId: number;

beforeAll(async () => {
  desk = await createTestDesk();
  scope = await desk.systemScope();
  connectionId = await addConnection(desk);
  await scope.write((tx) => tx.db.insert(settings).values({ key: 'CheckMsgIsGroup', value: 'disabled' }));
});
afterAll(() => desk.stop());
beforeEach(() => scope.write((tx) => tx.db.delete(contacts)));

const receive = (...batch: InboundMessage[]) =>
  desk.listener.onMessages({ companyId: scope.companyId, connectionId }, batch);
const stored = () => scope.db.select().from(messages).orderBy(asc(messages.id));
const reactions = async () =>
  (await scope.db.select().from(messageReactions)).map(({ author, emoji }) => [author, emoji]);

const react = (emoji: string, targetId = 'M', targetFromMe = false) =>
  ({ type: 'reaction', targetId, targetFromMe, emoji }) as const;
const edit = (text: string, targetId = 'M') => ({ type: 'edit', targetId, text }) as const;
const remove = (targetId = 'M', byAdmin = false) => ({ type: 'delete', targetId, byAdmin }) as const;

describe('reactions', () => {
  test('are added, changed and taken back, each by its author', async () => {
    const heard = await desk.listenAs('ana');
    await receive(
      inbound({ id: 'M' }),
      inbound({ content: react('👍') }),
      inbound({ fromMe: true, content: react('🎉') }),
    );
    const maria = String((await stored())[0]?.contactId);
    expect(await reactions()).toEqual([
      [maria, '👍'],
      ['me', '🎉'],
    ]);
    await receive(inbound({ content: react('❤️') }));
    expect(await reactions()).toContainEqual([maria, '❤️']);
    await receive(inbound({ content: react('') }));
    expect(await reactions()).toEqual([['me', '🎉']]);
    await desk.settle();
    const last = heard.filter((message) => message.channel === 'appMessage').at(-1);
    expect(last?.data).toMatchObject({
      action: 'update',
      message: { reactions: [{ emoji: '🎉', fromMe: true }] },
    });
  });

  test('are no message, count nothing, and mean nothing where their target is unknown', async () => {
    await receive(inbound({ id: 'M', text: 'oi' }));
    await receive(inbound({ content: react('👍') }), inbound({ content: react('👍', 'unknown') }));
    expect(await stored()).toHaveLength(1);
    const [ticket] = await scope.db.select().from(tickets);
    expect(ticket).toMatchObject({ unreadMessages: 1, lastMessage: 'oi' });
  });

  test('go to the side that is meant when both used the same id', async () => {
    await receive(inbound({ id: 'M', text: 'dela' }), inbound({ id: 'M', fromMe: true, text: 'nossa' }));
    await receive(inbound({ content: react('👍', 'M', false) }));
    const [hers] = await stored();
    expect((await scope.db.select().from(messageReactions))[0]?.messageId).toBe(hers?.id ?? 0);
  });
});

describe('edits', () => {
  test('change the words, and those in the list', async () => {
    await receive(inbound({ id: 'M', text: 'oii' }), inbound({ content: edit('oi') }));
    expect((await stored())[0]).toMatchObject({ body: 'oi', isEdited: true, mediaType: 'conversation' });
    expect((await scope.db.select().from(tickets))[0]).toMatchObject({
      lastMessage: 'oi',
      unreadMessages: 1,
    });
  });

  test('of an older message leave the list alone', async () => {
    await receive(inbound({ id: 'M', text: 'a' }), inbound({ text: 'b' }), inbound({ content: edit('A') }));
    expect((await scope.db.select().from(tickets))[0]?.lastMessage).toBe('b');
  });

  test('come from the author only, also when they copy an id of ours', async () => {
    await receive(inbound({ id: 'M', fromMe: true, text: 'nossa' }), inbound({ content: edit('forjada') }));
    expect((await stored())[0]).toMatchObject({ body: 'nossa', isEdited: false });
    await receive(inbound({ id: 'M', text: 'dela' }), inbound({ fromMe: true, content: edit('corrigida') }));
    expect((await stored()).map((row) => row.body)).toEqual(['corrigida', 'dela']);
  });

  test('do not cross chats or group members', async () => {
    await receive(inbound({ id: 'M', text: 'dela' }), inbound({ from: JOAO, content: edit('forjada') }));
    await receive(
      inGroup({ id: 'G', text: 'no grupo' }),
      inGroup({ from: JOAO, content: edit('forjada', 'G') }),
    );
    expect((await stored()).map((row) => row.body)).toEqual(['dela', 'no grupo']);
  });

  test('of what was deleted, or is unknown, change nothing', async () => {
    await receive(
      inbound({ id: 'M', text: 'a' }),
      inbound({ content: remove() }),
      inbound({ content: edit('b') }),
    );
    await receive(inbound({ content: edit('c', 'unknown') }));
    expect(await stored()).toHaveLength(1);
    expect((await stored())[0]).toMatchObject({ body: 'a', isDeleted: true, isEdited: false });
  });
});

describe('deletions', () => {
  test('are shown, and the words stay with the company', async () => {
    const heard = await desk.listenAs('ana');
    await receive(inbound({ id: 'M', text: 'segredo' }), inbound({ content: remove() }));
    expect((await stored())[0]).toMatchObject({ body: 'segredo', isDeleted: true });
    await desk.settle();
    expect(heard.some((m) => (m.data as { message?: { isDeleted: boolean } }).message?.isDeleted)).toBe(true);
  });

  test('come from the author only', async () => {
    await receive(inbound({ id: 'M', fromMe: true }), inbound({ content: remove() }));
    await receive(inbound({ id: 'N' }), inbound({ fromMe: true, content: remove('N') }));
    await receive(inbound({ id: 'O' }), inbound({ from: JOAO, content: remove('O') }));
    expect((await stored()).map((row) => row.isDeleted)).toEqual([false, false, false]);
  });

  test('in a group may be the administrator’s, and nobody else’s', async () => {
    await receive(inGroup({ id: 'G' }), inGroup({ from: JOAO, content: remove('G') }));
    expect((await stored())[0]?.isDeleted).toBe(false);
    await receive(inGroup({ from: JOAO, content: remove('G', true) }));
    expect((await stored())[0]?.isDeleted).toBe(true);
  });

  test('nobody administers a chat of two', async () => {
    await receive(inbound({ id: 'M', fromMe: true }), inbound({ content: remove('M', true) }));
    expect((await stored())[0]?.isDeleted).toBe(false);
  });

  test('of the unknown are nothing', async () => {
    await receive(inbound({ content: remove('unknown') }));
    expect(await stored()).toEqual([]);
  });
});

describe('quotes', () => {
  test('point to what is known in this chat, else to nothing', async () => {
    await receive(inbound({ id: 'M', text: 'a' }), inbound({ id: 'J', from: JOAO }));
    const quoted = (id: string) => ({ id, fromMe: false, text: 'a' });
    await receive(
      inbound({ quoted: quoted('M') }),
      inbound({ quoted: quoted('J') }),
      inbound({ quoted: quoted('X') }),
    );
    const [first, , ...rest] = await stored();
    expect(rest.map((row) => row.quotedMsgId)).toEqual([first?.id ?? 0, null, null]);
  });

  test('go to the side that is meant when both used the same id', async () => {
    await receive(inbound({ id: 'M', text: 'dela' }), inbound({ id: 'M', fromMe: true, text: 'nossa' }));
    await receive(inbound({ quoted: { id: 'M', fromMe: true, text: '' } }));
    const rows = await stored();
    expect(rows[2]?.quotedMsgId).toBe(rows[1]?.id ?? 0);
  });
});
