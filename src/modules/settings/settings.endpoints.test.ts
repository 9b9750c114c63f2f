import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { platformSettings } from '@db/platform/schema/index.ts';
import { settings } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { type Scenario, testCalls } from '@test/support/scenarios.ts';
import { changeSetting } from './settings.service.ts';
import type { SettingView } from './settings.views.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => testApp.stop());

beforeEach(async () => {
  for (const company of ['aurora', 'boreal'] as const) {
    const scope = await testApp.systemScope(company);
    await scope.write((tx) => tx.db.delete(settings));
    await changeSetting(scope, { key: 'asaas', value: `KEY-of-${company}` });
  }
  await testApp.kernel.platform.write(async (tx) => {
    await tx.delete(platformSettings);
    await tx.insert(platformSettings).values({ key: 'trial', value: '5' });
  });
  await testApp.settle();
});

const KEY = /KEY-of|sealed:/;
const NO_SESSION = { status: 401, contains: { error: 'ERR_SESSION_EXPIRED' } };
const REFUSED = { status: 403, contains: { error: 'ERR_NO_PERMISSION' }, events: [] };
const INVALID = { status: 400, contains: { code: 'ERR_VALIDATION', fields: { value: expect.any(String) } } };
const NONE = { status: 404, contains: { error: 'ERR_NO_SETTING_FOUND' } };

const reading: Scenario[] = [
  { name: 'unauthenticated: no settings', method: 'GET', path: '/settings', ...NO_SESSION },
  {
    name: 'an agent reads those that screens depend on, and nobody’s credentials',
    as: 'bia',
    method: 'GET',
    path: '/settings/',
    status: 200,
    contains: expect.arrayContaining([
      expect.objectContaining({ key: 'userRating', value: 'disabled' }),
      expect.objectContaining({ key: 'campaignsEnabled', value: 'true' }),
    ]),
    lacks: /KEY-of|sealed:|asaas|tokenixc|"trial"/,
  },
  { name: 'nor does the supervisor', as: 'rui', method: 'GET', path: '/settings', status: 200, lacks: KEY },
  {
    name: 'the administrator reads the company’s own key, not the platform’s settings',
    as: 'ana',
    method: 'GET',
    path: '/settings',
    status: 200,
    contains: expect.arrayContaining([expect.objectContaining({ key: 'asaas', value: 'KEY-of-aurora' })]),
    lacks: /KEY-of-boreal|"trial"/,
  },
  {
    name: 'another company reads its own, and the platform’s administrator the platform’s',
    as: 'davi',
    method: 'GET',
    path: '/settings',
    status: 200,
    contains: expect.arrayContaining([
      expect.objectContaining({ key: 'asaas', value: 'KEY-of-boreal' }),
      expect.objectContaining({ key: 'trial', value: '5' }),
    ]),
    lacks: /KEY-of-aurora/,
  },
  {
    name: 'unauthenticated: what registering needs',
    method: 'GET',
    path: '/settings/trial',
    status: 200,
    contains: { key: 'trial', value: '5' },
  },
  {
    name: 'without the setting nobody may register',
    method: 'GET',
    path: '/settings/allowregister',
    status: 200,
    contains: { value: 'disabled' },
  },
  {
    name: 'unauthenticated: no key by its name',
    method: 'GET',
    path: '/settings/asaas',
    ...NONE,
    lacks: KEY,
  },
  {
    name: 'nor does an administrator, here',
    as: 'ana',
    method: 'GET',
    path: '/settings/asaas',
    ...NONE,
    lacks: KEY,
  },
  { name: 'nor anybody what every object has', method: 'GET', path: '/settings/constructor', ...NONE },
  {
    name: 'unauthenticated: no company',
    method: 'GET',
    path: ({ people: testPeople }) => `/companies/${testPeople.companyId.aurora}`,
    ...NO_SESSION,
  },
  {
    name: 'the company comes with its settings, for administrators too without credentials',
    as: 'ana',
    method: 'GET',
    path: ({ people: testPeople }) => `/companies/${testPeople.companyId.aurora}`,
    status: 200,
    contains: {
      name: 'Aurora',
      settings: expect.arrayContaining([expect.objectContaining({ key: 'call', value: 'enabled' })]),
    },
    lacks: KEY,
  },
  {
    name: 'another company is none',
    as: 'ana',
    method: 'GET',
    path: ({ people: testPeople }) => `/companies/${testPeople.companyId.boreal}`,
    status: 404,
    contains: { error: 'ERR_NO_COMPANY_FOUND' },
  },
  {
    name: 'a word is no company',
    as: 'ana',
    method: 'GET',
    path: '/companies/abc',
    status: 404,
    contains: { error: 'ERR_NOT_FOUND' },
  },
];

