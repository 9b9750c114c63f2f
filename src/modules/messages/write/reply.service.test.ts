import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import { asc, eq } from 'drizzle-orm';
import type { MessageView } from '../messages.views.ts';
import { createReplyDesk, type ReplyDesk } from './reply-desk.test-support.ts';

let work: ReplyDesk;

beforeAll(async () => {
  work = await createReplyDesk();
});
afterAll(() => work.desk.stop());
beforeEach(() => work.reset());

describe('text', () => {
  test('is on the screen at once and with the customer soon', async () => {
    const heard = await work.desk.listenAs('rui');
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
    await work.desk.settle();
    const [row] = await work.own();
    expect(row).toMatchObject({ ack: 2, error: null, raw: Buffer.from(row?.wid ?? '').toString('base64') });
    expect(work.desk.whatsapp.sent[0]).toMatchObject({
      id: row?.wid,
      jid: '5511988887777@s.whatsapp.net',
      content: { type: 'text', text: 'bom dia' },
      quoted: null,
    });
    const acks = heard
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

  test('with no words, too many, or none at all is refused', async () => {
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

  test('keeps its spaces, its markup and braces nobody knows, and hides nothing behind a NUL', async () => {
    await work.post('bia', { body: '  *a*\n{{nada}} <b>\u0000fim ' });
    await work.desk.settle();
    expect(work.sent()).toEqual([{ type: 'text', text: '  *a*\n{{nada}} <b>\ufffdfim ' }]);
  });

  test('needs an open ticket that is the writer’s to see', async () => {
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

  test('quotes what was said here, and nothing else', async () => {
    const [, foreign] = await work.system.db.select().from(messages).orderBy(asc(messages.id));
    const [quoted] = await work.system.db.select().from(messages).where(eq(messages.wid, 'M'));
    const reply = await work.post('bia', {
      body: 'isto',
      quotedMsg: { id: String(quoted?.id), body: 'whatever' },
    });
    expect(reply.body.quotedMsg).toMatchObject({ body: 'oi', fromMe: false });
    await work.desk.settle();
    expect(work.desk.whatsapp.sent[0]?.quoted).toEqual({ id: 'M', fromMe: false, author: null, raw: 'b2k=' });
    for (const id of [foreign?.id ?? 0, 99_999]) {
      const refused = await work.post('bia', { body: 'isto', quotedMsg: { id } });
      expect([refused.status, refused.body.error]).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
    }
    expect(await work.bodies()).toEqual(['isto']);
  });

  test('posted twice is stored once, also at the same moment', async () => {
    const body = { body: 'uma vez', clientId: 'composer-0001' };
    const bia = await work.desk.as('bia');
    const again = () => bia.json<MessageView>('POST', `/messages/${work.ticketId}`, body);
    const replies = await Promise.all(Array.from({ length: 8 }, again));
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    expect((await again()).body.id).toBe(replies[0]?.body.id ?? '');
    await work.desk.settle();
    expect(work.sent()).toHaveLength(1);
  });

  test('with another ticket’s id is refused in words, not with a fault', async () => {
    await work.post('bia', { body: 'a', clientId: 'composer-0001' });
    const reply = await work.post('bia', { body: 'b', clientId: 'composer-0001' }, work.otherTicket);
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, ['clientId']]);
    expect(await work.bodies()).toEqual(['a']);
  });
});
