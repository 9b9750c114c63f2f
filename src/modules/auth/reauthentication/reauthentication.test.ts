import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { auditEntries } from '@db/tenant/schema/index.ts';
import { callOf } from '@test/support/calls.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { fillCompany } from '@test/support/fixtures.ts';
import { addConnection } from '@test/support/inbound.ts';
import { PASSWORD, setSuper } from '@test/support/people.ts';
import { AppError } from '@/core/errors.ts';
import { requireRecentAuthentication } from '@/core/policy.ts';
import { SYSTEM } from '@/core/scope.ts';
import { codeNow, switchOn } from '@/modules/factors/factors.test-support.ts';
import { inviteUser } from '@/modules/invitations/invitations.service.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { createWebhook } from '@/modules/webhooks/webhooks.service.ts';
import { ENDPOINTS } from '@/web/routes.ts';

const MINUTE = 60_000;
let testApp: TestApp;
const apps: TestApp[] = [];
beforeEach(async () => {
  testApp = await createTestApp();
  apps.push(testApp);
});
afterAll(() => Promise.all(apps.map((one) => one.stop())));

test('reauthentication is valid for ten minutes and not extended by a clock change', async () => {
  const { actor } = await testApp.scopeOf('bia');
  if (actor.kind !== 'user') throw new Error('nobody');
  const isFresh = (ago: number | undefined) => {
    const now = testApp.clock.now.getTime();
    const provenAt = ago === undefined ? undefined : new Date(now - ago);
    try {
      requireRecentAuthentication({ actor: { ...actor, provenAt }, kernel: testApp.kernel });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'ERR_PROOF_REQUIRED') return false;
      throw error;
    }
  };
  expect([0, 10 * MINUTE - 1, 10 * MINUTE, 60 * MINUTE, -1, undefined].map(isFresh)).toEqual([
    ...[true, true, false, false, false, false],
  ]);
  requireRecentAuthentication({ actor: SYSTEM, kernel: testApp.kernel });
});

type Reply = { error?: string; code?: string };

type Act = [call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, fields?: Record<string, string>];
const HOOK = { name: 'ERP', url: 'https://erp.example/hook', events: 'message.received' };
const addHook = async () =>
  createWebhook(await testApp.scopeOf('ana'), { ...HOOK, events: ['message.received'] });
const set = async (key: string, value: string) => changeSetting(await testApp.scopeOf('ana'), { key, value });

const invited = async () =>
  (await inviteUser(await testApp.scopeOf('ana'), { userId: testApp.people.userId.bia })).user.id;
const LIA = { name: 'Lia', email: 'lia@aurora.test', profile: 'admin', password: 'uma senha comprida' };

const changeBoreal = (change: Record<string, string>): Act => {
  const fields = { name: 'Boreal', email: 'davi@boreal.test', status: 'true', ...change };
  return [`PUT /settings/companies/${testApp.people.companyId.boreal}`, fields];
};

const ACTS: [name: string, begin: () => Act | Promise<Act>][] = [
  [
    'deleting a company',
    () => [`POST /settings/companies/${testApp.people.companyId.boreal}/delete`, { typedName: 'Boreal' }],
  ],
  [
    'renewing the token of a connection',
    async () => [
      `POST /connections/${await addConnection(testApp, { company: 'aurora', name: 'Loja' })}/token`,
    ],
  ],
  [
    'making an access token',
    () => ['POST /messages-api/tokens', { name: 'Loja', scopes: 'read:tags', lifetime: '30' }],
  ],
  [
    'wanting no second factor any more',
    async () => {
      await switchOn(testApp, await testApp.as('ana'));
      await set('secondFactor', 'enabled');
      return ['PUT /settings/secondFactor', { value: 'disabled' }];
    },
  ],
  ['keeping the audit for less time', () => ['PUT /audit/retention', { days: '90' }]],
  [
    'keeping messages for less time',
    async () => {
      await set('keepMessages', '24');
      return ['PUT /settings/privacy/retention', { messages: '12', media: '0' }];
    },
  ],
  [
    'setting another’s password',
    () => [`PUT /users/${testApp.people.userId.bia}`, { password: 'bem outra senha' }],
  ],
  [
    'changing another’s e-mail',
    () => [`PUT /users/${testApp.people.userId.bia}`, { email: 'b@aurora.test' }],
  ],
  ['showing an invitation link', async () => [`GET /users/${await invited()}/invitation`]],
  ['renewing an invitation that waits', async () => [`POST /users/${await invited()}/invitation`]],
  ['inviting another again', () => [`POST /users/${testApp.people.userId.bia}/invitation`]],
  ['inviting oneself', () => [`POST /users/${testApp.people.userId.ana}/invitation`]],
  ['making an administrator', () => [`PUT /users/${testApp.people.userId.bia}`, { profile: 'admin' }]],
  ['adding an administrator', () => ['POST /users', LIA]],
  ['looking at another company', () => [`POST /settings/companies/${testApp.people.companyId.boreal}/enter`]],
  [
    'setting a password in another company',
    () => [
      `PUT /settings/companies/${testApp.people.companyId.boreal}/people`,
      { userId: `${testApp.people.userId.davi}`, password: 'bem outra senha' },
    ],
  ],
  [
    'naming who hears of trouble',
    () => ['PUT /settings/status/alerts', { addresses: 'plantao@balcao.test', url: '' }],
  ],
  ['adding a webhook', () => ['POST /webhooks', HOOK]],
  [
    'sending a webhook elsewhere',
    async () => [`PUT /webhooks/${(await addHook()).id}`, { ...HOOK, url: 'https://other.example/hook' }],
  ],
  [
    'telling a webhook more',
    async () => [`PUT /webhooks/${(await addHook()).id}`, { ...HOOK, events: 'ticket.created' }],
  ],
  ['renewing the secret of a webhook', async () => [`POST /webhooks/${(await addHook()).id}/secret`]],
  ['saying where the money goes', () => ['PUT /platform/payments/mercadopago', { accessToken: 'APP_USR-1' }]],
  ['taking a payment provider away', () => ['DELETE /platform/payments/efi']],
  ['blocking a company', () => changeBoreal({ status: 'false' })],
  ['ending the time of a company', () => changeBoreal({ dueDate: '2026-01-01' })],
  ['signing somebody else out', () => [`DELETE /users/${testApp.people.userId.bia}/sessions`]],
  ['ending one’s other sessions', () => ['DELETE /profile/sessions']],
];

