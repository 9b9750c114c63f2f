import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { messages } from '@db/tenant/schema/index.ts';
import { inbound } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { SendError } from '@/whatsapp/port.ts';
import { type ConversationFixture, createConversationFixture } from '../conversation-fixture.test-support.ts';

let talk: ConversationFixture;
let testApp: ConversationFixture['testApp'];
let system: ConversationFixture['system'];
let connectionId: number;
let ticketId: number;
let received: number;
let own: number;

const refused = () => new SendError('refused', false);

beforeAll(async () => {
  talk = await createConversationFixture();
  ({ testApp, system, connectionId } = talk);
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  ({ ticketId, received, own } = await talk.begin());
});

const call = (...how: Parameters<ConversationFixture['call']>) => talk.call(...how);
const row = (id: number) => talk.row(id);
const sent = () => talk.sent();
const react = (type: string, id = received, who: PersonName = 'bia') =>
  call(who, 'POST', `/messages/${id}/reactions`, { type });

async function refusalsFor(name: PersonName) {
  const incoming = await testApp.listenAs(name);
  return () => incoming.filter(({ channel }) => channel === 'messageRefused').map(({ data }) => data);
}

describe('deleting a message', () => {
  test('is shown immediately, sent to the customer and preserves the text', async () => {
    const reply = await call('bia', 'DELETE', `/messages/${own}`);
    expect(reply).toMatchObject({ status: 200, body: { isDeleted: true } });
    await testApp.settle();
    const { wid, body } = await row(own);
    expect(sent()).toEqual([{ type: 'delete', targetId: wid }]);
    expect(body).toBe('bom dia');
  });

  test('removes its text from the ticket list and every search', async () => {
    const seen = async () => {
      const ticket = await call('bia', 'GET', `/tickets/${ticketId}`);
      const found = await call('bia', 'GET', '/tickets?searchParam=dia');
      const hits = await call('bia', 'GET', `/messages/${ticketId}/search?q=dia`);
      const { lastMessage, lastMessageType } = ticket.body as unknown as Record<string, string>;
      return {
        line: [lastMessage, lastMessageType],
        found: (found.body as unknown as { tickets: unknown[] }).tickets.length,
        hits: (hits.body as unknown as { hits: unknown[] }).hits.length,
      };
    };
    expect(await seen()).toEqual({ line: ['bom dia', 'conversation'], found: 1, hits: 1 });
    const toAna = await testApp.listenAs('ana');
    await call('bia', 'DELETE', `/messages/${own}`);
    expect(await seen()).toEqual({ line: ['', 'deleted'], found: 0, hits: 0 });
    const reported = toAna
      .filter(({ channel }) => channel === 'ticket')
      .map(({ data }) => JSON.stringify(data));
    expect([reported.length > 0, reported.filter((frame) => frame.includes('bom dia'))]).toEqual([true, []]);
  });

  test('by the customer removes its text from the ticket list', async () => {
    const target = { companyId: system.companyId, connectionId };
    await testApp.listener.onMessages(target, [inbound({ id: 'D', text: 'segredo' })]);
    const line = async () => {
      const { lastMessage } = (await call('bia', 'GET', `/tickets/${ticketId}`)).body as unknown as Record<
        string,
        string
      >;
      return lastMessage;
    };
    expect(await line()).toBe('segredo');
    const content = { type: 'delete', targetId: 'D', byAdmin: false } as const;
    await testApp.listener.onMessages(target, [inbound({ id: 'E', content })]);
    expect(await line()).toBe('');
  });

  test('twice is sent once', async () => {
    await call('bia', 'DELETE', `/messages/${own}`);
    expect((await call('bia', 'DELETE', `/messages/${own}`)).status).toBe(200);
    await testApp.settle();
    expect(sent()).toHaveLength(1);
  });

  test('refused by WhatsApp is published to existing clients with the reason', async () => {
    const incoming = await testApp.listenAs('bia');
    testApp.whatsapp.fail(refused());
    await call('bia', 'DELETE', `/messages/${own}`);
    await testApp.settle();
    const reported = incoming.filter(({ channel, contractOnly }) => channel === 'appMessage' && contractOnly);
    expect(reported.map(({ data }) => data)).toMatchObject([
      { action: 'update', message: { id: String(own), isDeleted: false, error: 'ERR_DELETE_WAPP_MSG' } },
    ]);
  });

  test('that fails restores the message and reports why', async () => {
    const toBia = await refusalsFor('bia');
    testApp.whatsapp.fail(refused());
    await call('bia', 'DELETE', `/messages/${own}`);
    await testApp.settle();
    expect(await row(own)).toMatchObject({ isDeleted: false, error: null });
    expect((await call('bia', 'GET', `/tickets/${ticketId}`)).body).toMatchObject({ lastMessage: 'bom dia' });
    expect(toBia()).toMatchObject([{ action: 'delete', error: 'ERR_DELETE_WAPP_MSG' }]);
  });

  test('before it was sent prevents sending', async () => {
    const target = { companyId: system.companyId, connectionId };
    testApp.whatsapp.become(target, { status: 'OPENING' });
    const { body } = await call('bia', 'POST', `/messages/${ticketId}`, { body: 'nunca' });
    await call('bia', 'DELETE', `/messages/${body.id}`);
    await testApp.settle();
    testApp.whatsapp.become(target);
    testApp.kernel.outbox.wake(system.companyId, 'send:');
    await testApp.settle();
    expect(sent()).toEqual([]);
    expect(await row(Number(body.id))).toMatchObject({ isDeleted: true });
  });

  test('whose first try did arrive, though its answer was lost, is sent with the first receipt, once', async () => {
    testApp.whatsapp.fail(new SendError('timeout', true));
    const { body } = await call('bia', 'POST', `/messages/${ticketId}`, { body: 'chegou' });
    await testApp.settle();
    const id = Number(body.id);
    await call('bia', 'DELETE', `/messages/${id}`);
    testApp.clock.advance(60_000);
    testApp.kernel.outbox.wake(system.companyId, 'send:');
    await testApp.settle();
    expect(sent()).toEqual([]);
    const { wid, remoteJid } = await row(id);
    for (const ack of [3, 4]) {
      const receipt = { id: wid, chat: [remoteJid], ack };
      await testApp.listener.onReceipts({ companyId: system.companyId, connectionId }, [receipt]);
      await testApp.settle();
    }
    expect(sent()).toEqual([{ type: 'delete', targetId: wid }]);
    expect(await row(id)).toMatchObject({ isDeleted: true });
  });
});

