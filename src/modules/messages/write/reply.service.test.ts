import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import { asc, eq } from 'drizzle-orm';
import type { MessageView } from '../messages.views.ts';
import { createReplyFixture, type ReplyFixture } from './reply-fixture.test-support.ts';

let work: ReplyFixture;

beforeAll(async () => {
  work = await createReplyFixture();
});
afterAll(() => work.testApp.stop());
beforeEach(() => work.reset());

describe('sending a text', () => {
  test('is shown immediately and sent shortly after', async () => {
    const received = await work.testApp.listenAs('rui');
    const reply = await work.post('bia', { body: 'bom dia' });
    expect(reply.body).toMatchObject({
      body: 'bom dia',
      fromMe: true,
      ack: 0,
      user: { name: 'Bia' },
      origin: 'agent',
      mediaType: 'conversation',
      error: null,
    });
    await work.testApp.settle();
    const [row] = await work.own();
    expect(row).toMatchObject({ ack: 2, error: null, raw: Buffer.from(row?.wid ?? '').toString('base64') });
    expect(work.testApp.whatsapp.sent[0]).toMatchObject({
      id: row?.wid,
      jid: '5511988887777@s.whatsapp.net',
      content: { type: 'text', text: 'bom dia' },
      quoted: null,
    });
    const acks = received
      .filter((message) => message.channel === 'appMessage')
      .map((message) => (message.data as { action: string; message: MessageView }).message.ack);
    expect(acks.at(-1)).toBe(2);
    const [ticket] = await work.system.db.select().from(tickets).where(eq(tickets.id, work.ticketId));
    expect(ticket).toMatchObject({
      lastMessage: 'bom dia',
      fromMe: true,
      unreadMessages: 0,
      lastMessageId: row?.id,
    });
  });

  test('returns 400 for an empty, oversized or invalid body', async () => {
    const refused: [unknown, string][] = [
      [{ body: '' }, 'body'],
      [{ body: ' \n\t ' }, 'body'],
      [{ body: 'a'.repeat(65_537) }, 'body'],
      [{}, 'body'],
      [{ body: 5 }, 'body'],
      [{ body: 'a', clientId: 'short' }, 'clientId'],
      [{ body: 'a', clientId: 'x'.repeat(65) }, 'clientId'],
      [{ body: 'a', quotedMsg: { id: 'x' } }, 'quotedMsg.id'],
    ];
    for (const [body, field] of refused) {
      const reply = await work.post('bia', body);
      expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, [field]]);
    }
    expect((await work.post('bia', { body: '' })).body.error).toBe('Escreva uma mensagem antes de enviar.');
    expect(await work.own()).toEqual([]);
    expect((await work.post('bia', { body: 'a'.repeat(65_536) })).status).toBe(200);
  });

  test('keeps spaces, markup and unknown variables and replaces NUL', async () => {
    await work.post('bia', { body: '  *a*\n{{nada}} <b>\u0000fim ' });
    await work.testApp.settle();
    expect(work.sent()).toEqual([{ type: 'text', text: '  *a*\n{{nada}} <b>\ufffdfim ' }]);
  });

  test('requires an open ticket visible to the sender', async () => {
    const replies = await Promise.all([
      work.post('caio', { body: 'a' }),
      work.post('davi', { body: 'a' }),
      work.post(undefined, { body: 'a' }),
    ]);
    expect(replies.map((reply) => [reply.status, reply.body.error])).toEqual([
      [403, 'ERR_NO_PERMISSION'],
      [404, 'ERR_NO_TICKET_FOUND'],
      [401, 'ERR_SESSION_EXPIRED'],
    ]);
    for (const status of ['pending', 'closed'] as const) {
      await work.system.write(async (tx) => {
        await tx.db.update(tickets).set({ status });
      });
      const reply = await work.post('bia', { body: 'a' });
      expect([reply.status, reply.body.error]).toEqual([409, 'ERR_TICKET_NOT_OPEN']);
    }
    for (const id of ['0', '-1', '1e9', 'abc', '99999'])
      expect((await work.post('bia', { body: 'a' }, id)).status).toBe(404);
    expect(await work.own()).toEqual([]);
    expect(await work.system.db.select().from(outbox)).toEqual([]);
  });

  test('quotes only messages of the same conversation', async () => {
    const [, foreign] = await work.system.db.select().from(messages).orderBy(asc(messages.id));
    const [quoted] = await work.system.db.select().from(messages).where(eq(messages.wid, 'M'));
    const reply = await work.post('bia', {
      body: 'isto',
      quotedMsg: { id: String(quoted?.id), body: 'whatever' },
    });
    expect(reply.body.quotedMsg).toMatchObject({ body: 'oi', fromMe: false });
    await work.testApp.settle();
    expect(work.testApp.whatsapp.sent[0]?.quoted).toEqual({
      id: 'M',
      fromMe: false,
      author: null,
      raw: 'b2k=',
    });
    for (const id of [foreign?.id ?? 0, 99_999]) {
      const refused = await work.post('bia', { body: 'isto', quotedMsg: { id } });
      expect([refused.status, refused.body.error]).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
    }
    expect(await work.bodies()).toEqual(['isto']);
  });

  test('is stored once when posted repeatedly or concurrently', async () => {
    const body = { body: 'uma vez', clientId: 'composer-0001' };
    const bia = await work.testApp.as('bia');
    const again = () => bia.json<MessageView>('POST', `/messages/${work.ticketId}`, body);
    const replies = await Promise.all(Array.from({ length: 8 }, again));
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    expect((await again()).body.id).toBe(replies[0]?.body.id ?? '');
    await work.testApp.settle();
    expect(work.sent()).toHaveLength(1);
  });

  test('returns 400 for a client id used in another ticket', async () => {
    await work.post('bia', { body: 'a', clientId: 'composer-0001' });
    const reply = await work.post('bia', { body: 'b', clientId: 'composer-0001' }, work.otherTicket);
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, ['clientId']]);
    expect(await work.bodies()).toEqual(['a']);
  });
});
