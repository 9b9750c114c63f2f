import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { campaignSettings as rows, sendingLimits } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { testCalls } from '@test/support/scenarios.ts';
import { campaignSettings } from './campaign-settings.queries.ts';
import { DEFAULT_ANSWERS } from './campaign-settings.schema.ts';
import type { CampaignSettingView } from './campaign-settings.views.ts';
import { sendingLimitOf } from './sending-limits.queries.ts';
import { capOf, DEFAULT_LIMIT } from './sending-limits.schema.ts';

let testApp: TestApp;
let connectionId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  connectionId = await addConnection(testApp);
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  const scope = await testApp.systemScope();
  await scope.write(async (tx) => {
    await tx.db.delete(rows);
    await tx.db.delete(sendingLimits);
  });
});

const good = {
  messageInterval: 5,
  longerIntervalAfter: 0,
  greaterInterval: 120,
  variables: [{ key: 'cupom', value: 'DEZ' }],
};
const refused = (name: string, settings: unknown, contains: unknown = {}) => ({
  name,
  as: 'ana' as const,
  method: 'POST',
  path: '/campaign-settings',
  body: { settings },
  status: 400,
  contains,
  events: [],
});

describe('campaign settings over JSON', () => {
  testCalls(
    () => testApp,
    [
      {
        name: 'nothing was saved yet',
        as: 'rui',
        method: 'GET',
        path: '/campaign-settings',
        status: 200,
        contains: [],
      },
      { name: 'agents read none', as: 'bia', method: 'GET', path: '/campaign-settings', status: 403 },
      {
        name: 'agents save none',
        as: 'bia',
        method: 'POST',
        path: '/campaign-settings',
        body: { settings: good },
        status: 403,
        events: [],
      },
      {
        name: 'the supervisor saves, with everything in the answer',
        as: 'rui',
        method: 'POST',
        path: '/campaign-settings',
        body: { settings: good },
        status: 200,
        contains: [
          { key: 'messageInterval', value: '5' },
          { key: 'longerIntervalAfter', value: '0' },
          { key: 'greaterInterval', value: '120' },
          { key: 'variables', value: '[{"key":"cupom","value":"DEZ"}]' },
        ],
        events: ['create'],
      },
      {
        name: 'numbers and the list may come as text',
        as: 'ana',
        method: 'POST',
        path: '/campaign-settings',
        body: { settings: { messageInterval: '15', variables: '[]' } },
        status: 200,
        contains: [
          { value: '15' },
          { key: 'longerIntervalAfter', value: '20' },
          { key: 'greaterInterval', value: '60' },
          { value: '[]' },
        ],
      },
      refused('an interval that is not offered', { messageInterval: 7 }),
      refused('an interval that is no number', { greaterInterval: 'muito' }),
      refused('half a number', { greaterInterval: '20x' }),
      refused(
        'a key twice',
        {
          variables: [
            { key: 'a', value: '1' },
            { key: 'A', value: '2' },
          ],
        },
        {
          error: 'Cada chave só pode aparecer uma vez.',
        },
      ),
      refused('a key that every contact has', { variables: [{ key: 'Nome', value: '1' }] }),
      refused('a key with braces', { variables: [{ key: '{a}', value: '1' }] }),
      refused('a value without a key', { variables: [{ key: ' ', value: '1' }] }),
      refused('variables that are none', { variables: 'cupom' }),
      refused('too many', { variables: Array.from({ length: 51 }, (_, n) => ({ key: `k${n}`, value: '' })) }),
    ],
    { as: 'rui', channel: 'campaignSettings' },
  );

  test('are not sent to agents', async () => {
    const received = await testApp.listenAs('bia');
    await (await testApp.as('ana')).json('POST', '/campaign-settings', { settings: good });
    await testApp.settle();
    expect(received.filter(({ channel }) => channel === 'campaignSettings')).toEqual([]);
  });

  test('encode each value as JSON and accept it back unchanged', async () => {
    const ana = await testApp.as('ana');
    const first = await ana.json<CampaignSettingView[]>('POST', '/campaign-settings', { settings: good });
    const read = Object.fromEntries(first.body.map(({ key, value }) => [key, JSON.parse(value)]));
    expect(read).toEqual(good);
    const again = await ana.json<CampaignSettingView[]>('POST', '/campaign-settings', { settings: read });
    expect(again.body.map(({ id }) => id)).toEqual(first.body.map(({ id }) => id));
  });

  test('are closed for plans without campaigns, in API and pages', async () => {
    const { platform } = testApp.kernel;
    await platform.db.update(plans).set({ useCampaigns: false });
    try {
      const ana = await testApp.as('ana');
      expect((await ana.json('GET', '/campaign-settings')).body).toMatchObject({
        error: 'ERR_FEATURE_NOT_IN_PLAN',
      });
      expect((await ana.page('/')).text).not.toContain('href="/campaigns-config"');
      for (const path of ['/campaigns-config', '/opt-outs'])
        expect((await ana.page(path)).text).not.toContain('data-table');
    } finally {
      await platform.db.update(plans).set({ useCampaigns: true });
    }
  });
});

