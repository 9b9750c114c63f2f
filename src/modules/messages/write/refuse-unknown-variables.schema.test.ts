import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { saveCampaignSettings } from '@/modules/campaigns/settings/campaign-settings.service.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  await addConnection(testApp);
  const variables = [{ key: 'cupom', value: 'DEZ' }];
  await saveCampaignSettings(await testApp.scopeOf('ana'), { variables });
});
afterAll(() => testApp.stop());

const forms: [path: string, field: string, rest: Record<string, string>][] = [
  ['/campaigns', 'message2', { name: 'Natal', message1: 'Oi' }],
  ['/campaigns', 'confirmationMessage1', { name: 'Páscoa', confirmation: 'true' }],
  ['/quick-messages', 'message', { shortcode: 'oi' }],
  ['/queues', 'greetingMessage', { name: 'Vendas', color: '#336699' }],
  ['/connections', 'greetingMessage', { name: 'Filial' }],
  ['/files', 'message', { name: 'Catálogo', options: '[]' }],
];

for (const [path, field, rest] of forms)
  test(`${path} refuses an unknown variable in ${field} and keeps the input`, async () => {
    const ana = await testApp.as('ana');
    const bad = await ana.part('POST', path, { ...rest, [field]: 'Oi {{nome}}, {{cupon}}' });
    expect(bad.status).toBe(422);
    expect(bad.text).toContain('A variável “cupon” não existe.');
    expect(bad.text).toContain('Oi {{nome}}, {{cupon}}');
    const good = await ana.part('POST', path, { ...rest, [field]: 'Oi {nome}, {{Primeiro Nome}}, {{ms}}' });
    expect(good.text).not.toContain('A variável');
  });

test('a question that is switched off, and hidden, refuses nothing', async () => {
  const ana = await testApp.as('ana');
  const form = { name: 'São João', message1: 'Oi', confirmationMessage1: '{{cupon}}', confirmation: 'false' };
  expect((await ana.part('POST', '/campaigns', form)).status).toBe(204);
});

test('accepts a campaign’s own variables, and any text from existing clients', async () => {
  const ana = await testApp.as('ana');
  const own = await ana.part('POST', '/campaigns', { name: 'Carnaval', message1: '{cupom} {{CUPOM}}' });
  expect(own.status).toBe(204);
  const call = await ana.json('POST', '/campaigns', { name: 'Junina', message1: '{{cupon}} {cupon}' });
  expect(call).toMatchObject({ status: 200, body: { message1: '{{cupon}} {cupon}' } });
  const { id } = call.body as { id: number };
  const dialog = (await ana.part('GET', `/campaigns/${id}/edit`)).text;
  expect(dialog).toContain('Não existe: cupon');
});
