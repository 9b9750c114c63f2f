import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { auditEntries } from '@db/tenant/schema/index.ts';
import { callOf } from '@test/support/calls.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { PASSWORD, setSuper } from '@test/support/people.ts';
import { fillCompany } from '@test/support/world.ts';
import { AppError } from '@/kernel/errors.ts';
import { requireFreshProof } from '@/kernel/policy.ts';
import { SYSTEM } from '@/kernel/scope.ts';
import { codeNow, switchOn } from '@/modules/factors/factors.test-support.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { createWebhook } from '@/modules/webhooks/webhooks.service.ts';
import { ENDPOINTS } from '@/rows.ts';

const MINUTE = 60_000;
let desk: TestDesk;
const desks: TestDesk[] = [];
beforeEach(async () => {
  desk = await createTestDesk();
  desks.push(desk);
});
afterAll(() => Promise.all(desks.map((one) => one.stop())));

test('a proof is fresh for ten minutes, and no longer because the clock was set back', async () => {
  const { actor } = await desk.scopeOf('bia');
  if (actor.kind !== 'user') throw new Error('nobody');
  const isFresh = (ago: number | undefined) => {
    const now = desk.clock.now.getTime();
    const provenAt = ago === undefined ? undefined : new Date(now - ago);
    try {
      requireFreshProof({ actor: { ...actor, provenAt }, kernel: desk.kernel });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'ERR_PROOF_REQUIRED') return false;
      throw error;
    }
  };
  expect([0, 10 * MINUTE - 1, 10 * MINUTE, 60 * MINUTE, -1, undefined].map(isFresh)).toEqual([
    ...[true, true, false, false, false, false],
  ]);
  requireFreshProof({ actor: SYSTEM, kernel: desk.kernel });
});

type Said = { error?: string; code?: string };

type Act = [call: `${'POST' | 'PUT' | 'DELETE'} /${string}`, fields?: Record<string, string>];
const HOOK = { name: 'ERP', url: 'https://erp.example/hook', events: 'message.received' };
const addHook = async () =>
  createWebhook(await desk.scopeOf('ana'), { ...HOOK, events: ['message.received'] });
const set = async (key: string, value: string) => changeSetting(await desk.scopeOf('ana'), { key, value });

const changeBoreal = (change: Record<string, string>): Act => {
  const fields = { name: 'Boreal', email: 'davi@boreal.test', status: 'true', ...change };
  return [`PUT /settings/companies/${desk.cast.companyId.boreal}`, fields];
};