const QUIET_ACTS: typeof ACTS = [
  ['wanting a second factor', () => ['PUT /settings/secondFactor', { value: 'enabled' }]],
  ['keeping the audit for longer', () => ['PUT /audit/retention', { days: '730' }]],
  ['keeping messages for ever', () => ['PUT /settings/privacy/retention', { messages: '0', media: '0' }]],
  ['renaming somebody', () => [`PUT /users/${testApp.people.userId.bia}`, { name: 'Beatriz' }]],
  ['renaming a company', () => changeBoreal({ name: 'Aquilo' })],
  ['renaming a webhook', async () => [`PUT /webhooks/${(await addHook()).id}`, { ...HOOK, name: 'Loja' }]],
];

describe('reauthentication', () => {
  for (const [name, begin] of ACTS) {
    test(`is required for ${name}, which then succeeds`, async () => {
      const { ana, act } = await prepare(begin);
      const asked = await act();
      expect([asked.status, asked.headers.get('HX-Retarget')]).toEqual([422, '#dialogs']);
      const dialog = await asked.text();
      expect(dialog).toContain('id="proof-dialog"');
      expect(dialog).toContain('name="source" value="the-form"');
      const wrong = await ana.part('POST', '/profile/proof', { proof: 'not it at all', source: 'the-form' });
      expect([wrong.status, wrong.text.includes('Dados de acesso incorretos')]).toEqual([422, true]);
      expect((await act()).status).toBe(422);
      const right = await ana.part('POST', '/profile/proof', { proof: PASSWORD, source: 'the-form' });
      expect(right.status).toBe(204);
      expect(JSON.parse(right.headers.get('HX-Trigger') ?? '{}')).toMatchObject({ 'proven:the-form': true });
      expect([200, 204, 303]).toContain((await act()).status);
    });
  }

  for (const [name, begin] of QUIET_ACTS) {
    test(`is not required for ${name}`, async () => {
      const { act } = await prepare(begin);
      expect([200, 204]).toContain((await act()).status);
    });
  }

  test('is required for every CSV export, then the download starts', async () => {
    await setSuper(testApp.kernel, testApp.people, 'ana');
    const fixtures = await fillCompany(testApp, {
      company: 'aurora',
      queueId: testApp.people.queueId.Vendas,
      mark: 'um',
    });
    const ana = await testApp.as('ana');
    const sheets = ENDPOINTS.filter(({ mime }) => mime === 'text/csv').map(
      (row) => callOf(row, fixtures).path,
    );
    expect(sheets).toHaveLength(6);
    for (const path of sheets) {
      testApp.clock.advance(10 * MINUTE);
      expect(await ana.json<Reply>('GET', path)).toMatchObject({
        status: 403,
        body: { code: 'ERR_PROOF_REQUIRED' },
      });
      const asked = await ana.part('GET', path);
      expect([asked.status, asked.headers.get('HX-Retarget')]).toEqual([422, '#dialogs']);
      await ana.part('POST', '/profile/proof', { proof: PASSWORD, source: 'sheet' });
      const led = await ana.part('GET', path);
      expect([led.status, led.headers.get('HX-Redirect')]).toEqual([204, path]);
      const file = await ana.raw(path, { headers: { Accept: 'text/html' } });
      expect([file.status, file.headers.get('Content-Disposition')]).toEqual([
        200,
        expect.stringMatching(/^attachment; filename="[\w-]+\.csv"$/),
      ]);
    }
  });

  test('is requested only after the permission check', async () => {
    const refused = async (name: 'bia' | 'davi', path: string, body: object) => {
      const { status, body: sent } = await (await testApp.as(name)).json<Reply>('PUT', path, body);
      return [status, sent.code ?? sent.error];
    };
    const { bia, ana } = testApp.people.userId;
    await testApp.as('ana');
    await set('secondFactor', 'disabled');
    const off = { value: 'disabled' };
    expect(await refused('bia', '/settings/secondFactor', off)).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(await refused('bia', `/users/${ana}`, { password: PASSWORD })).toEqual([404, 'ERR_NO_USER_FOUND']);
    expect(await refused('davi', `/users/${bia}`, { password: PASSWORD })).toEqual([
      404,
      'ERR_NO_USER_FOUND',
    ]);
  });

  test('is required by the API for password and e-mail, the page takes currentPassword', async () => {
    const bia = await testApp.as('bia');
    const path = `/users/${testApp.people.userId.bia}`;
    testApp.clock.advance(11 * MINUTE);
    for (const body of [{ password: 'bem outra senha' }, { email: 'b@aurora.test' }]) {
      const { status, body: sent } = await bia.json<Reply>('PUT', path, body);
      expect([status, sent.code]).toEqual([403, 'ERR_PROOF_REQUIRED']);
    }
    expect((await bia.json('PUT', path, { name: 'Beatriz' })).status).toBe(200);
    const change = { name: 'Bia', email: 'b@aurora.test', currentPassword: PASSWORD };
    expect((await bia.part('PUT', '/profile', change)).status).toBe(204);
    expect((await bia.json('PUT', path, { email: 'bb@aurora.test' })).status).toBe(403);
  });

  test('returns a readable error to existing clients until POST /auth/proof succeeds', async () => {
    await setSuper(testApp.kernel, testApp.people, 'ana');
    const ana = await testApp.as('ana');
    const path = `/companies/${testApp.people.companyId.boreal}`;
    testApp.clock.advance(11 * MINUTE);
    const refused = await ana.json<Reply>('DELETE', path);
    expect([refused.status, refused.body.code]).toEqual([403, 'ERR_PROOF_REQUIRED']);
    expect(refused.body.error).toContain('confirmação recente');
    expect((await ana.json('POST', '/auth/proof', { proof: 'not it at all' })).status).toBe(400);
    expect((await ana.json('POST', '/auth/proof', { proof: PASSWORD })).status).toBe(204);
    expect((await ana.json('DELETE', path)).status).toBe(200);
  });

  test('accepts an authenticator code once instead of the password', async () => {
    const ana = await testApp.as('ana');
    const { secret } = await switchOn(testApp, ana);
    testApp.clock.advance(11 * MINUTE);
    const proof = codeNow(testApp, secret);
    expect((await ana.json('POST', '/auth/proof', { proof })).status).toBe(204);
    expect((await ana.json('POST', '/auth/proof', { proof })).status).toBe(400);
  });

  test('is valid for one session only and limits attempts', async () => {
    const ana = await testApp.as('ana');
    const rui = await testApp.as('rui');
    testApp.clock.advance(11 * MINUTE);
    await rui.json('POST', '/auth/proof', { proof: PASSWORD });
    expect(
      (await ana.part('POST', '/messages-api/tokens', { name: 'Loja', scopes: 'read:tags', lifetime: '30' }))
        .status,
    ).toBe(422);
    const wrong = await Promise.all(
      Array.from({ length: 11 }, () => ana.json('POST', '/auth/proof', { proof: 'not it at all' })),
    );
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(1);
    const rows = await (await testApp.systemScope()).db.select().from(auditEntries);
    const reported = rows.map(({ action, personName }) => `${personName} ${action}`);
    expect(reported.filter((one) => one === 'Rui session.proven')).toHaveLength(1);
    expect(reported.filter((one) => one === 'Ana session.proofFailed')).toHaveLength(10);
    expect(reported).not.toContain('Ana session.proven');
  });

  async function prepare(begin: () => Act | Promise<Act>) {
    await setSuper(testApp.kernel, testApp.people, 'ana');
    const [call, fields = {}] = await begin();
    const ana = await testApp.as('ana');
    testApp.clock.advance(10 * MINUTE);
    const [method, path = ''] = call.split(' ');
    const act = () =>
      ana.raw(path, {
        method,
        ...(method !== 'GET' && { body: new URLSearchParams(fields) }),
        headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Source': 'form#the-form' },
      });
    return { ana, act };
  }

  test('rejects an invalid source', async () => {
    const ana = await testApp.as('ana');
    const bad = await ana.part('POST', '/profile/proof', { proof: PASSWORD, source: 'a"b c' });
    expect(bad.status).toBe(422);
  });
});
