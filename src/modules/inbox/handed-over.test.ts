import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connections, messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import { endCompany } from '@/schedule.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

test('what is sent between two owners of a company waits for the next one’s session', async () => {
  const { kernel, whatsapp, listener } = testApp;
  const system = await testApp.systemScope();
  const target = { companyId: system.companyId, connectionId: await addConnection(testApp) };
  whatsapp.become(target);
  await system.write((tx) => tx.db.update(connections).set({ status: 'CONNECTED', number: '5511900000000' }));
  await listener.onMessages(target, [inbound()]);
  await system.write((tx) =>
    tx.db.update(tickets).set({ status: 'open', userId: testApp.people.userId.ana }),
  );
  const [ticket] = await system.db.select().from(tickets);
  const [state] = whatsapp.states();
  const { stop } = whatsapp;
  whatsapp.stop = async (one) => {
    await stop(one);
    if (state) await listener.onState(one, { ...state, status: 'DISCONNECTED' });
  };
  await testApp.settle();

  await endCompany(kernel, system.companyId);
  expect(whatsapp.states()).toEqual([]);
  kernel.outbox.adopt(system.companyId);
  const ana = await testApp.as('ana');
  expect((await ana.json('POST', `/messages/${ticket?.id}`, { body: 'oi' })).status).toBe(200);
  await testApp.settle();
  const sent = async () => (await system.db.select().from(messages).where(eq(messages.body, 'oi')))[0];
  expect(await sent()).toMatchObject({ error: null, ack: 0 });
  expect(await system.db.$count(outbox, eq(outbox.kind, 'message.send'))).toBe(1);

  whatsapp.become(target);
  if (state) await listener.onState(target, { ...state, status: 'CONNECTED' });
  await testApp.settle();
  expect(await sent()).toMatchObject({ error: null, ack: 2 });
});
