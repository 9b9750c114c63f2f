import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Scenario, testCalls } from '@test/support/scenarios.ts';
import { eq } from 'drizzle-orm';
import type { UserPage } from './users.views.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const NO_SESSION = { status: 401, contains: { error: 'ERR_SESSION_EXPIRED' } };
const NOT_FOUND = { status: 404, contains: { error: 'ERR_NO_USER_FOUND' } };
const bia = ({ people: testPeople }: TestApp) => `/users/${testPeople.userId.bia}`;

const scenarios: Scenario[] = [
  { name: 'unauthenticated: no user', method: 'GET', path: '/users', ...NO_SESSION },
  { name: 'nor who could be picked', method: 'GET', path: '/users/list', ...NO_SESSION },
  { name: 'nor of one person', method: 'GET', path: bia, ...NO_SESSION },
  {
    name: 'an agent lists colleagues, the newest first, with their queues',
    as: 'bia',
    method: 'GET',
    path: '/users/',
    status: 200,
    contains: {
      users: [
        { name: 'Caio', profile: 'user', queues: [{ name: 'Suporte' }], company: { name: 'Aurora' } },
        { name: 'Bia' },
        { name: 'Rui', queues: [{ name: 'Suporte' }, { name: 'Vendas' }] },
        { name: 'Ana', profile: 'admin', queues: [], queueIds: [] },
      ],
      count: 4,
      hasMore: false,
    },
    lacks: /argon2|password|tokenVersion|allTicket/i,
  },
  {
    name: 'found by a part of the name, whatever its case',
    as: 'bia',
    method: 'GET',
    path: '/users/?searchParam=CAI&pageNumber=1',
    status: 200,
    contains: { users: [{ name: 'Caio' }], count: 1 },
  },
  {
    name: 'or of the e-mail',
    as: 'bia',
    method: 'GET',
    path: '/users?searchParam=rui@',
    status: 200,
    contains: { users: [{ name: 'Rui' }] },
  },
  {
    name: 'a percent sign is a letter like others',
    as: 'bia',
    method: 'GET',
    path: '/users?searchParam=%25',
    status: 200,
    contains: { users: [], count: 0 },
  },
  {
    name: 'pages are counted from one',
    as: 'bia',
    method: 'GET',
    path: '/users?pageNumber=0',
    status: 400,
    contains: { code: 'ERR_VALIDATION', fields: { pageNumber: expect.any(String) } },
  },
  {
    name: 'an agent picks among all, in the order they came',
    as: 'caio',
    method: 'GET',
    path: '/users/list',
    status: 200,
    contains: [
      { name: 'Ana' },
      { name: 'Rui' },
      { name: 'Bia', queues: [{ name: 'Vendas' }] },
      { name: 'Caio' },
    ],
    lacks: /argon2|password|profile|tokenVersion/i,
  },
  {
    name: 'people read themselves whole',
    as: 'bia',
    method: 'GET',
    path: bia,
    status: 200,
    contains: { name: 'Bia', profile: 'user', super: false, allTicket: expect.any(String), whatsappId: null },
    lacks: /argon2|password/i,
  },
  { name: 'not each other', as: 'caio', method: 'GET', path: bia, ...NOT_FOUND, lacks: /bia@/ },
  { name: 'nor does the supervisor', as: 'rui', method: 'GET', path: bia, ...NOT_FOUND, lacks: /bia@/ },
  {
    name: 'the administrator reads everybody',
    as: 'ana',
    method: 'GET',
    path: bia,
    status: 200,
    contains: { email: 'bia@aurora.test', company: { name: 'Aurora', dueDate: null } },
  },
  { name: 'but nobody who is not', as: 'ana', method: 'GET', path: '/users/999', ...NOT_FOUND },
  {
    name: 'a word is no id',
    as: 'ana',
    method: 'GET',
    path: '/users/abc',
    status: 404,
    contains: { error: 'ERR_NOT_FOUND' },
  },
  {
    name: 'another company lists its own only',
    as: 'davi',
    method: 'GET',
    path: '/users',
    status: 200,
    contains: { users: [{ name: 'Davi' }], count: 1 },
    lacks: /aurora/i,
  },
  {
    name: 'and picks among its own only',
    as: 'davi',
    method: 'GET',
    path: '/users/list',
    status: 200,
    contains: [{ name: 'Davi' }],
    lacks: /aurora/i,
  },
  { name: 'another company reads nobody', as: 'davi', method: 'GET', path: bia, ...NOT_FOUND },
];

describe('users API', () => {
  testCalls(() => testApp, scenarios);

  test('shows a user with an open page as online', async () => {
    const onlineOf = async (name: 'Bia' | 'Caio') => {
      const { body } = await (await testApp.as('ana')).json<UserPage>('GET', '/users');
      return body.users.find((user) => user.name === name)?.online;
    };
    expect(await onlineOf('Bia')).toBe(false);
    await testApp.listenAs('bia');
    await (await testApp.systemScope()).write(async () => undefined);
    expect([await onlineOf('Bia'), await onlineOf('Caio')]).toEqual([true, false]);
  });

  test('returns twenty users per page', async () => {
    const scope = await testApp.systemScope('boreal');
    await scope.write(async (tx) => {
      for (let n = 10; n < 35; n += 1)
        await tx.db
          .insert(users)
          .values({ name: `Pessoa ${n}`, email: `p${n}@boreal.test`, passwordHash: 'x', profile: 'user' });
    });
    const browser = await testApp.as('davi');
    const [first, second] = [1, 2].map((page) => browser.json<UserPage>('GET', `/users?pageNumber=${page}`));
    const pages = [(await first)?.body, (await second)?.body];
    expect(pages.map((page) => [page?.users.length, page?.count, page?.hasMore])).toEqual([
      [20, 26, true],
      [6, 26, false],
    ]);
    expect(new Set(pages.flatMap((page) => page?.users.map(({ id }) => id))).size).toBe(26);
    await scope.write((tx) => tx.db.delete(users).where(eq(users.passwordHash, 'x')));
  });
});
