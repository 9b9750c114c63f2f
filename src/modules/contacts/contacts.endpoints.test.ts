import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts, numberChecks } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { PASSWORD, type PersonName } from '@test/support/people.ts';
import type { LiveMessage } from '@/core/realtime/hub.ts';

let testApp: TestApp;
let connectionId: number;
let maria: number;

const MARIA = '5511988887777';

beforeAll(async () => {
  testApp = await createTestApp();
  connectionId = await addConnection(testApp);
});
afterAll(() => testApp.stop());

beforeEach(async () => {
  const scope = await testApp.systemScope();
  const { companyId } = scope;
  await scope.write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.delete(numberChecks);
    const [row] = await tx.db.insert(contacts).values({ name: 'Maria', number: MARIA }).returning();
    maria = row?.id ?? 0;
  });
  testApp.whatsapp.become({ companyId, connectionId });
  testApp.whatsapp.registered.clear();
  testApp.whatsapp.checked.length = 0;
  testApp.whatsapp.calls.length = 0;
  await testApp.settle();
});

const lineDown = () => testApp.whatsapp.stop({ companyId: testApp.people.companyId.aurora, connectionId });
const joao = (more: Record<string, unknown> = {}) => ({ name: 'João', number: '5521977776666', ...more });

type Case = {
  as?: PersonName;
  before?: () => unknown;
  call?: () => [method: string, path: string];
  body?: unknown;
  status?: number;
  contains?: Record<string, unknown>;
  received?: string[];
};

async function expectCase({ as = 'bia', before, call, body, status = 200, contains, received }: Case) {
  await before?.();
  const reported = await testApp.listenAs('caio');
  const [method, path] = call?.() ?? ['POST', '/contacts'];
  const reply = await (await testApp.as(as)).json(method, path, body);
  await testApp.settle();
  expect(reply.status).toBe(status);
  if (contains) expect(reply.body).toMatchObject(contains);
  if (received) expect(actionsOf(reported)).toEqual(received);
}

const register = (number: string, found: { jid: string; lid: string | null } | null) => () =>
  testApp.whatsapp.registered.set(number, found);
const put = (): [string, string] => ['PUT', `/contacts/${maria}`];
const remove = (): [string, string] => ['DELETE', `/contacts/${maria}`];
const block = (): [string, string] => ['POST', `/contacts/${maria}/block`];

describe('contact list', () => {
  type Page = { contacts: { id: number; name: string; isGroup: boolean }[]; count: number };
  const group = { name: 'Marés do bairro', number: '120363041234567890', isGroup: true };

  test('includes groups, as existing clients expect; the page and the picker leave them out', async () => {
    const scope = await testApp.systemScope();
    await scope.write((tx) => tx.db.insert(contacts).values(group));
    const bia = await testApp.as('bia');
    const names = async (query: string) => {
      const { body } = await bia.json<Page>('GET', `/contacts/?${query}`);
      return [body.count, ...body.contacts.map(({ name }) => name)];
    };
    for (const searchParam of ['', 'mar', 'ma']) {
      expect(await names(`searchParam=${searchParam}`)).toEqual([2, 'Marés do bairro', 'Maria']);
      expect(await names(`searchParam=${searchParam}&groups=without`)).toEqual([1, 'Maria']);
    }
    expect(await names('dateStart=2020-01-01&dateEnd=2199-01-01')).toHaveLength(3);
    expect((await bia.page('/contacts')).text).not.toContain('Marés do bairro');
    const { body } = await bia.json<Page>('GET', '/contacts?searchParam=bairro');
    const saved = { name: 'Marés do centro', number: group.number, email: '' };
    const reply = await bia.json('PUT', `/contacts/${body.contacts[0]?.id}`, saved);
    expect(reply).toMatchObject({ status: 200, body: { name: 'Marés do centro', number: group.number } });
  });

  test('returns 401 without login', async () => {
    expect((await (await testApp.as()).json('GET', '/contacts')).status).toBe(401);
  });

  const searches: [name: string, query: string, count: number][] = [
    ['a name', 'searchParam=mari', 1],
    ['two letters', 'searchParam=MA', 1],
    ['a number as people write it', 'searchParam=%2B55%20(11)%2098888-77', 1],
    ['a percent sign is a letter like others', 'searchParam=%25', 0],
    ['operators are words', 'searchParam=mari%22%20OR%20name:*', 0],
    ['a day', 'date=2020-01-01', 0],
    ['days', 'dateStart=2020-01-01&dateEnd=2199-01-01', 1],
    ['empty dates are none', 'date=&dateStart=&dateEnd=', 1],
  ];
  for (const [name, query, count] of searches) {
    test(`filters by ${name}`, async () => {
      const reply = await (await testApp.as('bia')).json('GET', `/contacts?${query}`);
      expect(reply).toMatchObject({ status: 200, body: { count } });
    });
  }

  test('returns 400 for an invalid date', () =>
    expectCase({ call: () => ['GET', '/contacts?dateStart=2020-13-01'], status: 400 }));
});

test('clients can change the active flag and read the last connection', async () => {
  const bia = await testApp.as('bia');
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.update(contacts).set({ connectionId }));
  for (const active of [false, true]) {
    await bia.json('PUT', `/contacts/${maria}`, { active });
    expect((await bia.json('GET', `/contacts/${maria}`)).body).toMatchObject({
      active,
      whatsapp: { id: connectionId, name: expect.any(String) },
    });
  }
  await bia.json('PUT', `/contacts/${maria}`, { active: false });
  expect((await bia.json('PUT', `/contacts/${maria}`, { name: 'Maria' })).body).toMatchObject({
    active: false,
  });
});

