import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { campaignSettings as rows, sendingLimits } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { testCalls } from '@test/support/scenarios.ts';
import { campaignSettings } from './campaign-settings.queries.ts';
import { DEFAULT_ANSWERS } from './campaign-settings.schema.ts';
import type { CampaignSettingView } from './campaign-settings.views.ts';
import { sendingLimitOf } from './sending-limits.queries.ts';
import { capOf, DEFAULT_LIMIT } from './sending-limits.schema.ts';

let desk: TestDesk;
let connectionId: number;

beforeAll(async () => {
  desk = await createTestDesk();
  connectionId = await addConnection(desk);
});
afterAll(() => desk.stop());
beforeEach(async () => {
  const scope = await desk.systemScope();
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
  heard: [],
});

describe('campaign settings over JSON', () => {
  testCalls(
    () => desk,
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
        heard: [],
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
        heard: ['create'],
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

  test('an agent hears nothing of it', async () => {
    const heard = await desk.listenAs('bia');
    await (await desk.as('ana')).json('POST', '/campaign-settings', { settings: good });
    await desk.settle();
    expect(heard.filter(({ channel }) => channel === 'campaignSettings')).toEqual([]);
  });

  test('each value is JSON that clients parse, and what they send back whole is taken', async () => {
    const ana = await desk.as('ana');
    const first = await ana.json<CampaignSettingView[]>('POST', '/campaign-settings', { settings: good });
    const read = Object.fromEntries(first.body.map(({ key, value }) => [key, JSON.parse(value)]));
    expect(read).toEqual(good);
    const again = await ana.json<CampaignSettingView[]>('POST', '/campaign-settings', { settings: read });
    expect(again.body.map(({ id }) => id)).toEqual(first.body.map(({ id }) => id));
  });

  test('a plan without campaigns closes them, calls and pages', async () => {
    const { platform } = desk.kernel;
    await platform.db.update(plans).set({ useCampaigns: false });
    try {
      const ana = await desk.as('ana');
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

describe('what the engine reads', () => {
  test('defaults of the specification, and what was saved in their place', async () => {
    const scope = await desk.systemScope();
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
    const ana = await desk.as('ana');
    await ana.json('POST', '/campaign-settings', { settings: good });
    await ana.part('PUT', '/campaigns-config/opt-out', { keywords: 'Chega, basta,,Chega', reply: 'Ok!' });
    expect(await campaignSettings(scope)).toEqual({
      ...good,
      answers: DEFAULT_ANSWERS,
      optOut: { keywords: ['Chega', 'basta'], reply: 'Ok!' },
    });
  });

  test('a stored value that no version wrote counts as its default', async () => {
    const scope = await desk.systemScope();
    await scope.write((tx) => tx.db.insert(rows).values({ key: 'messageInterval', value: '7' }));
    expect((await campaignSettings(scope)).messageInterval).toBe(20);
  });

  test('limits of a connection: 1000 a day from 50 on, no quiet hours', async () => {
    const scope = await desk.systemScope();
    const limit = await sendingLimitOf(scope, connectionId);
    expect(limit).toEqual({ connectionId, dailyCap: 1000, warmsUp: true, quietFrom: '', quietTo: '' });
    expect([0, 1, 2, 3, 4, 5, 400].map((days) => capOf(limit, days))).toEqual([
      50, 100, 200, 400, 800, 1000, 1000,
    ]);
    expect(capOf({ ...limit, dailyCap: 30 }, 0)).toBe(30);
    expect(capOf({ ...limit, warmsUp: false }, 0)).toBe(DEFAULT_LIMIT.dailyCap);
  });
});

describe('the page', () => {
  const limits = () => `/campaigns-config/limits/${connectionId}`;

  test('shows what is set; an agent does not get in', async () => {
    const { text } = await (await desk.as('rui')).page('/campaigns-config');
    expect(text).toContain('Configuração de campanhas');
    expect(text).toMatch(/name="greaterInterval"[\s\S]*?<option value="60" selected/);
    expect(text).toContain('value="sair, parar"');
    expect((await (await desk.as('bia')).page('/campaigns-config')).status).toBe(403);
  });

  test('saves with the toast of the specification', async () => {
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
    const reply = await (await desk.as('rui')).raw('/campaigns-config', {
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
    const { variables } = await campaignSettings(await desk.systemScope());
    expect(variables).toEqual([
      { key: 'loja', value: 'Centro' },
      { key: 'cupom', value: 'DEZ' },
    ]);
  });

  test('a refused form keeps what was typed', async () => {
    const typed = {
      messageInterval: '5',
      longerIntervalAfter: '5',
      greaterInterval: '5',
      variableKey: 'nome',
      variableValue: 'Zé',
    };
    const { status, text } = await (await desk.as('ana')).part('PUT', '/campaigns-config', typed);
    expect(status).toBe(422);
    expect(text).toContain('nome, email e numero já existem.');
    expect(text).toContain('value="Zé"');
    const words = await (await desk.as('ana')).part('PUT', '/campaigns-config/opt-out', {
      keywords: 'a',
      reply: '',
    });
    expect(words.status).toBe(422);
    expect(words.text).toContain('pelo menos 2 letras');
  });

  test('limits are set, and refused when they say nothing', async () => {
    const ana = await desk.as('ana');
    // As typed before the field could put its colon.
    const good = { dailyCap: '300', warmsUp: 'false', quietFrom: '2130', quietTo: '8' };
    expect((await ana.part('PUT', limits(), good)).status).toBe(204);
    expect(await sendingLimitOf(await desk.systemScope(), connectionId)).toEqual({
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
    expect((await (await desk.as('davi')).part('PUT', limits(), good)).status).toBe(404);
  });
});
