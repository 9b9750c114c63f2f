import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connections, contacts, messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { asc, eq } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import { SendError } from '@/whatsapp/port.ts';
import type { MessageView } from '../messages.views.ts';
import { deliverMessage } from './deliver-message.ts';

let desk: TestDesk;
let system: Scope;
let connectionId: number;
let maria: number;
let joao: number;

beforeAll(async () => {
  desk = await createTestDesk();
  system = await desk.systemScope();
  connectionId = await addConnection(desk);
});
afterAll(() => desk.stop());

const target = () => ({ companyId: system.companyId, connectionId });

beforeEach(async () => {
  await desk.settle();
  desk.whatsapp.sent.length = 0;
  desk.whatsapp.become(target());
  await system.write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.delete(outbox);
    await tx.db.update(connections).set({ status: 'CONNECTED' });
  });
  await desk.listener.onMessages(target(), [inbound(), inbound({ from: JOAO })]);
  await system.write(async (tx) => {
    await tx.db
      .update(tickets)
      .set({ status: 'open', userId: desk.cast.userId.bia, queueId: desk.cast.queueId.Vendas });
  });
  const [first, second] = await system.db.select().from(tickets).orderBy(asc(tickets.id));
  maria = first?.id ?? 0;
  joao = second?.id ?? 0;
  await desk.settle();
});

async function say(body: string, ticketId = maria): Promise<MessageView> {
  const bia = await desk.as('bia');
  const reply = await bia.json<MessageView>('POST', `/messages/${ticketId}`, { body });
  expect(reply.status).toBe(200);
  return reply.body;
}
const row = async (id: string) => {
  const [found] = await system.db
    .select()
    .from(messages)
    .where(eq(messages.id, Number(id)));
  if (!found) throw new Error('no such message');
  return found;
};
const sent = () =>
  desk.whatsapp.sent.map(({ content }) => (content.type === 'text' ? content.text : content.type));
const press = (browser: Browser, id: string) =>
  browser.json<MessageView & { error: string }>('POST', `/messages/${id}/retry`);
const retry = async (who: PersonName | undefined, id: string) => press(await desk.as(who), id);
async function wake(afterMs = 0): Promise<void> {
  desk.clock.advance(afterMs);
  system.kernel.outbox.wake(system.companyId, 'send:');
  await desk.settle();
}

describe('sending', () => {
  test('keeps the order of a chat through failures, and other chats do not wait', async () => {
    desk.whatsapp.fail(new SendError('timeout', true));
    await say('1');
    await desk.settle();
    await say('2');
    await say('3');
    await say('J', joao);
    await desk.settle();
    expect(sent()).toEqual(['J']);
    await wake(1_000);
    expect(sent()).toEqual(['J', '1', '2', '3']);
  });

  test('uses one id however often it is tried', async () => {
    const message = await say('1');
    await desk.settle();
    const { wid } = await row(message.id);
    await system.write(async (tx) => {
      await tx.db.update(messages).set({ ack: 0, raw: null });
      await tx.kernel.outbox.add(tx, `send:${connectionId}:1`, 'message.send', {
        messageId: Number(message.id),
      });
    });
    await desk.settle();
    expect(desk.whatsapp.sent.map((one) => one.id)).toEqual([wid, wid]);
    expect((await row(message.id)).ack).toBe(2);
  });

  test('what the outbox took up and never settled is sent again under its id', async () => {
    const message = await say('1');
    await desk.settle();
    const job = { id: 1, lane: 'x', attempts: 0, payload: { messageId: Number(message.id) } };
    const settle = await deliverMessage.run(system, job);
    expect(settle).toBeFunction();
    expect(new Set(desk.whatsapp.sent.map((one) => one.id)).size).toBe(1);
  });

  test('a deleted message is not sent any more', async () => {
    desk.whatsapp.become(target(), { status: 'OPENING' });
    const message = await say('1');
    await desk.settle();
    await system.write(async (tx) => {
      await tx.db
        .update(messages)
        .set({ isDeleted: true })
        .where(eq(messages.id, Number(message.id)));
    });
    desk.whatsapp.become(target());
    await wake();
    expect(sent()).toEqual([]);
    expect(await system.db.select().from(outbox)).toEqual([]);
  });

  test('waits for a connection that is coming back, and goes when it is there', async () => {
    desk.whatsapp.become(target(), { status: 'OPENING' });
    const message = await say('1');
    await desk.settle();
    expect(await row(message.id)).toMatchObject({ ack: 0, error: null });
    desk.whatsapp.become(target());
    const state = desk.whatsapp.find(target())?.state;
    if (state) await desk.listener.onState(target(), state);
    await desk.settle();
    expect(sent()).toEqual(['1']);
    expect(await row(message.id)).toMatchObject({ ack: 2 });
  });

  test('a session that drops in the middle is waited for, too', async () => {
    desk.whatsapp.fail(new SendError('not_connected', true));
    await say('1');
    await desk.settle();
    expect((await system.db.select().from(outbox))[0]).toMatchObject({ attempts: 0, parkedAt: null });
    await wake();
    expect(sent()).toEqual(['1']);
  });

  test('through a connection that needs a person fails at once, and is shown', async () => {
    desk.whatsapp.become(target(), { status: 'DISCONNECTED' });
    const heard = await desk.listenAs('bia');
    const message = await say('1');
    await desk.settle();
    expect(await row(message.id)).toMatchObject({ ack: 0, error: 'ERR_WAPP_NOT_INITIALIZED' });
    const last = heard.filter((one) => one.channel === 'appMessage').at(-1)?.data;
    expect(last).toMatchObject({ action: 'update', message: { error: 'ERR_WAPP_NOT_INITIALIZED' } });
  });

  test('refused by the server is final', async () => {
    desk.whatsapp.fail(new SendError('refused', false));
    const first = await say('1');
    const second = await say('2');
    await desk.settle();
    expect(await row(first.id)).toMatchObject({ ack: 0, error: 'ERR_SENDING_WAPP_MSG' });
    expect(await row(second.id)).toMatchObject({ ack: 2, error: null });
  });

  test('failing six times is given up', async () => {
    desk.whatsapp.fail(...Array.from({ length: 6 }, () => new SendError('timeout', true)));
    const message = await say('1');
    await desk.settle();
    for (let round = 0; round < 5; round += 1) {
      expect((await row(message.id)).error).toBeNull();
      await wake(60_000);
    }
    expect(await row(message.id)).toMatchObject({ ack: 0, error: 'ERR_SENDING_WAPP_MSG' });
  });
});

