import { afterEach, beforeEach, expect, test } from 'bun:test';
import { connectionQueues, connections, queueOptions, settings } from '@db/tenant/schema/index.ts';
import { inbound } from '@test/support/inbound.ts';
import { createInbox } from '@/modules/inbox/listener.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { type ClockDesk, createClockDesk, startAgain } from './clock/clock-desk.test-support.ts';

const MARIA = '5511911110001';
let clock: ClockDesk;
let ticketId: number;

beforeEach(async () => {
  clock = await createClockDesk();
  const { Vendas, Suporte } = clock.desk.cast.queueId;
  await clock.system.write(async (tx) => {
    for (const queueId of [Vendas, Suporte])
      await tx.db.insert(connectionQueues).values({ connectionId: clock.connectionId, queueId });
    await tx.db
      .insert(queueOptions)
      .values({ queueId: Suporte, option: '1', title: 'Um', message: 'Feito.' });
    await tx.db.update(connections).set({ greetingMessage: 'Olá!', complationMessage: 'Tchau.' });
    await tx.db.insert(settings).values({ key: 'userRating', value: 'enabled' });
  });
  ticketId = await clock.says(MARIA, 'oi');
});
afterEach(() => clock.close());

/** The process is gone; what comes up has the folder only. */
async function again() {
  await clock.desk.desk.stop();
  const { desk } = await startAgain(clock);
  const listener = createInbox(() => desk.kernel);
  const { companyId } = clock.system;
  const { db } = await desk.kernel.tenants.open(companyId);
  const texts = async () =>
    (await db.query.messages.findMany({ orderBy: (t, { asc }) => asc(t.id) }))
      .filter(({ origin }) => origin === 'system')
      .map(({ body }) => body);
  return {
    desk,
    db,
    texts,
    async says(text: string): Promise<string[]> {
      const known = (await texts()).length;
      const from = { pn: `${MARIA}@s.whatsapp.net`, lid: null };
      const said = inbound({ from, text, timestamp: clock.desk.clock.now.getTime() });
      await listener.onMessages({ companyId, connectionId: clock.connectionId }, [said]);
      return (await texts()).slice(known);
    },
  };
}

test('the walk goes on where it was', async () => {
  await clock.says(MARIA, '1');
  const next = await again();
  expect(await next.says('1')).toEqual(['Feito.']);
  expect(await next.db.query.tickets.findFirst()).toMatchObject({ chatbot: false, amountUsedBotQueues: 1 });
  await next.desk.stop();
});

test('an unknown answer that was told stays told', async () => {
  await clock.says(MARIA, 'x');
  const next = await again();
  expect(await next.says('x')).toEqual([]);
  await next.desk.stop();
});

test('a goodbye that was to come comes, once, and its answer counts', async () => {
  const ana = await clock.desk.scopeOf('ana');
  await patchTicket(ana, { ticketId, status: 'open' });
  await patchTicket(ana, { ticketId, status: 'closed' });
  await clock.desk.settle();
  const before = (await clock.automatic(ticketId)).length;
  const next = await again();
  clock.desk.clock.advance(10_000);
  const { companyId } = clock.system;
  for (let round = 0; round < 2; round += 1) {
    next.desk.kernel.outbox.wake(companyId, 'farewell:');
    await next.desk.kernel.outbox.idle();
  }
  const said = (await next.texts()).slice(before);
  expect(said).toEqual([expect.stringContaining('Digite de 1 à 3')]);
  expect(await next.says('3')).toEqual(['Tchau.']);
  expect(await next.db.query.ratings.findMany()).toMatchObject([{ rate: 3 }]);
  await next.desk.stop();
});
