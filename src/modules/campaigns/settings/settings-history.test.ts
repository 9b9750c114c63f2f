import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { historyOf } from '@/modules/settings/history.test-support.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

test('the history records who changed what in campaigns, omitting unchanged values', async () => {
  const [ana, rui] = [await testApp.as('ana'), await testApp.as('rui')];
  const connectionId = await addConnection(testApp);
  const pacing = { messageInterval: '10', longerIntervalAfter: '0', greaterInterval: '60' };
  const variable = { variableKey: 'cupom', variableValue: 'DEZ' };
  await rui.part('PUT', '/campaigns-config', { ...pacing, ...variable });
  await rui.part('PUT', '/campaigns-config', { ...pacing, ...variable });
  await ana.part('PUT', '/campaigns-config/opt-out', { keywords: 'sair', reply: '' });
  const limit = { dailyCap: '200', warmsUp: 'false', quietFrom: '22:00', quietTo: '07:00' };
  await ana.part('PUT', `/campaigns-config/limits/${connectionId}`, limit);
  const scope = await testApp.systemScope();
  const stored = await historyOf(scope);
  expect(stored.map(({ key, userName }) => [key, userName])).toEqual([
    ['campaign.messageInterval', 'Rui'],
    ['campaign.longerIntervalAfter', 'Rui'],
    ['campaign.variables', 'Rui'],
    ['campaign.optOut', 'Ana'],
    ['campaign.limit', 'Ana'],
  ]);
  const { text } = await ana.page('/settings/history');
  for (const words of [
    '20 segundos → 10 segundos',
    '20 mensagens → Nunca',
    'cupom: vazio → DEZ',
    'Palavras de saída: sair, parar → sair',
    'Resposta: Tudo certo: você não receberá mais as nossas campanhas. → vazio',
    'Proteção dos números: Loja',
    'Limite por dia: 1000 por dia → 200 por dia',
    'Aquecimento: Aos poucos → Limite inteiro',
    'Horário de silêncio: vazio → 22:00–07:00',
  ])
    expect(text).toContain(words);
});