describe('reaction', () => {
  test('is one per company and can be removed', async () => {
    expect((await react('👍')).body.reactions).toEqual([{ emoji: '👍', fromMe: true }]);
    expect((await react('❤️', received, 'ana')).body.reactions).toEqual([{ emoji: '❤️', fromMe: true }]);
    expect((await react('')).body).toMatchObject({ reactions: [], message: { id: String(received) } });
    await testApp.settle();
    const target = { type: 'reaction', targetId: 'C', targetFromMe: false, targetAuthor: null };
    expect(sent()).toEqual(['👍', '❤️', ''].map((emoji) => ({ ...target, emoji })) as never);
  });

  test('to a group message names its author', async () => {
    await system.write((tx) =>
      tx.db
        .update(messages)
        .set({ participant: '5511988887777@s.whatsapp.net' })
        .where(eq(messages.id, received)),
    );
    await react('🎉');
    await testApp.settle();
    expect(sent()).toMatchObject([{ targetAuthor: '5511988887777@s.whatsapp.net' }]);
  });

  test('repeated unchanged is sent once', async () => {
    await react('👍');
    await react('👍');
    await testApp.settle();
    expect(sent()).toHaveLength(1);
  });

  for (const type of ['ok', '👍👍', '<b>', '5', 7, null]) {
    test(`must be one emoji, not ${JSON.stringify(type)}`, async () => {
      expect((await react(type as string)).status).toBe(400);
    });
  }
  for (const type of ['👨‍👩‍👧', '🇧🇷', '👍🏽', '1️⃣', '☺️']) {
    test(`may be ${type}`, async () => expect((await react(type)).status).toBe(200));
  }

  test('is refused without access to the ticket', async () => {
    for (const who of ['caio', 'davi'] as const) expect((await react('👍', received, who)).status).toBe(404);
    await testApp.settle();
    expect(sent()).toEqual([]);
  });

  test('that fails is replaced by the former one and the user notified', async () => {
    await react('👍');
    await testApp.settle();
    const toBia = await refusalsFor('bia');
    testApp.whatsapp.fail(refused());
    await react('🎉');
    await testApp.settle();
    const info = await call('bia', 'PUT', `/messages/${received}`);
    expect(info.body.reactions).toEqual([{ emoji: '👍', fromMe: true }]);
    expect(toBia()).toMatchObject([{ action: 'react', wanted: '🎉', error: 'ERR_SENDING_WAPP_MSG' }]);
  });

  test('to a deleted message returns 404', async () => {
    await call('bia', 'DELETE', `/messages/${own}`);
    expect((await react('👍', own)).status).toBe(404);
  });
});

describe('message info', () => {
  test('shows the times of delivery and reading', async () => {
    const target = { companyId: system.companyId, connectionId };
    const { wid } = await row(own);
    const info = () => call('bia', 'GET', `/messages/${own}/info`);
    const at = testApp.clock.now.toISOString();
    expect((await info()).body).toMatchObject({ ack: 2, deliveredAt: null, user: { name: 'Bia' } });
    const chat = ['5511988887777@s.whatsapp.net'];
    await testApp.listener.onReceipts(target, [{ id: wid, chat, ack: 3 }]);
    await testApp.listener.onReceipts(target, [{ id: wid, chat, ack: 4 }]);
    expect((await info()).body).toMatchObject({ ack: 4, deliveredAt: at, readAt: at, error: null });
  });

  test('has no sent time before the message was sent', async () => {
    testApp.whatsapp.fail(refused());
    const { body } = await call('bia', 'POST', `/messages/${ticketId}`, { body: 'x' });
    await testApp.settle();
    const info = await call('bia', 'GET', `/messages/${body.id}/info`);
    expect(info.body).toMatchObject({ sentAt: null, ack: 0, error: 'ERR_SENDING_WAPP_MSG' });
  });

  test('returns 404 to those who may not see it', async () => {
    for (const who of ['caio', 'davi'] as const)
      expect((await call(who, 'GET', `/messages/${own}/info`)).status).toBe(404);
  });
});
