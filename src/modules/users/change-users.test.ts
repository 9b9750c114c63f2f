import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { browserAt, emailOf, PASSWORD, setSuper } from '@test/support/people.ts';
import { type Scenario, testCalls } from '@test/support/scenarios.ts';
import { eq } from 'drizzle-orm';
import { signIn } from '@/modules/auth/auth.service.ts';
import type { UserView } from './users.views.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  // Presence is published as well: once, with their first socket.
  await testApp.listenAs('ana');
  await (await testApp.systemScope()).write(async () => undefined);
  await testApp.settle();
});
afterAll(() => testApp.stop());

const LIA = { name: 'Lia Prado', email: 'Lia@Aurora.test', password: 'uma boa senha longa' };
const of =
  (name: 'ana' | 'bia' | 'caio') =>
  ({ people }: TestApp) =>
    `/users/${people.userId[name]}`;
const NOT_FOUND = { status: 404, contains: { error: 'ERR_NO_USER_FOUND' } };
const bad = (field: string, sentence: string) => ({
  status: 400,
  contains: { code: 'ERR_VALIDATION', error: sentence, fields: { [field]: sentence } },
});

const put = (
  name: string,
  as: Scenario['as'],
  path: Scenario['path'],
  body: object,
  reply: Partial<Scenario> & { status: number },
): Scenario => ({ name, as, method: 'PUT', path, body, ...reply });

const rights: Scenario[] = [
  put(
    'gives rights',
    'ana',
    of('caio'),
    { profile: 'supervisor', allTicket: 'enable' },
    {
      status: 200,
      contains: {
        name: 'Caio',
        profile: 'supervisor',
        allTicket: 'enabled',
        queues: [{ name: 'Suporte', UserQueue: {} }],
      },
      events: ['update'],
    },
  ),
  put(
    'what is left out stays',
    'ana',
    of('caio'),
    { name: 'Caio Mota' },
    {
      status: 200,
      contains: {
        name: 'Caio Mota',
        profile: 'supervisor',
        allTicket: 'enabled',
        queues: [{ name: 'Suporte' }],
      },
    },
  ),
  put(
    'a client sends its whole form back',
    'ana',
    of('caio'),
    {
      ...{
        id: 4,
        name: 'Caio',
        email: emailOf('caio'),
        password: '',
        profile: 'user',
        allTicket: 'desabled',
      },
      ...{ companyId: 1, super: true, tokenVersion: 9, company: { id: 2 }, queues: [], whatsappId: null },
    },
    { status: 200, contains: { profile: 'user', super: false, allTicket: 'desabled', companyId: 1 } },
  ),
  put(
    'takes queues away',
    'ana',
    of('caio'),
    { queueIds: [] },
    { status: 200, contains: { queues: [], queueIds: [] } },
  ),
  put('an unknown word for all tickets', 'ana', of('caio'), { allTicket: 'maybe' }, { status: 400 }),
  put('an agent changes no colleague', 'bia', of('caio'), { name: 'Mudado' }, { ...NOT_FOUND, events: [] }),
  put('nor does the supervisor', 'rui', of('caio'), { name: 'Mudado' }, { ...NOT_FOUND, events: [] }),
  put('nor another company', 'davi', of('caio'), { name: 'Mudado' }, { ...NOT_FOUND, events: [] }),
  put(
    'a language that is spoken here',
    'bia',
    of('bia'),
    { language: 'es' },
    {
      status: 200,
      contains: { language: 'es' },
    },
  ),
  put('another', 'bia', of('bia'), { language: 'fr' }, bad('language', 'Valor inválido')),
  put(
    'gives themself nothing, and keeps what they have',
    'bia',
    of('bia'),
    {
      ...{ name: 'Bia Sá', email: emailOf('bia'), password: '', profile: 'admin', allTicket: 'enabled' },
      ...{ queueIds: [], whatsappId: null, super: true, active: false },
    },
    {
      status: 200,
      contains: {
        name: 'Bia Sá',
        profile: 'user',
        allTicket: 'desabled',
        super: false,
        queues: [{ name: 'Vendas' }],
        active: true,
      },
    },
  ),
  put(
    'the last administrator stays one',
    'ana',
    of('ana'),
    { profile: 'user' },
    {
      status: 409,
      contains: { error: 'ERR_LAST_ADMIN' },
      events: [],
    },
  ),
  put(
    'nobody disables themself',
    'ana',
    of('ana'),
    { active: false },
    {
      status: 409,
      contains: { error: 'ERR_USER_IS_SELF' },
      events: [],
    },
  ),
  {
    name: 'or deletes',
    as: 'ana',
    method: 'DELETE',
    path: of('ana'),
    status: 409,
    contains: { error: 'ERR_USER_IS_SELF' },
  },
  { name: 'an agent deletes nobody', as: 'bia', method: 'DELETE', path: of('caio'), status: 403, events: [] },
  {
    name: 'another company deletes nobody',
    as: 'davi',
    method: 'DELETE',
    path: of('caio'),
    ...NOT_FOUND,
    events: [],
  },
  {
    name: 'an administrator deletes',
    as: 'ana',
    method: 'DELETE',
    path: of('caio'),
    status: 200,
    contains: { message: 'User deleted' },
    events: ['delete'],
  },
  { name: 'and they are gone', as: 'ana', method: 'GET', path: of('caio'), ...NOT_FOUND },
];

