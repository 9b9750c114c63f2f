import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connections, contacts, messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { asc, eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { SendError } from '@/whatsapp/port.ts';
import type { MessageView } from '../messages.views.ts';
import { deliverMessage } from './deliver-message.outbox.ts';

let testApp: TestApp;
let system: Scope;
let connectionId: number;
let maria: number;
let joao: number;

beforeAll(async () => {
  testApp = await createTestApp();
  system = await testApp.systemScope();
  connectionId = await addConnection(testApp);
});
afterAll(() => testApp.stop());

const target = () => ({ companyId: system.companyId, connectionId });

beforeEach(async () => {
  await testApp.settle();
  testApp.whatsapp.sent.length = 0;
  testApp.whatsapp.become(target());
  await system.write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.delete(outbox);
    await tx.db.update(connections).set({ status: 'CONNECTED' });
  });
  await testApp.listener.onMessages(target(), [inbound(), inbound({ from: JOAO })]);
  await system.write(async (tx) => {
    await tx.db
      .update(tickets)
      .set({ status: 'open', userId: testApp.people.userId.bia, queueId: testApp.people.queueId.Vendas });
  });
  const [first, second] = await system.db.select().from(tickets).orderBy(asc(tickets.id));
  maria = first?.id ?? 0;
  joao = second?.id ?? 0;
  await testApp.settle();
});

