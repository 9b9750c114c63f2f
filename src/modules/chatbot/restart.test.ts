import { afterEach, beforeEach, expect, test } from 'bun:test';
import { connectionQueues, connections, queueOptions, settings } from '@db/tenant/schema/index.ts';
import { inbound } from '@test/support/inbound.ts';
import { createInbox } from '@/modules/inbox/inbox.listener.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { type ClockFixture, createClockFixture, startAgain } from './clock/clock-fixture.test-support.ts';

const MARIA = '5511911110001';
let clock: ClockFixture;
let ticketId: number;

beforeEach(async () => {
  clock = await createClockFixture();
  const { Vendas, Suporte } = clock.testApp.people.queueId;
  await clock.system.write(async (tx) => {
    for (const queueId of [Vendas, Suporte])
      await tx.db.insert(connectionQueues).values({ connectionId: clock.connectionId, queueId });
    await tx.db
      .insert(queueOptions)
      .values({ queueId: Suporte, option: '1', title: 'Um', message: 'Feito.' });
    await tx.db.update(connections).set({ greetingMessage: 'Olá!', complationMessage: 'Tchau.' });
    await tx.db.insert(settings).values({ key: 'userRating', value: 'enabled' });
  });
  ticketId = await clock.receiveText(MARIA, 'oi');
});
afterEach(() => clock.close());

async function again() {
  await clock.testApp.dependencies.stop();
  const { dependencies } = await startAgain(clock);
  const listener = createInbox(() => dependencies.kernel);
  const { companyId } = clock.system;
  const { db } = await dependencies.kernel.tenants.open(companyId);
  const texts = async () =>
    (await db.query.messages.findMany({ orderBy: (t, { asc }) => asc(t.id) }))
      .filter(({ origin }) => origin === 'system')
      .map(({ body }) => body);
  return {
    dependencies,
    db,
    texts,
    async message(text: string): Promise<string[]> {
      const known = (await texts()).length;
      const from = { pn: `${MARIA}@s.whatsapp.net`, lid: null };
      const sent = inbound({ from, text, timestamp: clock.testApp.clock.now.getTime() });
      await listener.onMessages({ companyId, connectionId: clock.connectionId }, [sent]);
      return (await texts()).slice(known);
    },
  };
}

test('continues the bot menu after a restart', async () => {
  await clock.receiveText(MARIA, '1');
  const next = await again();
  expect(await next.message('1')).toEqual(['Feito.']);
  expect(await next.db.query.tickets.findFirst()).toMatchObject({ chatbot: false, amountUsedBotQueues: 1 });
  await next.dependencies.stop();
});

test('does not repeat the reply to an unknown answer after a restart', async () => {
  await clock.receiveText(MARIA, 'x');
  const next = await again();
  expect(await next.message('x')).toEqual([]);
  await next.dependencies.stop();
});

test('sends a pending rating question once after restart and stores the answer', async () => {
  const ana = await clock.testApp.scopeOf('ana');
  await patchTicket(ana, { ticketId, status: 'open' });
  await patchTicket(ana, { ticketId, status: 'closed' });
  await clock.testApp.settle();
  const before = (await clock.automatic(ticketId)).length;
  const next = await again();
  clock.testApp.clock.advance(10_000);
  const { companyId } = clock.system;
  for (let round = 0; round < 2; round += 1) {
    next.dependencies.kernel.outbox.wake(companyId, 'farewell:');
    await next.dependencies.kernel.outbox.idle();
  }
  const sent = (await next.texts()).slice(before);
  expect(sent).toEqual([expect.stringContaining('Digite de 1 à 3')]);
  expect(await next.message('3')).toEqual(['Tchau.']);
  expect(await next.db.query.ratings.findMany()).toMatchObject([{ rate: 3 }]);
  await next.dependencies.stop();
});
