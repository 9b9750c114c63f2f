import { afterAll, beforeAll, expect, test } from 'bun:test';
import { companies } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { type CampaignFixture, createCampaignFixture } from './campaign-fixture.test-support.ts';

let stand: CampaignFixture;
beforeAll(async () => {
  stand = await createCampaignFixture();
  await stand.reset();
});
afterAll(() => stand.testApp.stop());

const sent = () => stand.testApp.whatsapp.sent.length;

test('a campaign stops with its reason when the company may not send campaigns any more', async () => {
  const { kernel, people } = stand.testApp;
  const allow = (campaignsEnabled: boolean) =>
    kernel.platform.write((tx) =>
      tx.update(companies).set({ campaignsEnabled }).where(eq(companies.id, people.companyId.aurora)),
    );
  const id = await stand.add(await stand.list(5));
  await stand.passGap(id);
  const before = sent();
  expect(before).toBeGreaterThan(0);
  await allow(false);
  await stand.passGap(id);
  await stand.passGap(id);
  await allow(true);
  expect(sent()).toBe(before);
  expect(await stand.campaign(id)).toMatchObject({ status: 'CANCELADA', stoppedFor: 'not_in_plan' });
});