async function sendText(body: string, ticketId = maria): Promise<MessageView> {
  const bia = await testApp.as('bia');
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
  testApp.whatsapp.sent.map(({ content }) => (content.type === 'text' ? content.text : content.type));
const press = (browser: Browser, id: string) =>
  browser.json<MessageView & { error: string }>('POST', `/messages/${id}/retry`);
const retry = async (who: PersonName | undefined, id: string) => press(await testApp.as(who), id);
async function wake(afterMs = 0): Promise<void> {
  testApp.clock.advance(afterMs);
  system.kernel.outbox.wake(system.companyId, 'send:');
  await testApp.settle();
}

describe('sending messages', () => {
  test('keeps a chat’s order through failures without delaying other chats', async () => {
    testApp.whatsapp.fail(new SendError('timeout', true));
    await sendText('1');
    await testApp.settle();
    await sendText('2');
    await sendText('3');
    await sendText('J', joao);
    await testApp.settle();
    expect(sent()).toEqual(['J']);
    await wake(1_000);
    expect(sent()).toEqual(['J', '1', '2', '3']);
  });

  test('uses the same id for every attempt', async () => {
    const message = await sendText('1');
    await testApp.settle();
    const { wid } = await row(message.id);
    await system.write(async (tx) => {
      await tx.db.update(messages).set({ ack: 0, raw: null });
      await tx.kernel.outbox.add(tx, `send:${connectionId}:1`, 'message.send', {
        messageId: Number(message.id),
      });
    });
    await testApp.settle();
    expect(testApp.whatsapp.sent.map((one) => one.id)).toEqual([wid, wid]);
    expect((await row(message.id)).ack).toBe(2);
  });

  test('repeats an unsettled delivery under the same id', async () => {
    const message = await sendText('1');
    await testApp.settle();
    const job = { id: 1, queueKey: 'x', attempts: 0, payload: { messageId: Number(message.id) } };
    const settle = await deliverMessage.run(system, job);
    expect(settle).toBeFunction();
    expect(new Set(testApp.whatsapp.sent.map((one) => one.id)).size).toBe(1);
  });

  test('skips a message deleted meanwhile', async () => {
    testApp.whatsapp.become(target(), { status: 'OPENING' });
    const message = await sendText('1');
    await testApp.settle();
    await system.write(async (tx) => {
      await tx.db
        .update(messages)
        .set({ isDeleted: true })
        .where(eq(messages.id, Number(message.id)));
    });
    testApp.whatsapp.become(target());
    await wake();
    expect(sent()).toEqual([]);
    expect(await system.db.select().from(outbox)).toEqual([]);
  });

  test('waits for an opening connection and continues when it is open', async () => {
    testApp.whatsapp.become(target(), { status: 'OPENING' });
    const message = await sendText('1');
    await testApp.settle();
    expect(await row(message.id)).toMatchObject({ ack: 0, error: null });
    testApp.whatsapp.become(target());
    const state = testApp.whatsapp.find(target())?.state;
    if (state) await testApp.listener.onState(target(), state);
    await testApp.settle();
    expect(sent()).toEqual(['1']);
    expect(await row(message.id)).toMatchObject({ ack: 2 });
  });

  test('waits when the session drops during sending', async () => {
    testApp.whatsapp.fail(new SendError('not_connected', true));
    await sendText('1');
    await testApp.settle();
    expect((await system.db.select().from(outbox))[0]).toMatchObject({ attempts: 0, parkedAt: null });
    await wake();
    expect(sent()).toEqual(['1']);
  });

  test('fails immediately on a disconnected connection and notifies', async () => {
    testApp.whatsapp.become(target(), { status: 'DISCONNECTED' });
    const received = await testApp.listenAs('bia');
    const message = await sendText('1');
    await testApp.settle();
    expect(await row(message.id)).toMatchObject({ ack: 0, error: 'ERR_WAPP_NOT_INITIALIZED' });
    const last = received.filter((one) => one.channel === 'appMessage').at(-1)?.data;
    expect(last).toMatchObject({ action: 'update', message: { error: 'ERR_WAPP_NOT_INITIALIZED' } });
  });

  test('treats a refusal by the server as final', async () => {
    testApp.whatsapp.fail(new SendError('refused', false));
    const first = await sendText('1');
    const second = await sendText('2');
    await testApp.settle();
    expect(await row(first.id)).toMatchObject({ ack: 0, error: 'ERR_SENDING_WAPP_MSG' });
    expect(await row(second.id)).toMatchObject({ ack: 2, error: null });
  });

  test('gives up after six failures', async () => {
    testApp.whatsapp.fail(...Array.from({ length: 6 }, () => new SendError('timeout', true)));
    const message = await sendText('1');
    await testApp.settle();
    for (let round = 0; round < 5; round += 1) {
      expect((await row(message.id)).error).toBeNull();
      await wake(60_000);
    }
    expect(await row(message.id)).toMatchObject({ ack: 0, error: 'ERR_SENDING_WAPP_MSG' });
  });
});

describe('manual retry', () => {
  test('sends under the same id and clears the error', async () => {
    testApp.whatsapp.fail(new SendError('refused', false));
    const message = await sendText('1');
    await testApp.settle();
    const { wid } = await row(message.id);
    const reply = await retry('bia', message.id);
    expect(reply.body.error).toBeNull();
    await testApp.settle();
    expect(testApp.whatsapp.sent.map((one) => one.id)).toEqual([wid]);
    expect(await row(message.id)).toMatchObject({ ack: 2, error: null });
  });

  test('sends nothing twice and nothing that has not failed', async () => {
    testApp.whatsapp.fail(new SendError('refused', false));
    const message = await sendText('1');
    await testApp.settle();
    const bia = await testApp.as('bia');
    await Promise.all([press(bia, message.id), press(bia, message.id), retry('rui', message.id)]);
    await testApp.settle();
    await retry('bia', message.id);
    await testApp.settle();
    expect(sent()).toEqual(['1']);
  });

  test('is for own messages and users who may see the ticket', async () => {
    testApp.whatsapp.fail(new SendError('refused', false));
    const message = await sendText('1');
    await testApp.settle();
    const [hers] = await system.db.select().from(messages).where(eq(messages.fromMe, false));
    const bia = await testApp.as('bia');
    const replies = await Promise.all([
      retry('caio', message.id),
      retry('davi', message.id),
      retry(undefined, message.id),
      press(bia, String(hers?.id)),
      press(bia, '99999'),
      press(bia, 'x'),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual([404, 404, 401, 404, 404, 404]);
    await testApp.settle();
    expect(sent()).toEqual([]);
  });
});

describe('receipts', () => {
  const receipt = async (id: string, ack: number, error?: string) => {
    const { wid } = await row(id);
    await testApp.listener.onReceipts(target(), [
      { id: wid, chat: ['5511988887777@s.whatsapp.net'], ack, ...(error && { error }) },
    ]);
  };

  test('only raise the ack, in any order, and record the times', async () => {
    const message = await sendText('1');
    await testApp.settle();
    await receipt(message.id, 4);
    await receipt(message.id, 3);
    await receipt(message.id, 2);
    const read = await row(message.id);
    expect(read.ack).toBe(4);
    expect([read.readAt, read.deliveredAt]).toEqual([testApp.clock.now, testApp.clock.now]);
    await receipt(message.id, 5);
    expect((await row(message.id)).ack).toBe(5);
  });

  test('earlier than the server ack are stored', async () => {
    testApp.whatsapp.become(target(), { status: 'OPENING' });
    const message = await sendText('1');
    await testApp.settle();
    await receipt(message.id, 3);
    testApp.whatsapp.become(target());
    await wake();
    expect(sent()).toEqual(['1']);
    expect((await row(message.id)).ack).toBe(3);
  });

  test('with an error mark a failure unless the message has arrived', async () => {
    testApp.whatsapp.become(target(), { status: 'OPENING' });
    const message = await sendText('1');
    await testApp.settle();
    await receipt(message.id, 0, '479');
    expect(await row(message.id)).toMatchObject({ error: 'ERR_SENDING_WAPP_MSG' });
    await receipt(message.id, 3);
    await receipt(message.id, 0, '479');
    expect(await row(message.id)).toMatchObject({ ack: 3, error: null });
  });

  test('are ignored for unknown messages and other connections, unknown ones returned', async () => {
    const message = await sendText('1');
    await testApp.settle();
    const { wid } = await row(message.id);
    const chat = ['5511988887777@s.whatsapp.net'];
    const unknown = { id: 'unknown', chat, ack: 4 };
    const known = { id: wid, chat, ack: 2 };
    expect(await testApp.listener.onReceipts(target(), [unknown, known])).toEqual([unknown]);
    const read = [{ id: wid, chat, ack: 4 }];
    await testApp.listener.onReceipts({ ...target(), connectionId: connectionId + 1 }, read);
    await testApp.listener.onReceipts({ companyId: testApp.people.companyId.boreal, connectionId }, read);
    expect((await row(message.id)).ack).toBe(2);
  });
});
