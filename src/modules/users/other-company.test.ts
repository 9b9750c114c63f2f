import { afterEach, beforeEach, expect, test } from 'bun:test';
import { auditEntries as ofPlatform } from '@db/platform/schema/index.ts';
import { auditEntries, users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type PersonName, setSuper } from '@test/support/people.ts';
import { MAX_ID } from '@/core/ids.ts';
import { idElsewhere, personElsewhere } from './other-company-id.logic.ts';
import type { UserSimpleView, UserView } from './users.views.ts';

const PASSWORD = 'outra senha bem comprida';

let testApp: TestApp;
beforeEach(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'ana');
});
afterEach(() => testApp.stop());

const call = async <T = UserView>(who: PersonName, method: string, path: string, body?: unknown) =>
  (await testApp.as(who)).json<T>(method, path, body);

async function rowsOf(company: 'aurora' | 'boreal') {
  const { db } = await testApp.systemScope(company);
  return db.select().from(users);
}

async function listed(): Promise<UserSimpleView> {
  const path = `/users/list?companyId=${testApp.people.companyId.boreal}`;
  const { body } = await call<UserSimpleView[]>('ana', 'GET', path);
  const davi = body.find(({ name }) => name === 'Davi');
  if (!davi) throw new Error('Davi is not listed');
  return davi;
}

test('user endpoints for another company show and change its user, never the super administrator’s own', async () => {
  const before = await rowsOf('aurora');
  const { id } = await listed();
  const shown = await call('ana', 'GET', `/users/${id}`);
  expect([shown.status, shown.body]).toMatchObject([
    200,
    { id, name: 'Davi', companyId: testApp.people.companyId.boreal, queues: [], company: { name: 'Boreal' } },
  ]);
  const sent = { ...shown.body, name: 'Davi Reis', password: PASSWORD, queueIds: [1] };
  const saved = await call('ana', 'PUT', `/users/${id}`, sent);
  expect([saved.status, saved.body]).toMatchObject([200, { id, name: 'Davi Reis' }]);
  expect(await rowsOf('aurora')).toEqual(before);
  expect((await rowsOf('boreal')).map(({ name }) => name)).toEqual(['Davi Reis']);
  const there = await (await testApp.systemScope('boreal')).db.select().from(auditEntries);
  expect(there.at(-1)).toMatchObject({ action: 'user.passwordChanged', personName: 'Ana' });
  const here = await testApp.kernel.platform.db.select().from(ofPlatform);
  expect(here.at(-1)).toMatchObject({
    action: 'company.userChanged',
    subjectId: String(testApp.people.companyId.boreal),
    subjectName: 'Boreal: Davi Reis',
    personName: 'Ana',
  });
});

test('creates and deletes a user in another company', async () => {
  const { boreal } = testApp.people.companyId;
  const before = await rowsOf('aurora');
  const input = {
    name: 'Lia',
    email: 'lia@boreal.test',
    password: PASSWORD,
    companyId: boreal,
    queueIds: [1],
  };
  const made = await call('ana', 'POST', '/users', input);
  expect([made.status, made.body]).toMatchObject([200, { name: 'Lia', companyId: boreal }]);
  expect((await rowsOf('boreal')).map(({ name }) => name)).toEqual(['Davi', 'Lia']);
  expect(await call('ana', 'DELETE', `/users/${made.body.id}`)).toMatchObject({ status: 200 });
  expect((await rowsOf('boreal')).map(({ name }) => name)).toEqual(['Davi']);
  expect(await rowsOf('aurora')).toEqual(before);
});

test('rejects an id that does not belong to the named company', async () => {
  const { aurora, boreal } = testApp.people.companyId;
  const before = await rowsOf('aurora');
  const { id } = await listed();
  const refused = { status: 403, body: { code: 'ERR_OTHER_COMPANY' } };
  expect(await call('ana', 'PUT', '/users/1', { name: 'Outra', companyId: boreal })).toMatchObject(refused);
  expect(await call('ana', 'PUT', `/users/${id}`, { name: 'Outra', companyId: aurora })).toMatchObject(
    refused,
  );
  const own = idElsewhere({ companyId: aurora, userId: 1 });
  expect((await call('ana', 'GET', `/users/${own}`)).status).toBe(404);
  expect(await rowsOf('aurora')).toEqual(before);
});

test('refuses other companies’ users to everyone but super administrators', async () => {
  const { boreal } = testApp.people.companyId;
  const { id } = await listed();
  await setSuper(testApp.kernel, testApp.people, 'ana', false);
  const before = [await rowsOf('aurora'), await rowsOf('boreal')];
  for (const who of ['ana', 'rui', 'bia'] as const) {
    for (const [method, path, body] of [
      ['GET', `/users/list?companyId=${boreal}`, undefined],
      ['GET', '/users/list?companyId=abc', undefined],
      ['GET', `/users/${id}`, undefined],
      ['PUT', `/users/${id}`, { name: 'Outra' }],
      ['PUT', `/users/${testApp.people.userId[who]}`, { name: 'Outra', companyId: boreal }],
      ['DELETE', `/users/${id}`, undefined],
      ['POST', '/users', { name: 'Lia', email: 'lia@x.test', password: PASSWORD, companyId: boreal }],
    ] as const) {
      const { status } = await call(who, method, path, body);
      expect({ who, method, path, refused: status >= 400 && status < 500 }).toEqual({
        who,
        method,
        path,
        refused: true,
      });
    }
  }
  expect([await rowsOf('aurora'), await rowsOf('boreal')]).toEqual(before);
});

test('requires recent reauthentication to change a user of another company', async () => {
  const { id } = await listed();
  const ana = await testApp.as('ana');
  testApp.clock.advance(11 * 60_000);
  const { status, body } = await ana.json('PUT', `/users/${id}`, { name: 'Davi Reis' });
  expect([status, body]).toMatchObject([403, { code: 'ERR_PROOF_REQUIRED' }]);
});

test('ids of other companies’ users are safe integers that never collide with own ids', () => {
  const most = { companyId: 2 ** 25 - 1, userId: 2 ** 26 - 1 };
  for (const person of [most, { companyId: 1, userId: 1 }]) {
    const id = idElsewhere(person);
    expect(id).toBeLessThanOrEqual(MAX_ID);
    expect(personElsewhere(id)).toEqual(person);
  }
  expect(personElsewhere(2 ** 26)).toBeUndefined();
  expect(() => idElsewhere({ companyId: 2 ** 25, userId: 1 })).toThrow();
});
