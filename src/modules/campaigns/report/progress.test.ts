import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type CampaignFixture, createCampaignFixture } from '../engine/campaign-fixture.test-support.ts';
import { getWholeCampaign } from '../whole-campaign.queries.ts';
import { exportReport } from './export-report.service.ts';
import { getReport, listReportContacts } from './report.queries.ts';

let stand: CampaignFixture;

beforeAll(async () => {
  stand = await createCampaignFixture();
  await stand.reset();
  await stand.limit({});
});
afterAll(() => stand.testApp.stop());

const asking = { confirmation: true, confirmationMessages: ['Quer?'], messages: ['A oferta!'] };

async function readByClients(campaignId: number) {
  const whole = await getWholeCampaign(await stand.testApp.scopeOf('ana'), campaignId);
  return {
    valid: whole.contactList?.contacts.filter(({ isWhatsappValid }) => isWhatsappValid).length,
    requested: whole.shipping.filter((one) => one.confirmationRequestedAt).length,
    delivered: whole.shipping.filter((one) => one.deliveredAt).length,
  };
}

test('the report page and the API count the same and add up', async () => {
  const listId = await stand.list(6, (index) => index !== 5);
  const id = await stand.add(listId, asking);
  const ana = await stand.testApp.scopeOf('ana');
  expect(await readByClients(id)).toEqual({ valid: 5, requested: 0, delivered: 0 });
  await stand.pass(0);
  for (let n = 0; n < 4; n += 1) await stand.passGap(id);
  for (const [index, answer] of ['sim', 'sim', 'não', 'sair'].entries())
    await stand.receiveText(index, answer);
  await stand.pass(25 * 3_600_000);
  await stand.finish(id);

  const { progress } = await getReport(ana, id);
  expect(progress).toMatchObject({ total: 6, valid: 2, requested: 5, confirmed: 2, delivered: 2 });
  expect(progress).toMatchObject({ declined: 1, skipped: 3, failed: 0, waiting: 0, percent: 100 });
  const { total, valid, skipped, declined, waiting, delivered, failed } = progress;
  expect([valid + skipped + declined, waiting + delivered + failed]).toEqual([total, valid]);
  expect(await readByClients(id)).toEqual({ valid, requested: progress.requested, delivered });

  const figures = { ...progress, '': total, agreed: progress.confirmed };
  for (const state of ['', 'valid', 'requested', 'agreed', 'replied', 'declined', 'skipped'] as const) {
    const filter = { campaignId: id, state, searchParam: '', pageNumber: 1, rows: 20 };
    const { records, count } = await listReportContacts(ana, filter);
    expect([state, records.length, count]).toEqual([state, figures[state], figures[state]]);
  }
  expect(progress.replied).not.toBe(progress.confirmed);

  const page = (await (await stand.testApp.as('ana')).page(`/campaign/${id}/report`)).text;
  expect(page).toMatch(/Recusas<\/dt><dd><a [^>]*>1</);
  const csv = await new Response(await exportReport(ana, id)).text();
  expect(csv).toContain('Recusou');
});
