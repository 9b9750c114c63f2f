import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { contacts } from '@db/tenant/schema/index.ts';
import { inbound } from '@test/support/inbound.ts';
import { type CampaignFixture, createCampaignFixture } from './campaign-fixture.test-support.ts';

let stand: CampaignFixture;

beforeAll(async () => {
  stand = await createCampaignFixture();
});
afterAll(() => stand.testApp.stop());
beforeEach(() => stand.reset());

async function sendTest(which: number, more: Record<string, string>): Promise<string[]> {
  const ana = await stand.testApp.as('ana');
  const whatsappId = String(stand.connectionId);
  const form = { message1: 'Olá, {nome}', message2: 'De novo', whatsappId, ...more };
  const reply = await ana.part('POST', `/campaigns/test/${which}`, form);
  await stand.testApp.settle();
  expect(reply.status).toBe(204);
  const { toast } = JSON.parse(reply.headers.get('HX-Trigger') ?? '{}') as { toast?: { text: string } };
  return [toast?.text ?? '', ...stand.texts()];
}

const NO_NUMBER = 'Informe o número que vai receber o teste.';

test('a test message is sent with the tester’s name', async () => {
  expect((await sendTest(1, { testNumber1: '11 96000-0077' })).slice(1)).toEqual(['Olá, Ana']);
  expect(stand.testApp.whatsapp.sent.map(({ jid }) => jid)).toEqual(['5511960000077@s.whatsapp.net']);
});

test('without a text it is not sent', async () => {
  expect((await sendTest(1, { message1: '', testNumber1: '11 96000-0077' })).slice(1)).toEqual([]);
});

for (const typed of ['', ' ', '-', 'teste', '123', '9'.repeat(40)])
  test(`“${typed}” is no number and reaches nobody`, async () => {
    const from = { pn: null, lid: '1@lid' };
    await stand.testApp.listener.onMessages(stand.target, [inbound({ from })]);
    await stand.testApp.settle();
    expect(await sendTest(1, { testNumber1: typed })).toEqual([NO_NUMBER]);
    expect(await stand.system.db.select().from(contacts)).toHaveLength(1);
  });

test('an unfinished number of another text does not matter', async () => {
  const form = { testNumber1: '119', testNumber2: '+55 11 96000-0077' };
  expect((await sendTest(2, form)).slice(1)).toEqual(['De novo']);
});
