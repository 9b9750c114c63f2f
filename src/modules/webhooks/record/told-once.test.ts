import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { campaigns } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { createHooksDesk, type HooksDesk } from '../webhooks-desk.test-support.ts';

let world: HooksDesk;
beforeAll(async () => {
  world = await createHooksDesk();
});
afterAll(() => world.stop());
beforeEach(() => world.reset());

const told = async () => (await world.receiver.got()).map(({ json }) => json);

test('a campaign that starts and ends is told each once, however often it is changed in between', async () => {
  await world.hook(['campaign.started', 'campaign.finished', 'campaign.stopped']);
  world.desk.clock.advance(1000);
  const [row] = await world.scope.write((tx) =>
    tx.db.insert(campaigns).values({ name: 'Natal' }).returning({ id: campaigns.id }),
  );
  const campaignId = row?.id ?? 0;
  const becomes = (change: Partial<typeof campaigns.$inferInsert>) =>
    world.scope.write(async (tx) => {
      await tx.db.update(campaigns).set(change).where(eq(campaigns.id, campaignId));
      tx.emit('campaign.updated', { campaignId });
    });
  const now = () => world.scope.now();
  await becomes({ status: 'EM_ANDAMENTO', startedAt: now() });
  await becomes({ name: 'Natal 2' });
  world.desk.clock.advance(1000);
  await becomes({ status: 'FINALIZADA', completedAt: now() });
  await becomes({ name: 'Natal 3' });
  await world.desk.settle();
  expect((await told()).map(({ type, data }) => [type, data.name, data.status])).toEqual([
    ['campaign.started', 'Natal', 'running'],
    ['campaign.finished', 'Natal 2', 'finished'],
  ]);
});

test('the link that a customer followed is told with the ticket, also one that they follow later', async () => {
  await world.hook(['ticket.created', 'ticket.updated']);
  await world.writes('Oi\nRef: vitrine');
  await world.writes('Ref: cartao');
  const sources = (await told()).map(({ type, data }) => [type, data.source]);
  expect(sources[0]).toEqual(['ticket.created', 'vitrine']);
  expect(sources.at(-1)).toEqual(['ticket.updated', 'cartao']);
});
