import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { connections } from '@db/tenant/schema/index.ts';
import { AURORA, BOREAL, type ConnectionsFixture, openApp } from './connections-fixture.test-support.ts';

let fixture: ConnectionsFixture;
beforeEach(async () => {
  fixture = await openApp();
  await fixture.addConnection(AURORA, {
    name: 'Loja',
    isDefault: true,
    status: 'qrcode',
    qrcode: '2@secret',
    pairingCode: 'ABCD1234',
    number: '5511999990000',
  });
  await fixture.addConnection(BOREAL, { name: 'Norte', isDefault: true });
  await fixture.addConnection(BOREAL, { name: 'Sul' });
});
afterEach(() => fixture.close());

type Who = 'ana' | 'rui' | 'bia' | 'davi' | null;
type Scenario = {
  name: string;
  as: Who;
  ask: [method: string, path: string, json?: unknown];
  status: number;
  body?: unknown;
  asked?: string[];
};

const KEYS =
  'battery companyId complationMessage createdAt expiresInactiveMessage expiresTicket farewellMessage greetingMessage id integrationId isDefault maxUseBotQueues name number outOfHoursMessage pairingCode plugged prompt promptId provider qrcode queues ratingMessage retries session status timeToTransfer timeUseBotQueues token transferQueueId trouble updatedAt';

const scenarios: Scenario[] = [
  { name: 'list without a session', as: null, ask: ['GET', '/whatsapp'], status: 401 },
  { name: 'create without a session', as: null, ask: ['POST', '/whatsapp', { name: 'Nova' }], status: 401 },
  {
    name: 'own connection',
    as: 'ana',
    ask: ['GET', '/whatsapp/1?session=0'],
    status: 200,
    body: { id: 1, qrcode: '2@secret' },
  },
  {
    name: 'own connection, agent',
    as: 'bia',
    ask: ['GET', '/whatsapp/1'],
    status: 200,
    body: { id: 1, qrcode: '', pairingCode: '' },
  },
  {
    name: "another company's",
    as: 'ana',
    ask: ['GET', '/whatsapp/2'],
    status: 404,
    body: { error: 'ERR_NO_WAPP_FOUND' },
  },
  { name: 'no id at all', as: 'ana', ask: ['GET', '/whatsapp/x'], status: 404 },
  {
    name: 'create',
    as: 'ana',
    ask: [
      'POST',
      '/whatsapp',
      {
        name: ' Fábrica ',
        greetingMessage: 'Olá',
        session: 'x',
        token: 'segredo-da-fabrica-grande',
        companyId: 1,
      },
    ],
    status: 200,
    body: {
      name: 'Fábrica',
      greetingMessage: 'Olá',
      isDefault: false,
      status: 'OPENING',
      session: '',
      token: 'segr••••••••',
      companyId: 1,
      queues: [],
    },
    asked: ['start 1:2'],
  },
  {
    name: 'create as agent',
    as: 'bia',
    ask: ['POST', '/whatsapp', { name: 'Nova' }],
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  },
  { name: 'create as supervisor', as: 'rui', ask: ['POST', '/whatsapp', { name: 'Nova' }], status: 403 },
  {
    name: 'create without a name',
    as: 'ana',
    ask: ['POST', '/whatsapp', {}],
    status: 400,
    body: { fields: { name: 'Obrigatório' } },
  },
  {
    name: 'create with one letter',
    as: 'ana',
    ask: ['POST', '/whatsapp', { name: 'A' }],
    status: 400,
    body: { error: 'Muito curto!' },
  },
  {
    name: 'create with 51 letters',
    as: 'ana',
    ask: ['POST', '/whatsapp', { name: 'A'.repeat(51) }],
    status: 400,
    body: { error: 'Muito longo!' },
  },
  {
    name: 'create with a number for a name',
    as: 'ana',
    ask: ['POST', '/whatsapp', { name: 7 }],
    status: 400,
  },
  {
    name: 'create with a taken name',
    as: 'ana',
    ask: ['POST', '/whatsapp', { name: 'loja' }],
    status: 400,
    body: { fields: { name: 'Já existe uma conexão com este nome.' } },
  },
  {
    name: 'rename',
    as: 'ana',
    ask: ['PUT', '/whatsapp/1', { name: 'Centro' }],
    status: 200,
    body: { name: 'Centro', isDefault: true },
  },
  {
    name: 'change nothing',
    as: 'ana',
    ask: ['PUT', '/whatsapp/1', {}],
    status: 200,
    body: { name: 'Loja', qrcode: '2@secret' },
  },
  {
    name: 'give up the default',
    as: 'ana',
    ask: ['PUT', '/whatsapp/1', { isDefault: false }],
    status: 409,
    body: { error: 'ERR_NO_OTHER_WHATSAPP' },
  },
  {
    name: "rename another company's",
    as: 'ana',
    ask: ['PUT', '/whatsapp/3', { name: 'Minha' }],
    status: 404,
  },
  { name: 'rename as agent', as: 'bia', ask: ['PUT', '/whatsapp/1', { name: 'Minha' }], status: 403 },
  {
    name: 'delete',
    as: 'ana',
    ask: ['DELETE', '/whatsapp/1'],
    status: 200,
    body: { message: 'Whatsapp deleted.' },
    asked: ['logout 1:1', 'stop 1:1'],
  },
  {
    name: 'delete the default beside others',
    as: 'davi',
    ask: ['DELETE', '/whatsapp/1'],
    status: 409,
    body: { error: 'ERR_NO_OTHER_WHATSAPP' },
  },
  { name: "delete another company's", as: 'ana', ask: ['DELETE', '/whatsapp/2'], status: 404 },
  { name: 'delete as agent', as: 'bia', ask: ['DELETE', '/whatsapp/1'], status: 403 },
  {
    name: 'restart all',
    as: 'ana',
    ask: ['POST', '/whatsapp-restart/'],
    status: 200,
    body: { message: 'Whatsapp restart.' },
    asked: ['start 1:1'],
  },
  { name: 'restart all as agent', as: 'bia', ask: ['POST', '/whatsapp-restart'], status: 403 },
  {
    name: 'try again',
    as: 'ana',
    ask: ['POST', '/whatsappsession/1'],
    status: 200,
    body: { message: 'Starting session.' },
    asked: ['start 1:1'],
  },
  { name: "try again another company's", as: 'ana', ask: ['POST', '/whatsappsession/2'], status: 404 },
  { name: 'try again as agent', as: 'bia', ask: ['POST', '/whatsappsession/1'], status: 403 },
  {
    name: 'new QR code',
    as: 'ana',
    ask: ['PUT', '/whatsappsession/1', {}],
    status: 200,
    body: { message: 'Starting session.' },
    asked: ['renew 1:1'],
  },
  { name: 'new QR code as agent', as: 'bia', ask: ['PUT', '/whatsappsession/1', {}], status: 403 },
  {
    name: 'disconnect',
    as: 'ana',
    ask: ['DELETE', '/whatsappsession/1'],
    status: 200,
    body: { message: 'Session disconnected.' },
    asked: ['logout 1:1'],
  },
  { name: 'disconnect as agent', as: 'bia', ask: ['DELETE', '/whatsappsession/1'], status: 403 },
  {
    name: 'pairing code',
    as: 'ana',
    ask: ['POST', '/whatsappsession/1/pairing-code', { number: '+55 (11) 99999-0000' }],
    status: 200,
    body: { pairingCode: 'ABCD1234' },
    asked: ['pair 5511999990000 1:1'],
  },
  {
    name: 'pairing code for no number',
    as: 'ana',
    ask: ['POST', '/whatsappsession/1/pairing-code', { number: '+55' }],
    status: 400,
  },
  {
    name: 'pairing code without a number',
    as: 'ana',
    ask: ['POST', '/whatsappsession/1/pairing-code', {}],
    status: 400,
    body: { fields: { number: 'Obrigatório' } },
  },
  {
    name: 'pairing code as agent',
    as: 'bia',
    ask: ['POST', '/whatsappsession/1/pairing-code', { number: '5511999990000' }],
    status: 403,
  },
  {
    name: "pairing code for another company's",
    as: 'ana',
    ask: ['POST', '/whatsappsession/3/pairing-code', { number: '5511999990000' }],
    status: 404,
  },
];