const changing: Scenario[] = [
  {
    name: 'unauthenticated: changes nothing',
    method: 'PUT',
    path: '/settings/call',
    body: { value: 'disabled' },
    ...NO_SESSION,
    events: [],
  },
  {
    name: 'an agent changes nothing',
    as: 'bia',
    method: 'PUT',
    path: '/settings/call',
    body: { value: 'disabled' },
    ...REFUSED,
  },
  {
    name: 'nor does the supervisor',
    as: 'rui',
    method: 'PUT',
    path: '/settings/call',
    body: { value: 'disabled' },
    ...REFUSED,
  },
  {
    name: 'the administrator does, with the key in the body too as existing clients send it',
    as: 'ana',
    method: 'PUT',
    path: '/settings/userRating',
    body: { key: 'userRating', value: 'enabled' },
    status: 200,
    contains: { key: 'userRating', value: 'enabled', id: expect.any(Number) },
    events: ['update'],
  },
  {
    name: 'agents receive no change of a key',
    as: 'ana',
    method: 'PUT',
    path: '/settings/tokenixc',
    body: { value: 'KEY-of-ixc' },
    status: 200,
    contains: { key: 'tokenixc', value: 'KEY-of-ixc' },
    events: [],
  },
  {
    name: 'a value outside its set',
    as: 'ana',
    method: 'PUT',
    path: '/settings/scheduleType',
    body: { value: 'sometimes' },
    ...INVALID,
    events: [],
  },
  {
    name: 'a value that is too long',
    as: 'ana',
    method: 'PUT',
    path: '/settings/ipixc',
    body: { value: 'x'.repeat(2001) },
    ...INVALID,
    events: [],
  },
  {
    name: 'a key that is none',
    as: 'ana',
    method: 'PUT',
    path: '/settings/constructor',
    body: { value: 'x' },
    ...NONE,
    events: [],
  },
  {
    name: 'nor is what the plan decides',
    as: 'ana',
    method: 'PUT',
    path: '/settings/campaignsEnabled',
    body: { value: 'true' },
    ...NONE,
    events: [],
  },
  {
    name: 'a company’s administrator does not change the platform',
    as: 'ana',
    method: 'PUT',
    path: '/settings/allowregister',
    body: { value: 'enabled' },
    ...REFUSED,
  },
  {
    name: 'the platform’s does',
    as: 'davi',
    method: 'PUT',
    path: '/settings/allowregister',
    body: { value: 'enabled' },
    status: 200,
    contains: { key: 'allowregister', value: 'enabled' },
  },
  {
    name: 'a trial has seven days at the most',
    as: 'davi',
    method: 'PUT',
    path: '/settings/trial',
    body: { value: '8' },
    ...INVALID,
  },
];

describe('reading settings over the JSON contract', () => {
  testCalls(() => testApp, reading);
});

describe('changing settings over the JSON contract', () => {
  testCalls(() => testApp, changing, { as: 'caio', channel: 'settings' });

  testCalls(
    () => testApp,
    [
      {
        name: 'another company’s change is its own and publishes nothing here',
        as: 'davi',
        method: 'PUT',
        path: '/settings/call',
        body: { value: 'disabled' },
        status: 200,
        events: [],
      },
      {
        name: 'administrators receive a change of a key',
        as: 'ana',
        method: 'PUT',
        path: '/settings/tokenixc',
        body: { value: 'KEY-of-ixc' },
        status: 200,
        events: ['update'],
      },
    ],
    { as: 'ana', channel: 'settings' },
  );

  test('applies to users of the same company only', async () => {
    await (await testApp.as('ana')).json('PUT', '/settings/call', { value: 'disabled' });
    const valueFor = async (name: 'bia' | 'davi') => {
      const { body } = await (await testApp.as(name)).json<SettingView[]>('GET', '/settings');
      return body.find(({ key }) => key === 'call')?.value;
    };
    expect([await valueFor('bia'), await valueFor('davi')]).toEqual(['disabled', 'enabled']);
  });
});
