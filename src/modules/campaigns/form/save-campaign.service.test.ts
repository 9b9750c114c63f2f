import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { campaigns, connections } from '@db/tenant/schema/index.ts';
import { type CampaignFixture, createCampaignFixture } from '../engine/campaign-fixture.test-support.ts';

let stand: CampaignFixture;

beforeAll(async () => {
  stand = await createCampaignFixture();
  await stand.reset();
  await stand.system.write((tx) => tx.db.update(connections).set({ isDefault: true }));
});
afterAll(() => stand.testApp.stop());

const all = () => stand.system.db.select().from(campaigns);

test('a campaign that cannot start is not saved', async () => {
  const ana = await stand.testApp.as('ana');
  const contactListId = String(await stand.list(2));
  const form = { name: 'Natal', message1: 'Boas festas', step: 'summary', source: 'list', contactListId };
  const add = spyOn(stand.testApp.kernel.outbox, 'add').mockRejectedValueOnce(new Error('no room'));
  expect((await ana.part('POST', '/campaigns', { ...form, start: 'now' })).status).toBe(500);
  add.mockRestore();
  expect(await all()).toEqual([]);

  await ana.part('POST', '/campaigns', { ...form, start: 'later' });
  await stand.system.write((tx) => tx.db.update(campaigns).set({ status: 'CANCELADA' }));
  const [before] = await all();
  const changed = { ...form, start: 'now', message1: 'Outro texto' };
  expect((await ana.part('PUT', `/campaigns/${before?.id}`, changed)).status).toBeGreaterThanOrEqual(400);
  expect(await all()).toMatchObject([{ messages: before?.messages ?? [], status: 'CANCELADA' }]);
});