describe('effective campaign settings', () => {
  test('are the specified defaults until others are saved', async () => {
    const scope = await testApp.systemScope();
    expect(await campaignSettings(scope)).toEqual({
      messageInterval: 20,
      longerIntervalAfter: 20,
      greaterInterval: 60,
      variables: [],
      answers: DEFAULT_ANSWERS,
      optOut: {
        keywords: ['sair', 'parar'],
        reply: 'Tudo certo: você não receberá mais as nossas campanhas.',
      },
    });
    const ana = await testApp.as('ana');
    await ana.json('POST', '/campaign-settings', { settings: good });
    await ana.part('PUT', '/campaigns-config/opt-out', { keywords: 'Chega, basta,,Chega', reply: 'Ok!' });
    expect(await campaignSettings(scope)).toEqual({
      ...good,
      answers: DEFAULT_ANSWERS,
      optOut: { keywords: ['Chega', 'basta'], reply: 'Ok!' },
    });
    const unknown = { keywords: 'Chega', reply: 'Tchau, {{apelido}}' };
    const refused = await ana.part('PUT', '/campaigns-config/opt-out', unknown);
    expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('apelido') });
  });

  test('use the default for an invalid stored value', async () => {
    const scope = await testApp.systemScope();
    await scope.write((tx) => tx.db.insert(rows).values({ key: 'messageInterval', value: '7' }));
    expect((await campaignSettings(scope)).messageInterval).toBe(20);
  });

  test('limit a connection to 1000 a day, warming up from 50', async () => {
    const scope = await testApp.systemScope();
    const limit = await sendingLimitOf(scope, connectionId);
    expect(limit).toEqual({ connectionId, dailyCap: 1000, warmsUp: true, quietFrom: '', quietTo: '' });
    expect([0, 1, 2, 3, 4, 5, 400].map((days) => capOf(limit, days))).toEqual([
      50, 100, 200, 400, 800, 1000, 1000,
    ]);
    expect(capOf({ ...limit, dailyCap: 30 }, 0)).toBe(30);
    expect(capOf({ ...limit, warmsUp: false }, 0)).toBe(DEFAULT_LIMIT.dailyCap);
  });
});

describe('campaign settings page', () => {
  const limits = () => `/campaigns-config/limits/${connectionId}`;

  test('shows the settings and is denied to agents', async () => {
    const { text } = await (await testApp.as('rui')).page('/campaigns-config');
    expect(text).toContain('Configuração de campanhas');
    expect(text).toMatch(/name="greaterInterval"[\s\S]*?<option value="60" selected/);
    expect(text).toContain('value="sair, parar"');
    expect((await (await testApp.as('bia')).page('/campaigns-config')).status).toBe(403);
  });

  test('saves with the specified toast', async () => {
    const form = new URLSearchParams({
      messageInterval: '0',
      longerIntervalAfter: '1',
      greaterInterval: '5',
    });
    for (const [key, value] of [
      ['loja', 'Centro'],
      ['', ''],
      ['cupom', 'DEZ'],
    ] as const) {
      form.append('variableKey', key);
      form.append('variableValue', value);
    }
    const reply = await (await testApp.as('rui')).raw('/campaigns-config', {
      method: 'PUT',
      headers: {
        'HX-Request': 'true',
        'HX-Request-Type': 'partial',
        Accept: 'text/html',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: form.toString(),
    });
    expect(JSON.parse(reply.headers.get('HX-Trigger') ?? '{}')).toMatchObject({
      toast: { text: 'Configurações salvas' },
      'refresh:campaignSettings': true,
    });
    const { variables } = await campaignSettings(await testApp.systemScope());
    expect(variables).toEqual([
      { key: 'loja', value: 'Centro' },
      { key: 'cupom', value: 'DEZ' },
    ]);
  });

  test('returns a rejected form with its input', async () => {
    const typed = {
      messageInterval: '5',
      longerIntervalAfter: '5',
      greaterInterval: '5',
      variableKey: 'nome',
      variableValue: 'Zé',
    };
    const { status, text } = await (await testApp.as('ana')).part('PUT', '/campaigns-config', typed);
    expect(status).toBe(422);
    expect(text).toContain('nome, email e numero já existem.');
    expect(text).toContain('value="Zé"');
    const words = await (await testApp.as('ana')).part('PUT', '/campaigns-config/opt-out', {
      keywords: 'a',
      reply: '',
    });
    expect(words.status).toBe(422);
    expect(words.text).toContain('pelo menos 2 letras');
  });

  test('saves limits and rejects invalid ones', async () => {
    const ana = await testApp.as('ana');
    const good = { dailyCap: '300', warmsUp: 'false', quietFrom: '2130', quietTo: '8' };
    expect((await ana.part('PUT', limits(), good)).status).toBe(204);
    expect(await sendingLimitOf(await testApp.systemScope(), connectionId)).toEqual({
      connectionId,
      dailyCap: 300,
      warmsUp: false,
      quietFrom: '21:30',
      quietTo: '08:00',
    });
    for (const bad of [
      { dailyCap: '0' },
      { dailyCap: '10001' },
      { dailyCap: '' },
      { quietFrom: '' },
      { quietTo: '21:30' },
      { quietTo: '25:00' },
    ]) {
      const { status } = await ana.part('PUT', limits(), { ...good, ...bad });
      expect({ bad, status }).toEqual({ bad, status: 422 });
    }
    expect((await ana.part('GET', '/campaigns-config/limits')).text).toContain('21:30 – 08:00');
    expect((await ana.part('PUT', '/campaigns-config/limits/9999', good)).status).toBe(404);
    expect((await (await testApp.as('davi')).part('PUT', limits(), good)).status).toBe(404);
  });
});
