import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { messages } from '@db/tenant/schema/index.ts';
import { inbound } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { SendError } from '@/whatsapp/port.ts';
import { createTalkDesk, type TalkDesk } from '../talk-desk.test-support.ts';

let talk: TalkDesk;
let desk: TalkDesk['desk'];
let system: TalkDesk['system'];
let connectionId: number;
let ticketId: number;
let received: number;
let own: number;

const refused = () => new SendError('refused', false);

beforeAll(async () => {
  talk = await createTalkDesk();
  ({ desk, system, connectionId } = talk);
});
afterAll(() => desk.stop());
beforeEach(async () => {
  ({ ticketId, received, own } = await talk.begin());
});

const call = (...how: Parameters<TalkDesk['call']>) => talk.call(...how);
const row = (id: number) => talk.row(id);
const sent = () => talk.sent();
const react = (type: string, id = received, who: PersonName = 'bia') =>
  call(who, 'POST', `/messages/${id}/reactions`, { type });

async function refusalsFor(name: PersonName) {
  const heard = await desk.listenAs(name);
  return () => heard.filter(({ channel }) => channel === 'messageRefused').map(({ data }) => data);
}

describe('taking back', () => {
  test('is shown at once and asked of the customer; the words stay with the desk', async () => {
    const reply = await call('bia', 'DELETE', `/messages/${own}`);
    expect(reply).toMatchObject({ status: 200, body: { isDeleted: true } });
    await desk.settle();
    const { wid, body } = await row(own);
    expect(sent()).toEqual([{ type: 'delete', targetId: wid }]);
    expect(body).toBe('bom dia');
  });

  test('takes its words out of the ticket’s line and of every search', async () => {
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
    const toAna = await desk.listenAs('ana');
    await call('bia', 'DELETE', `/messages/${own}`);
    expect(await seen()).toEqual({ line: ['', 'deleted'], found: 0, hits: 0 });
    const told = toAna.filter(({ channel }) => channel === 'ticket').map(({ data }) => JSON.stringify(data));
    expect([told.length > 0, told.filter((frame) => frame.includes('bom dia'))]).toEqual([true, []]);
  });

  test('by the customer takes the words out of the ticket’s line', async () => {
    const target = { companyId: system.companyId, connectionId };
    await desk.listener.onMessages(target, [inbound({ id: 'D', text: 'segredo' })]);
    const line = async () => {
      const { lastMessage } = (await call('bia', 'GET', `/tickets/${ticketId}`)).body as unknown as Record<
        string,
        string
      >;
      return lastMessage;
    };
    expect(await line()).toBe('segredo');
    const content = { type: 'delete', targetId: 'D', byAdmin: false } as const;
    await desk.listener.onMessages(target, [inbound({ id: 'E', content })]);
    expect(await line()).toBe('');
  });

  test('twice is once', async () => {
    await call('bia', 'DELETE', `/messages/${own}`);
    expect((await call('bia', 'DELETE', `/messages/${own}`)).status).toBe(200);
    await desk.settle();
    expect(sent()).toHaveLength(1);
  });

  test('that WhatsApp refuses is told to clients of the contract as the message with its reason', async () => {
    const heard = await desk.listenAs('bia');
    desk.whatsapp.fail(refused());
    await call('bia', 'DELETE', `/messages/${own}`);
    await desk.settle();
    const told = heard.filter(({ channel, contractOnly }) => channel === 'appMessage' && contractOnly);
    expect(told.map(({ data }) => data)).toMatchObject([
      { action: 'update', message: { id: String(own), isDeleted: false, error: 'ERR_DELETE_WAPP_MSG' } },
    ]);
  });

  test('that fails shows it again, and says why', async () => {
    const toBia = await refusalsFor('bia');
    desk.whatsapp.fail(refused());
    await call('bia', 'DELETE', `/messages/${own}`);
    await desk.settle();
    expect(await row(own)).toMatchObject({ isDeleted: false, error: null });
    expect((await call('bia', 'GET', `/tickets/${ticketId}`)).body).toMatchObject({ lastMessage: 'bom dia' });
    expect(toBia()).toMatchObject([{ action: 'delete', error: 'ERR_DELETE_WAPP_MSG' }]);
  });

  test('of what has not left yet keeps it from leaving', async () => {
    const target = { companyId: system.companyId, connectionId };
    desk.whatsapp.become(target, { status: 'OPENING' });
    const { body } = await call('bia', 'POST', `/messages/${ticketId}`, { body: 'nunca' });
    await call('bia', 'DELETE', `/messages/${body.id}`);
    await desk.settle();
    desk.whatsapp.become(target);
    desk.kernel.outbox.wake(system.companyId, 'send:');
    await desk.settle();
    expect(sent()).toEqual([]);
    expect(await row(Number(body.id))).toMatchObject({ isDeleted: true });
  });
});

