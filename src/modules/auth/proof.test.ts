import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { auditEntries } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { PASSWORD, setSuper } from '@test/support/people.ts';
import { AppError } from '@/kernel/errors.ts';
import { requireFreshProof } from '@/kernel/policy.ts';
import { SYSTEM } from '@/kernel/scope.ts';
import { codeNow, switchOn } from '@/modules/factors/factors.test-support.ts';

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

/** Each is begun by somebody who may do it. */
const ACTS: [name: string, call: () => Promise<[path: string, body: Record<string, string>]>][] = [
  [
    'deleting a company',
    async () => [`/settings/companies/${desk.cast.companyId.boreal}/delete`, { typedName: 'Boreal' }],
  ],
  [
    'renewing the token of a connection',
    async () => [`/connections/${await addConnection(desk, { company: 'aurora', name: 'Loja' })}/token`, {}],
  ],
  [
    'making an access token',
    async () => ['/messages-api/tokens', { name: 'Loja', scopes: 'read:tags', lifetime: '30' }],
  ],
];

describe('an act that a left screen must not do', () => {
  for (const [name, call] of ACTS) {
    test(`${name} asks who it is, and goes on`, async () => {
      await setSuper(desk.kernel, desk.cast, 'ana');
      const ana = await desk.as('ana');
      const [path, fields] = await call();
      desk.clock.advance(10 * MINUTE);
      const act = () =>
        ana.raw(path, {
          method: 'POST',
          body: new URLSearchParams(fields),
          headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Source': 'form#the-form' },
        });
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

  test('a source that is no name is refused', async () => {
    const bad = await (await desk.as('ana')).part('POST', '/profile/proof', {
      proof: PASSWORD,
      source: 'a"b c',
    });
    expect(bad.status).toBe(422);
  });
});
