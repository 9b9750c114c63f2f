import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { browserAt, emailOf } from '@test/support/people.ts';
import { type Scenario, testCalls } from '@test/support/scenarios.ts';
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
const bad = (field: string, sentence: string) => ({
  status: 400,
  contains: { code: 'ERR_VALIDATION', error: sentence, fields: { [field]: sentence } },
});

const post = (name: string, change: object, reply: Partial<Scenario> & { status: number }): Scenario => ({
  name,
  as: 'ana',
  method: 'POST',
  path: '/users',
  body: { ...LIA, ...change },
  ...reply,
});
const made: Scenario[] = [
  post('a name of one letter', { name: 'L' }, bad('name', 'Muito curto!')),
  post('a name of fifty-one', { name: 'L'.repeat(51) }, bad('name', 'Muito longo!')),
  post('no e-mail', { email: '' }, bad('email', 'Obrigatório')),
  post('an e-mail that is none', { email: 'lia@' }, bad('email', 'E-mail inválido')),
  post(
    'a short password',
    { password: '1234567' },
    bad('password', 'Muito curto! Use pelo menos 8 caracteres.'),
  ),
  post('a very long one', { password: 'x'.repeat(129) }, bad('password', 'Muito longo!')),
  post('none', { password: '' }, bad('password', 'Obrigatório')),
  post(
    'one that everybody tries first',
    { password: 'password123' },
    bad('password', 'Esta senha é muito comum. Escolha outra.'),
  ),
  post('a profile nobody has', { profile: 'owner' }, bad('profile', 'Valor inválido')),
  post(
    'a queue that is not there',
    { queueIds: [999] },
    { status: 404, contains: { error: 'ERR_NO_QUEUE_FOUND' } },
  ),
  post(
    'a line that is not there',
    { whatsappId: 999 },
    { status: 404, contains: { error: 'ERR_NO_WAPP_FOUND' } },
  ),
  post(
    'an e-mail of a colleague',
    { email: emailOf('caio') },
    bad('email', 'Este e-mail já está em uso. Informe outro.'),
  ),
  post(
    'an e-mail of another company, which is not named',
    { email: emailOf('davi').toUpperCase() },
    { ...bad('email', 'Este e-mail já está em uso. Informe outro.'), lacks: /boreal/i },
  ),
  post(
    'an agent adds nobody',
    {},
    { as: 'bia', status: 403, contains: { error: 'ERR_NO_PERMISSION' }, events: [] },
  ),
  post('nor does the supervisor', {}, { as: 'rui', status: 403, events: [] }),
  post(
    'is an agent without rights unless more is said, and never of the platform',
    { super: true, companyId: 1, tokenVersion: 7 },
    {
      status: 200,
      contains: {
        name: 'Lia Prado',
        email: 'lia@aurora.test',
        profile: 'user',
        super: false,
        allTicket: 'desabled',
      },
      lacks: /argon2|password/i,
      events: ['create'],
    },
  ),
  post('cannot be added twice', {}, bad('email', 'Este e-mail já está em uso. Informe outro.')),
];

describe('user creation', () => {
  testCalls(() => testApp, made, { as: 'ana', channel: 'user' });

  test('lets the new user sign in with the given password', async () => {
    const { email, password } = LIA;
    expect((await signIn(testApp.kernel, { email, password, browser: browserAt('new') })).companyId).toBe(1);
  });

  test('stores queues, connection and profile', async () => {
    const lineId = await addConnection(testApp, { company: 'aurora', name: 'Loja' });
    const { Vendas, Suporte } = testApp.people.queueId;
    const body = { ...LIA, email: 'eva@aurora.test', profile: 'supervisor', whatsappId: lineId };
    const ana = await testApp.as('ana');
    const { body: made } = await ana.json<UserView>('POST', '/users', {
      ...body,
      queueIds: [Vendas, Suporte, Vendas],
    });
    expect(made).toMatchObject({ profile: 'supervisor', whatsappId: lineId, online: false, active: true });
    expect(made.queueIds.sort()).toEqual([Vendas, Suporte].sort());
  });
});