describe('user changes', () => {
  testCalls(() => testApp, rights, { as: 'ana', channel: 'user' });

  test('send a deletion event with the id as a string', async () => {
    const received = await testApp.listenAs('ana');
    const ana = await testApp.as('ana');
    const { body } = await ana.json<UserView>('POST', '/users', { ...LIA, email: 'de@aurora.test' });
    await ana.json('DELETE', `/users/${body.id}`);
    await testApp.settle();
    expect(received.filter(({ channel }) => channel === 'user').at(-1)?.data).toEqual({
      action: 'delete',
      userId: String(body.id),
    });
  });

  test('are published to agents as the list of users shows a colleague', async () => {
    type Update = { action: string; user?: { id: number }; userId?: string };
    type Listed = { id: number; invited: boolean; createdAt: string };
    const received = await testApp.listenAs('bia');
    const [ana, bia] = [await testApp.as('ana'), await testApp.as('bia')];
    const about = (id: number) =>
      received
        .filter(({ channel }) => channel === 'user')
        .map(({ data }) => data as Update)
        .filter(({ user, userId }) => user?.id === id || userId === String(id));
    const person = { name: 'Téo', email: 'teo@aurora.test', password: PASSWORD };
    const { body: teo } = await ana.json<{ id: number }>('POST', '/users', person);
    await ana.json('PUT', `/users/${teo.id}`, { name: 'Téo Prado' });
    await testApp.settle();
    const { body } = await bia.json<{ users: Listed[] }>('GET', '/users?searchParam=teo@');
    const [{ invited: _, createdAt: __, ...shown } = expect.unreachable()] = body.users;
    expect(about(teo.id).at(-1)).toEqual({ action: 'update', user: shown });
    await ana.json('DELETE', `/users/${teo.id}`);
    await testApp.settle();
    expect(about(teo.id).map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    await ana.json('PUT', `/users/${testApp.people.userId.bia}`, { name: 'Bia Lima' });
    await testApp.settle();
    expect(about(testApp.people.userId.bia).at(-1)?.user).toMatchObject({ allTicket: 'desabled' });
  });

  test('let an agent change their own password and e-mail', async () => {
    const bia = await testApp.as('bia');
    const mine = { email: 'bia.nova@aurora.test', password: 'outra senha comprida' };
    expect((await bia.json('PUT', of('bia')(testApp), mine)).status).toBe(200);
    expect((await bia.json('GET', '/auth/me')).status).toBe(200);
    expect((await signIn(testApp.kernel, { ...mine, browser: browserAt('own') })).userId).toBe(
      testApp.people.userId.bia,
    );
    await expect(
      signIn(testApp.kernel, { ...mine, password: PASSWORD, browser: browserAt('old') }),
    ).rejects.toThrow();
  });

  test('do not let a company administrator change a super administrator', async () => {
    const { rui } = testApp.people.userId;
    await setSuper(testApp.kernel, testApp.people, 'rui');
    const ana = await testApp.as('ana');
    for (const body of [{ password: 'minha senha dela' }, { email: 'meu@aurora.test' }, { active: false }])
      expect((await ana.json('PUT', `/users/${rui}`, body)).status).toBe(403);
    expect((await ana.json('DELETE', `/users/${rui}`)).status).toBe(403);
    await setSuper(testApp.kernel, testApp.people, 'rui', false);
    expect((await ana.json('PUT', `/users/${rui}`, { active: false })).status).toBe(200);
    const scope = await testApp.systemScope();
    const row = await scope.db.query.users.findFirst({ where: eq(users.id, rui) });
    expect(row?.disabledAt).toEqual(testApp.clock.now);
  });
});
