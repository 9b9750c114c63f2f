import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { campaigns } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { createWebhooksFixture, type WebhooksFixture } from '../webhooks-fixture.test-support.ts';

let fixtures: WebhooksFixture;
beforeAll(async () => {
  fixtures = await createWebhooksFixture();
});
afterAll(() => fixtures.stop());
beforeEach(() => fixtures.reset());

const reported = async () => (await fixtures.receiver.got()).map(({ json }) => json);

test('campaign start and end events are sent once each, however often the campaign changes', async () => {
  await fixtures.hook(['campaign.started', 'campaign.finished', 'campaign.stopped']);
  fixtures.testApp.clock.advance(1000);
  const [row] = await fixtures.scope.write((tx) =>
    tx.db.insert(campaigns).values({ name: 'Natal' }).returning({ id: campaigns.id }),
  );
  const campaignId = row?.id ?? 0;
  const becomes = (change: Partial<typeof campaigns.$inferInsert>) =>
    fixtures.scope.write(async (tx) => {
      await tx.db.update(campaigns).set(change).where(eq(campaigns.id, campaignId));
      tx.emit('campaign.updated', { campaignId });
    });
  const now = () => fixtures.scope.now();
  await becomes({ status: 'EM_ANDAMENTO', startedAt: now() });
  await becomes({ name: 'Natal 2' });
  fixtures.testApp.clock.advance(1000);
  await becomes({ status: 'FINALIZADA', completedAt: now() });
  await becomes({ name: 'Natal 3' });
  await fixtures.testApp.settle();
  expect((await reported()).map(({ type, data }) => [type, data.name, data.status])).toEqual([
    ['campaign.started', 'Natal', 'running'],
    ['campaign.finished', 'Natal 2', 'finished'],
  ]);
});

test('ticket events contain the source link, even when it is followed later', async () => {
  await fixtures.hook(['ticket.created', 'ticket.updated']);
  await fixtures.writes('Oi\nRef: vitrine');
  await fixtures.writes('Ref: cartao');
  const sources = (await reported()).map(({ type, data }) => [type, data.source]);
  expect(sources[0]).toEqual(['ticket.created', 'vitrine']);
  expect(sources.at(-1)).toEqual(['ticket.updated', 'cartao']);
});