describe('connections over the JSON contract', () => {
  for (const { name, as, ask, status, body, asked = [] } of scenarios) {
    test(`${name}: ${status}`, async () => {
      const [method, path, json] = ask;
      const reply = await fixture.ask(as && fixture[as], method, `/api${path}`, { json });
      const data = await reply.json();
      expect({ status: reply.status, data }).toMatchObject({ status, data: body ?? {} });
      await fixture.kernel.bus.idle();
      expect(fixture.asked).toEqual(asked);
      if (status !== 200) expect(await namesOf()).toEqual({ aurora: ['Loja'], boreal: ['Norte', 'Sul'] });
    });
  }

  test('lists every contract field and no credentials', async () => {
    const reply = await fixture.ask(fixture.bia, 'GET', '/api/whatsapp/?companyId=1&session=1');
    const list = (await reply.json()) as Record<string, unknown>[];
    expect(list.map(({ name }) => name)).toEqual(['Loja']);
    expect(
      Object.keys(list[0] ?? {})
        .toSorted()
        .join(' '),
    ).toBe(KEYS);
    expect(JSON.stringify(list)).not.toMatch(/secret|ABCD1234/);
    expect(list[0]).toMatchObject({ status: 'qrcode', isDefault: true, provider: 'beta', queues: [] });
  });

  test('show agents and supervisors name, number, status and queues, but no settings', async () => {
    const update = { greetingMessage: 'Oi!', outOfHoursMessage: 'Fechado', maxUseBotQueues: 7, retries: 4 };
    await fixture.ana.scope.write((tx) => tx.db.update(connections).set(update));
    const one = async (who: 'ana' | 'rui' | 'bia') =>
      (await (await fixture.ask(fixture[who], 'GET', '/api/whatsapp/1')).json()) as Record<string, unknown>;
    expect(await one('ana')).toMatchObject({ ...update, number: '5511999990000' });
    const cut = {
      number: '5511999990000',
      greetingMessage: '',
      outOfHoursMessage: '',
      maxUseBotQueues: 0,
      retries: 0,
    };
    for (const who of ['rui', 'bia'] as const) expect(await one(who)).toMatchObject({ name: 'Loja', ...cut });
  });
});

async function namesOf() {
  const of = async (who: 'ana' | 'davi') => {
    const reply = await fixture.ask(fixture[who], 'GET', '/api/whatsapp');
    return ((await reply.json()) as { name: string }[]).map(({ name }) => name);
  };
  return { aurora: await of('ana'), boreal: await of('davi') };
}
