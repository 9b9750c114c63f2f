import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts, messageReactions, messages, settings, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, inGroup, JOAO } from '@test/support/inbound.ts';
import { asc } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { InboundMessage } from '@/whatsapp/port.ts';

let testApp: TestApp;
let scope: Scope;
let connectionId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  scope = await testApp.systemScope();
  connectionId = await addConnection(testApp);
  await scope.write((tx) => tx.db.insert(settings).values({ key: 'CheckMsgIsGroup', value: 'disabled' }));
});
afterAll(() => testApp.stop());
beforeEach(() => scope.write((tx) => tx.db.delete(contacts)));

const receive = (...batch: InboundMessage[]) =>
  testApp.listener.onMessages({ companyId: scope.companyId, connectionId }, batch);
const stored = () => scope.db.select().from(messages).orderBy(asc(messages.id));
const reactions = async () =>
  (await scope.db.select().from(messageReactions)).map(({ author, emoji }) => [author, emoji]);

const react = (emoji: string, targetId = 'M', targetFromMe = false) =>
  ({ type: 'reaction', targetId, targetFromMe, emoji }) as const;
const edit = (text: string, targetId = 'M') => ({ type: 'edit', targetId, text }) as const;
const remove = (targetId = 'M', byAdmin = false) => ({ type: 'delete', targetId, byAdmin }) as const;

describe('reactions', () => {
  test('are added, changed and removed per author', async () => {
    const received = await testApp.listenAs('ana');
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
    await testApp.settle();
    const last = received.filter((message) => message.channel === 'appMessage').at(-1);
    expect(last?.data).toMatchObject({
      action: 'update',
      message: { reactions: [{ emoji: '🎉', fromMe: true }] },
    });
  });

  test('create no message, no unread count, and are ignored for unknown messages', async () => {
    await receive(inbound({ id: 'M', text: 'oi' }));
    await receive(inbound({ content: react('👍') }), inbound({ content: react('👍', 'unknown') }));
    expect(await stored()).toHaveLength(1);
    const [ticket] = await scope.db.select().from(tickets);
    expect(ticket).toMatchObject({ unreadMessages: 1, lastMessage: 'oi' });
  });

  test('apply to the right side when both used the same id', async () => {
    await receive(inbound({ id: 'M', text: 'dela' }), inbound({ id: 'M', fromMe: true, text: 'nossa' }));
    await receive(inbound({ content: react('👍', 'M', false) }));
    const [hers] = await stored();
    expect((await scope.db.select().from(messageReactions))[0]?.messageId).toBe(hers?.id ?? 0);
  });
});

describe('edits', () => {
  test('change the text of the message and of the ticket list', async () => {
    await receive(inbound({ id: 'M', text: 'oii' }), inbound({ content: edit('oi') }));
    expect((await stored())[0]).toMatchObject({ body: 'oi', isEdited: true, mediaType: 'conversation' });
    expect((await scope.db.select().from(tickets))[0]).toMatchObject({
      lastMessage: 'oi',
      unreadMessages: 1,
    });
  });

  test('leave the ticket list unchanged for an older message', async () => {
    await receive(inbound({ id: 'M', text: 'a' }), inbound({ text: 'b' }), inbound({ content: edit('A') }));
    expect((await scope.db.select().from(tickets))[0]?.lastMessage).toBe('b');
  });

  test('are accepted from the author only, even with a copied id', async () => {
    await receive(inbound({ id: 'M', fromMe: true, text: 'nossa' }), inbound({ content: edit('forjada') }));
    expect((await stored())[0]).toMatchObject({ body: 'nossa', isEdited: false });
    await receive(inbound({ id: 'M', text: 'dela' }), inbound({ fromMe: true, content: edit('corrigida') }));
    expect((await stored()).map((row) => row.body)).toEqual(['corrigida', 'dela']);
  });

  test('do not apply across chats or group members', async () => {
    await receive(inbound({ id: 'M', text: 'dela' }), inbound({ from: JOAO, content: edit('forjada') }));
    await receive(
      inGroup({ id: 'G', text: 'no grupo' }),
      inGroup({ from: JOAO, content: edit('forjada', 'G') }),
    );
    expect((await stored()).map((row) => row.body)).toEqual(['dela', 'no grupo']);
  });

  test('change nothing for deleted or unknown messages', async () => {
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
  test('mark the message as deleted and store its text', async () => {
    const received = await testApp.listenAs('ana');
    await receive(inbound({ id: 'M', text: 'segredo' }), inbound({ content: remove() }));
    expect((await stored())[0]).toMatchObject({ body: 'segredo', isDeleted: true });
    await testApp.settle();
    expect(received.some((m) => (m.data as { message?: { isDeleted: boolean } }).message?.isDeleted)).toBe(
      true,
    );
  });

  test('are accepted from the author only', async () => {
    await receive(inbound({ id: 'M', fromMe: true }), inbound({ content: remove() }));
    await receive(inbound({ id: 'N' }), inbound({ fromMe: true, content: remove('N') }));
    await receive(inbound({ id: 'O' }), inbound({ from: JOAO, content: remove('O') }));
    expect((await stored()).map((row) => row.isDeleted)).toEqual([false, false, false]);
  });

  test('in a group are also accepted from its administrators', async () => {
    await receive(inGroup({ id: 'G' }), inGroup({ from: JOAO, content: remove('G') }));
    expect((await stored())[0]?.isDeleted).toBe(false);
    await receive(inGroup({ from: JOAO, content: remove('G', true) }));
    expect((await stored())[0]?.isDeleted).toBe(true);
  });

  test('by an administrator are ignored outside groups', async () => {
    await receive(inbound({ id: 'M', fromMe: true }), inbound({ content: remove('M', true) }));
    expect((await stored())[0]?.isDeleted).toBe(false);
  });

  test('are ignored for unknown messages', async () => {
    await receive(inbound({ content: remove('unknown') }));
    expect(await stored()).toEqual([]);
  });
});

describe('quotes', () => {
  test('refer to known messages of the same chat only', async () => {
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

  test('refer to the right side when both used the same id', async () => {
    await receive(inbound({ id: 'M', text: 'dela' }), inbound({ id: 'M', fromMe: true, text: 'nossa' }));
    await receive(inbound({ quoted: { id: 'M', fromMe: true, text: '' } }));
    const rows = await stored();
    expect(rows[2]?.quotedMsgId).toBe(rows[1]?.id ?? 0);
  });
});

describe('an unreadable message that turns out to be a change', () => {
  const changes = { reaction: react('👍'), edit: edit('oi, Bia'), deletion: remove() };
  for (const [name, content] of Object.entries(changes))
    test(`${name}: leaves no bubble, and the list shows the message before it`, async () => {
      await receive(
        inbound({ id: 'M', text: 'oi' }),
        inbound({ id: 'S', content: { type: 'undecryptable' } }),
      );
      expect(await stored()).toHaveLength(2);
      await receive(inbound({ id: 'S', content }));
      expect((await stored()).map(({ wid }) => wid)).toEqual(['M']);
      const [ticket] = await scope.db.select().from(tickets);
      expect(ticket).toMatchObject({ unreadMessages: 1, lastMessageId: (await stored())[0]?.id });
    });
});