describe('a reaction', () => {
  test('is the company’s own, one at a time, and can be taken back', async () => {
    expect((await react('👍')).body.reactions).toEqual([{ emoji: '👍', fromMe: true }]);
    expect((await react('❤️', received, 'ana')).body.reactions).toEqual([{ emoji: '❤️', fromMe: true }]);
    expect((await react('')).body).toMatchObject({ reactions: [], message: { id: String(received) } });
    await desk.settle();
    const target = { type: 'reaction', targetId: 'C', targetFromMe: false, targetAuthor: null };
    expect(sent()).toEqual(['👍', '❤️', ''].map((emoji) => ({ ...target, emoji })) as never);
  });

  test('to a message in a group names its author', async () => {
    await system.write((tx) =>
      tx.db
        .update(messages)
        .set({ participant: '5511988887777@s.whatsapp.net' })
        .where(eq(messages.id, received)),
    );
    await react('🎉');
    await desk.settle();
    expect(sent()).toMatchObject([{ targetAuthor: '5511988887777@s.whatsapp.net' }]);
  });

  test('the same again is nothing new', async () => {
    await react('👍');
    await react('👍');
    await desk.settle();
    expect(sent()).toHaveLength(1);
  });

  for (const type of ['ok', '👍👍', '<b>', '5', 7, null]) {
    test(`is one emoji, not ${JSON.stringify(type)}`, async () => {
      expect((await react(type as string)).status).toBe(400);
    });
  }
  for (const type of ['👨‍👩‍👧', '🇧🇷', '👍🏽', '1️⃣', '☺️']) {
    test(`may be ${type}`, async () => expect((await react(type)).status).toBe(200));
  }

  test('not by who may not see the ticket, nor another company', async () => {
    for (const who of ['caio', 'davi'] as const) expect((await react('👍', received, who)).status).toBe(404);
    await desk.settle();
    expect(sent()).toEqual([]);
  });

  test('that fails gives way to the former one, and who chose it is told', async () => {
    await react('👍');
    await desk.settle();
    const toBia = await refusalsFor('bia');
    desk.whatsapp.fail(refused());
    await react('🎉');
    await desk.settle();
    const info = await call('bia', 'PUT', `/messages/${received}`);
    expect(info.body.reactions).toEqual([{ emoji: '👍', fromMe: true }]);
    expect(toBia()).toMatchObject([{ action: 'react', wanted: '🎉', error: 'ERR_SENDING_WAPP_MSG' }]);
  });

  test('to a deleted message is none', async () => {
    await call('bia', 'DELETE', `/messages/${own}`);
    expect((await react('👍', own)).status).toBe(404);
  });
});

describe('what became of a message', () => {
  test('is told moment by moment', async () => {
    const target = { companyId: system.companyId, connectionId };
    const { wid } = await row(own);
    const info = () => call('bia', 'GET', `/messages/${own}/info`);
    const at = desk.clock.now.toISOString();
    expect((await info()).body).toMatchObject({ ack: 2, deliveredAt: null, user: { name: 'Bia' } });
    const chat = ['5511988887777@s.whatsapp.net'];
    await desk.listener.onReceipts(target, [{ id: wid, chat, ack: 3 }]);
    await desk.listener.onReceipts(target, [{ id: wid, chat, ack: 4 }]);
    expect((await info()).body).toMatchObject({ ack: 4, deliveredAt: at, readAt: at, error: null });
  });

  test('has no moment of sending before it was sent', async () => {
    desk.whatsapp.fail(refused());
    const { body } = await call('bia', 'POST', `/messages/${ticketId}`, { body: 'x' });
    await desk.settle();
    const info = await call('bia', 'GET', `/messages/${body.id}/info`);
    expect(info.body).toMatchObject({ sentAt: null, ack: 0, error: 'ERR_SENDING_WAPP_MSG' });
  });

  test('is not for who may not see it', async () => {
    for (const who of ['caio', 'davi'] as const)
      expect((await call(who, 'GET', `/messages/${own}/info`)).status).toBe(404);
  });
});