/** Each is begun by somebody who may do it. */
const ACTS: [name: string, begin: () => Act | Promise<Act>][] = [
  [
    'deleting a company',
    () => [`POST /settings/companies/${desk.cast.companyId.boreal}/delete`, { typedName: 'Boreal' }],
  ],
  [
    'renewing the token of a connection',
    async () => [`POST /connections/${await addConnection(desk, { company: 'aurora', name: 'Loja' })}/token`],
  ],
  [
    'making an access token',
    () => ['POST /messages-api/tokens', { name: 'Loja', scopes: 'read:tags', lifetime: '30' }],
  ],
  [
    'wanting no second factor any more',
    async () => {
      await switchOn(desk, await desk.as('ana'));
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
    () => [`PUT /users/${desk.cast.userId.bia}`, { password: 'bem outra senha' }],
  ],
  ['changing another’s e-mail', () => [`PUT /users/${desk.cast.userId.bia}`, { email: 'b@aurora.test' }]],
  ['making an administrator', () => [`PUT /users/${desk.cast.userId.bia}`, { profile: 'admin' }]],
  [
    'adding an administrator',
    () => [
      'POST /users',
      { name: 'Lia', email: 'lia@aurora.test', profile: 'admin', password: 'uma senha comprida' },
    ],
  ],
  ['looking at another company', () => [`POST /settings/companies/${desk.cast.companyId.boreal}/enter`]],
  [
    'setting a password in another company',
    () => [
      `PUT /settings/companies/${desk.cast.companyId.boreal}/people`,
      { userId: `${desk.cast.userId.davi}`, password: 'bem outra senha' },
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
  ['signing somebody else out', () => [`DELETE /users/${desk.cast.userId.bia}/sessions`]],
  ['ending one’s other sessions', () => ['DELETE /profile/sessions']],
];

/** What only adds a guard, or opens nothing, is not asked for. */
const QUIET_ACTS: typeof ACTS = [
  ['wanting a second factor', () => ['PUT /settings/secondFactor', { value: 'enabled' }]],
  ['keeping the audit for longer', () => ['PUT /audit/retention', { days: '730' }]],
  ['keeping messages for ever', () => ['PUT /settings/privacy/retention', { messages: '0', media: '0' }]],
  ['renaming somebody', () => [`PUT /users/${desk.cast.userId.bia}`, { name: 'Beatriz' }]],
  ['renaming a company', () => changeBoreal({ name: 'Aquilo' })],
  ['renaming a webhook', async () => [`PUT /webhooks/${(await addHook()).id}`, { ...HOOK, name: 'Loja' }]],
];

describe('an act that a left screen must not do', () => {
  for (const [name, begin] of ACTS) {
    test(`${name} asks who it is, and goes on`, async () => {
      const { ana, act } = await prepare(begin);
      const asked = await act();
      expect([asked.status, asked.headers.get('HX-Retarget')]).toEqual([422, '#dialogs']);
      const dialog = await asked.text();
      expect(dialog).toContain('id="proof-dialog"');
      expect(dialog).toContain('name="source" value="the-form"');
      const wrong = await ana.part('POST', '/profile/proof', { proof: 'not it at all', source: 'the-form' });
      expect([wrong.status, wrong.text.includes('Erro de autenticação')]).toEqual([422, true]);
      expect((await act()).status).toBe(422);
      const right = await ana.part('POST', '/profile/proof', { proof: PASSWORD, source: 'the-form' });
      expect(right.status).toBe(204);
      expect(JSON.parse(right.headers.get('HX-Trigger') ?? '{}')).toMatchObject({ 'proven:the-form': true });
      expect([200, 204, 303]).toContain((await act()).status);
    });
  }

  for (const [name, begin] of QUIET_ACTS) {
    test(`is not ${name}`, async () => {
      const { act } = await prepare(begin);
      expect([200, 204]).toContain((await act()).status);
    });
  }

  test('is taking a sheet out, any of them: the page asks, then the browser is led to the file', async () => {
    await setSuper(desk.kernel, desk.cast, 'ana');
    const world = await fillCompany(desk, {
      company: 'aurora',
      queueId: desk.cast.queueId.Vendas,
      mark: 'um',
    });
    const ana = await desk.as('ana');
    const sheets = ENDPOINTS.filter(({ mime }) => mime === 'text/csv').map((row) => callOf(row, world).path);
    expect(sheets).toHaveLength(6);
    for (const path of sheets) {
      desk.clock.advance(10 * MINUTE);
      expect(await ana.json<Said>('GET', path)).toMatchObject({
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

  test('is refused to who may not do it before anybody is asked anything', async () => {
    const refused = async (name: 'bia' | 'davi', path: string, body: object) => {
      const { status, body: said } = await (await desk.as(name)).json<Said>('PUT', path, body);
      return [status, said.code ?? said.error];
    };
    const { bia, ana } = desk.cast.userId;
    await desk.as('ana');
    await set('secondFactor', 'disabled');
    const off = { value: 'disabled' };
    expect(await refused('bia', '/settings/secondFactor', off)).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(await refused('bia', `/users/${ana}`, { password: PASSWORD })).toEqual([404, 'ERR_NO_USER_FOUND']);
    expect(await refused('davi', `/users/${bia}`, { password: PASSWORD })).toEqual([
      404,
      'ERR_NO_USER_FOUND',
    ]);
  });

  test('one’s own password and e-mail take the password on the page, and a proof from existing clients', async () => {
    const bia = await desk.as('bia');
    const path = `/users/${desk.cast.userId.bia}`;
    desk.clock.advance(11 * MINUTE);
    for (const body of [{ password: 'bem outra senha' }, { email: 'b@aurora.test' }]) {
      const { status, body: said } = await bia.json<Said>('PUT', path, body);
      expect([status, said.code]).toEqual([403, 'ERR_PROOF_REQUIRED']);
    }
    expect((await bia.json('PUT', path, { name: 'Beatriz' })).status).toBe(200);
    const change = { name: 'Bia', email: 'b@aurora.test', currentPassword: PASSWORD };
    expect((await bia.part('PUT', '/profile', change)).status).toBe(204);
    // For that form alone.
    expect((await bia.json('PUT', path, { email: 'bb@aurora.test' })).status).toBe(403);
  });

  test('is refused to existing clients by a sentence, until they have proven it by the contract', async () => {
    await setSuper(desk.kernel, desk.cast, 'ana');
    const ana = await desk.as('ana');
    const path = `/companies/${desk.cast.companyId.boreal}`;
    desk.clock.advance(11 * MINUTE);
    const refused = await ana.json<Said>('DELETE', path);
    expect([refused.status, refused.body.code]).toEqual([403, 'ERR_PROOF_REQUIRED']);
    expect(refused.body.error).toContain('confirmação recente');
    expect((await ana.json('POST', '/auth/proof', { proof: 'not it at all' })).status).toBe(400);
    expect((await ana.json('POST', '/auth/proof', { proof: PASSWORD })).status).toBe(204);
    expect((await ana.json('DELETE', path)).status).toBe(200);
  });

  test('takes a code of the app instead of the password, once', async () => {
    const ana = await desk.as('ana');
    const { secret } = await switchOn(desk, ana);
    desk.clock.advance(11 * MINUTE);
    const proof = codeNow(desk, secret);
    expect((await ana.json('POST', '/auth/proof', { proof })).status).toBe(204);
    expect((await ana.json('POST', '/auth/proof', { proof })).status).toBe(400);
  });

  test('counts for the session in which it was shown, and tries end', async () => {
    const ana = await desk.as('ana');
    const rui = await desk.as('rui');
    desk.clock.advance(11 * MINUTE);
    await rui.json('POST', '/auth/proof', { proof: PASSWORD });
    expect(
      (await ana.part('POST', '/messages-api/tokens', { name: 'Loja', scopes: 'read:tags', lifetime: '30' }))
        .status,
    ).toBe(422);
    const wrong = await Promise.all(
      Array.from({ length: 11 }, () => ana.json('POST', '/auth/proof', { proof: 'not it at all' })),
    );
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(1);
    const rows = await (await desk.systemScope()).db.select().from(auditEntries);
    const told = rows.map(({ action, personName }) => `${personName} ${action}`);
    expect(told.filter((one) => one === 'Rui session.proven')).toHaveLength(1);
    expect(told.filter((one) => one === 'Ana session.proofFailed')).toHaveLength(10);
    expect(told).not.toContain('Ana session.proven');
  });

  /** Ana's proof has just gone stale. */
  async function prepare(begin: () => Act | Promise<Act>) {
    await setSuper(desk.kernel, desk.cast, 'ana');
    const [call, fields = {}] = await begin();
    const ana = await desk.as('ana');
    desk.clock.advance(10 * MINUTE);
    const [method, path = ''] = call.split(' ');
    const act = () =>
      ana.raw(path, {
        method,
        body: new URLSearchParams(fields),
        headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Source': 'form#the-form' },
      });
    return { ana, act };
  }

  test('a source that is no name is refused', async () => {
    const bad = await (await desk.as('ana')).part('POST', '/profile/proof', {
      proof: PASSWORD,
      source: 'a"b c',
    });
    expect(bad.status).toBe(422);
  });
});