describe('GET /contact for older clients', () => {
  const number = '5521977776666';
  const card = async (token?: string) => {
    const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
    const reply = await (await testApp.as(token ? undefined : 'bia')).raw(
      `/contact?name=Cart%C3%A3o&number=${number}`,
      { headers },
    );
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  const token = async () => {
    const login = { email: 'bia@aurora.test', password: PASSWORD };
    return (await (await testApp.as()).json<{ token: string }>('POST', '/auth/login', login)).body.token;
  };

  test('creates an unknown contact only for a client with a token', async () => {
    expect(await card()).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_FOUND' } });
    const made = await card(await token());
    expect(made).toMatchObject({ status: 200, body: { name: 'Cartão', number } });
    expect((await card()).body).toMatchObject({ id: made.body.id });
  });

  test('returns 400 for a number that is not on WhatsApp', async () => {
    testApp.whatsapp.registered.set(number, null);
    const reply = await card(await token());
    expect(reply).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_INVALID_CONTACT' } });
  });
});

describe('new contact', () => {
  const joaos: [name: string, number: string][] = [
    ['in digits', '5521977776666'],
    ['as people write it', '+55 (21) 97777-6666'],
    ['without its country', '(21) 97777-6666'],
  ];
  for (const [name, number] of joaos) {
    test(`is created with a number ${name}`, () =>
      expectCase({
        body: joao({ number }),
        contains: { number: '5521977776666', checked: true },
        received: ['create'],
      }));
  }

  const cases: Record<string, Case> = {
    'with e-mail and fields, without empty lines': {
      body: joao({
        email: ' joao@example.com ',
        extraInfo: [
          { name: 'CPF', value: '1' },
          { name: '', value: '' },
        ],
      }),
      contains: { email: 'joao@example.com', extraInfo: [{ name: 'CPF' }] },
    },
    'in WhatsApp’s own spelling': {
      before: register('5531988887777', { jid: '553188887777@s.whatsapp.net', lid: '9@lid' }),
      body: joao({ number: '5531988887777' }),
      contains: { number: '553188887777' },
    },
    'who is there already': {
      body: { name: 'Outra', number: MARIA, email: '' },
      contains: { alreadyExists: true, existingContact: { name: 'Maria' } },
      received: [],
    },
    'who is there without the ninth digit, while nobody can be asked': {
      before: lineDown,
      body: { name: 'Outra', number: '551188887777' },
      contains: { alreadyExists: true },
    },
    'who is not on WhatsApp': {
      before: register('5521977776666', null),
      body: joao(),
      contains: { invalido: true, error: 'ERR_WAPP_INVALID_CONTACT' },
      received: [],
    },
    'stored unchecked while no connection is up': {
      before: lineDown,
      body: joao(),
      contains: { number: '5521977776666', checked: false },
      received: ['create'],
    },
  };
  for (const [name, one] of Object.entries(cases)) test(name, () => expectCase(one));

  const bad: [name: string, body: unknown, fields: Record<string, string>][] = [
    ['a name of one letter', joao({ name: 'J' }), { name: 'Muito curto!' }],
    ['a name of 51', joao({ name: 'J'.repeat(51) }), { name: 'Muito longo!' }],
    ['a number of seven', joao({ number: '1234567' }), { number: 'Muito curto!' }],
    ['a number of letters', joao({ number: 'abcdefgh12' }), { number: 'Número de telefone inválido' }],
    ['no number', { name: 'João' }, { number: 'Obrigatório' }],
    ['a bad e-mail', joao({ email: 'joao@' }), { email: 'E-mail inválido' }],
    [
      '31 fields',
      joao({ extraInfo: Array(31).fill({ name: 'a', value: 'b' }) }),
      { extraInfo: 'Muito longo!' },
    ],
  ];
  for (const [name, body, fields] of bad)
    test(`is refused with ${name}`, () =>
      expectCase({ body, status: 400, contains: { fields }, received: [] }));
});

describe('existing contact', () => {
  const cases: Record<string, Case> = {
    'gets another name': {
      call: put,
      body: { name: 'Maria Souza' },
      contains: { name: 'Maria Souza', number: MARIA },
      received: ['update'],
    },
    'is sent back whole, as clients do': {
      call: put,
      body: {
        id: 7,
        name: 'Maria',
        number: MARIA,
        email: '',
        extraInfo: [{ id: 987654, name: 'a', value: 'b' }],
      },
      contains: { extraInfo: [{ name: 'a', value: 'b' }] },
    },
    'gets no number that is not on WhatsApp': {
      call: put,
      before: register('5521977776666', null),
      body: { number: '5521977776666' },
      status: 400,
      contains: { error: 'ERR_WAPP_INVALID_CONTACT' },
      received: [],
    },
    'is not another company’s': {
      as: 'davi',
      call: put,
      body: { name: 'Roubada' },
      status: 404,
      received: [],
    },
    'is not deleted by an agent': { call: remove, status: 403, received: [] },
    'nor by a supervisor': { as: 'rui', call: remove, status: 403, received: [] },
    'but by the administrator': {
      as: 'ana',
      call: remove,
      contains: { message: 'Contact deleted' },
      received: ['delete'],
    },
    'is blocked': {
      call: block,
      body: { blocked: true },
      contains: { isBlocked: true },
      received: ['update'],
    },
    'is not blocked by nothing': { call: block, body: {}, status: 400, received: [] },
  };
  for (const [name, one] of Object.entries(cases)) test(name, () => expectCase(one));
});

function actionsOf(received: LiveMessage[]): unknown[] {
  return received
    .filter(({ channel }) => channel === 'contact')
    .map(({ data }) => (data as { action: string }).action);
}
