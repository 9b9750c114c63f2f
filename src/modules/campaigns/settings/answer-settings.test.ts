import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { campaignSettings } from './campaign-settings.queries.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

test('saves yes and no answers with permission and returns a rejected form', async () => {
  const path = '/campaigns-config/answers';
  const ana = await testApp.as('ana');
  expect((await (await testApp.as('bia')).part('PUT', path, { yes: 'sim', no: 'não' })).status).toBe(403);
  expect((await ana.part('PUT', path, { yes: 'bora, 👍', no: 'passo' })).status).toBe(204);
  const { answers } = await campaignSettings(await testApp.systemScope());
  expect(answers).toEqual({ yes: ['bora', '👍'], no: ['passo'] });
  for (const [bad, texts] of [
    [{ yes: 'bora, Não', no: 'nao' }, 'não pode valer como sim e como não'],
    [{ yes: '', no: 'nao' }, 'Obrigatório'],
    [{ yes: 'x'.repeat(31), no: 'nao' }, 'Muito longo'],
    [{ yes: '…', no: 'nao' }, 'Use letras'],
    [{ yes: Array.from({ length: 41 }, (_, n) => `p${n}`).join(','), no: 'nao' }, 'até 40 palavras'],
  ] as const) {
    const { status, text } = await ana.part('PUT', path, bad);
    expect({ bad, status }).toEqual({ bad, status: 422 });
    expect(text).toContain(texts);
    expect(text).toContain('>nao</textarea>');
  }
});