describe('trying again by hand', () => {
  test('sends under the old id, and clears the error', async () => {
    desk.whatsapp.fail(new SendError('refused', false));
    const message = await say('1');
    await desk.settle();
    const { wid } = await row(message.id);
    const reply = await retry('bia', message.id);
    expect(reply.body.error).toBeNull();
    await desk.settle();
    expect(desk.whatsapp.sent.map((one) => one.id)).toEqual([wid]);
    expect(await row(message.id)).toMatchObject({ ack: 2, error: null });
  });

  test('pressed twice, or on what has not failed, sends nothing more', async () => {
    desk.whatsapp.fail(new SendError('refused', false));
    const message = await say('1');
    await desk.settle();
    const bia = await desk.as('bia');
    await Promise.all([press(bia, message.id), press(bia, message.id), retry('rui', message.id)]);
    await desk.settle();
    await retry('bia', message.id);
    await desk.settle();
    expect(sent()).toEqual(['1']);
  });

  test('is for those who may see the ticket, and for our own messages', async () => {
    desk.whatsapp.fail(new SendError('refused', false));
    const message = await say('1');
    await desk.settle();
    const [hers] = await system.db.select().from(messages).where(eq(messages.fromMe, false));
    const bia = await desk.as('bia');
    const replies = await Promise.all([
      retry('caio', message.id),
      retry('davi', message.id),
      retry(undefined, message.id),
      press(bia, String(hers?.id)),
      press(bia, '99999'),
      press(bia, 'x'),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual([404, 404, 401, 404, 404, 404]);
    await desk.settle();
    expect(sent()).toEqual([]);
  });
});

describe('receipts', () => {
  const receipt = async (id: string, ack: number, error?: string) => {
    const { wid } = await row(id);
    await desk.listener.onReceipts(target(), [
      { id: wid, chat: ['5511988887777@s.whatsapp.net'], ack, ...(error && { error }) },
    ]);
  };

  test('only raise, whatever their order, and note the moments', async () => {
    const message = await say('1');
    await desk.settle();
    await receipt(message.id, 4);
    await receipt(message.id, 3);
    await receipt(message.id, 2);
    const read = await row(message.id);
    expect(read.ack).toBe(4);
    expect([read.readAt, read.deliveredAt]).toEqual([desk.clock.now, desk.clock.now]);
    await receipt(message.id, 5);
    expect((await row(message.id)).ack).toBe(5);
  });

  test('faster than the server’s own ack are kept', async () => {
    desk.whatsapp.become(target(), { status: 'OPENING' });
    const message = await say('1');
    await desk.settle();
    await receipt(message.id, 3);
    desk.whatsapp.become(target());
    await wake();
    expect(sent()).toEqual(['1']);
    expect((await row(message.id)).ack).toBe(3);
  });

  test('with an error show a failure, unless the message has arrived', async () => {
    desk.whatsapp.become(target(), { status: 'OPENING' });
    const message = await say('1');
    await desk.settle();
    await receipt(message.id, 0, '479');
    expect(await row(message.id)).toMatchObject({ error: 'ERR_SENDING_WAPP_MSG' });
    await receipt(message.id, 3);
    await receipt(message.id, 0, '479');
    expect(await row(message.id)).toMatchObject({ ack: 3, error: null });
  });

  test('of the unknown and of other connections mean nothing; who is unknown is told back', async () => {
    const message = await say('1');
    await desk.settle();
    const { wid } = await row(message.id);
    const chat = ['5511988887777@s.whatsapp.net'];
    const unknown = { id: 'unknown', chat, ack: 4 };
    const known = { id: wid, chat, ack: 2 };
    expect(await desk.listener.onReceipts(target(), [unknown, known])).toEqual([unknown]);
    const read = [{ id: wid, chat, ack: 4 }];
    await desk.listener.onReceipts({ ...target(), connectionId: connectionId + 1 }, read);
    await desk.listener.onReceipts({ companyId: desk.cast.companyId.boreal, connectionId }, read);
    expect((await row(message.id)).ack).toBe(2);
  });
});
