import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { authenticators, recoveryCodes } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { dump } from '@test/support/fixtures.ts';
import { mailboxOf } from '@test/support/mailbox.ts';
import { emailOf, PASSWORD, type PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { sign } from '@/core/security/secrets.ts';
import { codeNow, codesIn, switchOn } from './factors.test-support.ts';

const STEP = 30_000;
let testApp: TestApp;
const apps: TestApp[] = [];
beforeEach(async () => {
  testApp = await createTestApp();
  apps.push(testApp);
});
afterAll(() => Promise.all(apps.map((one) => one.stop())));

const logIn = async (name: PersonName, more: Record<string, string> = {}) =>
  (await testApp.as()).json<{ error?: string; code?: string; token?: string }>('POST', '/auth/login', {
    email: emailOf(name),
    password: PASSWORD,
    ...more,
  });

describe('authenticator', () => {
  test('is enabled by a first code, its secret encrypted for its owner', async () => {
    const bia = await testApp.as('bia');
    const { secret, codes, encrypted } = await switchOn(testApp, bia);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const platform = await dump(testApp, 'platform');
    for (const hidden of [
      secret,
      Buffer.from(secret).toString('base64'),
      ...codes,
      codes[0]?.replace('-', '') ?? '',
    ])
      expect(platform).not.toContain(hidden);
    expect((await bia.page('/profile/security')).text).toContain('Restam 10 códigos');
    const again = await bia.part('GET', '/profile/authenticator');
    expect([again.status, again.text]).toEqual([409, 'ERR_FACTOR_EXISTS']);
    const caio = await testApp.as('caio');
    const stolen = await caio.part('POST', '/profile/authenticator', {
      sealed: encrypted,
      code: codeNow(testApp, secret),
    });
    expect(stolen.status).toBe(422);
    const own = await caio.part('POST', '/profile/authenticator', {
      sealed: secret,
      code: codeNow(testApp, secret),
    });
    expect(own.status).toBe(422);
  });

  test('shows the same secret after a wrong first code', async () => {
    const bia = await testApp.as('bia');
    const offered = await bia.part('GET', '/profile/authenticator');
    const encrypted = /name="sealed" value="([^"]+)"/.exec(offered.text)?.[1] ?? '';
    const secret = /<output[^>]*>([A-Z2-7 ]+)<\/output>/.exec(offered.text)?.[1] ?? 'none';
    const wrong = await bia.part('POST', '/profile/authenticator', { sealed: encrypted, code: '000000' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain(secret);
    expect(wrong.text).toContain('Código incorreto');
  });

  test('is removed only with a valid code, together with the recovery codes', async () => {
    const bia = await testApp.as('bia');
    const { secret } = await switchOn(testApp, bia);
    const off = (code: string) => bia.part('POST', '/profile/authenticator/remove', { code });
    expect((await off('000000')).status).toBe(422);
    expect((await off(codeNow(testApp, secret))).status).toBe(422);
    testApp.clock.advance(STEP);
    expect((await off(codeNow(testApp, secret))).status).toBe(204);
    expect((await logIn('bia')).status).toBe(200);
    expect(await dump(testApp, 'platform')).toMatch(/recovery_codes: \n/);
  });

  test('allows ten wrong codes, then returns 429 and audits it', async () => {
    const bia = await testApp.as('bia');
    await switchOn(testApp, bia);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1)
      statuses.push((await bia.part('POST', '/profile/recovery-codes', { code: `00000${n % 10}` })).status);
    expect(statuses.slice(0, 9)).toEqual(Array(9).fill(422));
    expect(statuses.at(-1)).toBe(429);
    await testApp.settle();
    expect((await (await testApp.as('ana')).page('/audit')).text).toContain(
      'Tentou entrar com o código errado',
    );
  });

  test('is deleted with the user', async () => {
    await switchOn(testApp, await testApp.as('bia'));
    const ana = await testApp.as('ana');
    expect((await ana.part('DELETE', `/users/${testApp.people.userId.bia}`)).status).toBe(204);
    await testApp.settle();
    expect(await testApp.kernel.platform.db.select().from(authenticators)).toEqual([]);
  });
});

describe('administrator', () => {
  test('removes a user’s second factor after reauthentication and the user is notified', async () => {
    const mailbox = mailboxOf(testApp);
    const bia = await testApp.as('bia');
    await switchOn(testApp, bia);
    const ana = await testApp.as('ana');
    const path = `/users/${testApp.people.userId.bia}/factors`;
    for (const name of ['rui', 'davi'] as const)
      expect([403, 404]).toContain((await (await testApp.as(name)).part('DELETE', path)).status);
    testApp.clock.advance(11 * 60_000);
    expect((await ana.part('DELETE', path)).text).toContain('proof-dialog');
    expect((await logIn('bia')).status).toBe(401);
    await ana.json('POST', '/auth/proof', { proof: PASSWORD });
    expect((await ana.part('DELETE', path)).status).toBe(204);
    expect((await bia.page('/tickets')).status).toBe(303);
    const [letter] = await mailbox.read();
    expect(letter).toMatchObject({ to: emailOf('bia'), subject: 'Seu segundo fator foi removido' });
    expect(letter?.text).toContain('Ana');
    expect((await ana.page('/audit')).text).toContain('Removeu o segundo fator do usuário');
    const own = await ana.part('DELETE', `/users/${testApp.people.userId.ana}/factors`);
    expect(own.status).toBe(403);
    expect((await logIn('bia')).status).toBe(200);
  });
});

describe('login over the JSON contract', () => {
  test('ignores a code without a second factor', async () => {
    expect((await logIn('bia', { code: '123456' })).status).toBe(200);
  });

  test('accepts a code once, requested only after the right password', async () => {
    const { secret, codes } = await switchOn(testApp, await testApp.as('bia'));
    const missing = await logIn('bia');
    expect([missing.status, missing.body.code]).toEqual([401, 'ERR_CODE_REQUIRED']);
    expect(missing.body.error).toContain('segundo fator');
    expect(missing.headers.getSetCookie()).toEqual([]);
    const wrong = await logIn('bia', { password: 'not it at all', code: codeNow(testApp, secret) });
    expect(wrong.body as object).toEqual({ error: 'ERR_INVALID_CREDENTIALS' });
    expect((await logIn('bia', { code: codeNow(testApp, secret) })).body.code).toBe('ERR_WRONG_CODE');
    testApp.clock.advance(STEP);
    const code = codeNow(testApp, secret);
    const both = await Promise.all([logIn('bia', { code }), logIn('bia', { code })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    testApp.clock.advance(10 * STEP);
    const old = codeNow(testApp, secret);
    testApp.clock.advance(2 * STEP);
    expect((await logIn('bia', { code: old })).status).toBe(401);
    const [first = '', second = ''] = codes;
    expect((await logIn('bia', { code: ` ${first.toUpperCase()} ` })).status).toBe(200);
    expect((await logIn('bia', { code: first })).status).toBe(401);
    expect((await logIn('bia', { code: second })).status).toBe(200);
  });

  test('invalidates old recovery codes when new ones are made', async () => {
    const bia = await testApp.as('bia');
    const { secret, codes } = await switchOn(testApp, bia);
    testApp.clock.advance(STEP);
    const made = await bia.part('POST', '/profile/recovery-codes', { code: codeNow(testApp, secret) });
    const fresh = codesIn(made.text);
    expect(fresh).toHaveLength(10);
    expect((await logIn('bia', { code: codes[0] ?? '' })).status).toBe(401);
    expect((await logIn('bia', { code: fresh[0] ?? '' })).status).toBe(200);
  });

  test('hashes recovery codes with Argon2id and accepts those of an older version', async () => {
    const { codes } = await switchOn(testApp, await testApp.as('bia'));
    const rows = await testApp.kernel.platform.db.select().from(recoveryCodes);
    expect(rows).toHaveLength(10);
    for (const { hash } of rows) expect(hash).toMatch(/^argon2id\$[\w-]{22}\$[\w-]{43}$/);
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(10);
    const [first = '', second = ''] = codes;
    const { companyId, userId } = rows[0] ?? { companyId: 0, userId: 0 };
    const older = sign(
      testApp.kernel.secrets.codes,
      `recovery-code:${companyId}:${userId}:${first.replace('-', '')}`,
    );
    await testApp.kernel.platform.write((tx) =>
      tx
        .update(recoveryCodes)
        .set({ hash: older })
        .where(eq(recoveryCodes.hash, rows[0]?.hash ?? '')),
    );
    expect((await logIn('bia', { code: first })).status).toBe(200);
    const both = await Promise.all([logIn('bia', { code: second }), logIn('bia', { code: second })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('returns 429 after ten wrong codes', async () => {
    await switchOn(testApp, await testApp.as('bia'));
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await logIn('bia', { code: '000000' })).status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('login page', () => {
  const form = async (path: string, fields: Record<string, string>, cookie = '') =>
    (await testApp.as()).raw(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Accept: 'text/html', Cookie: cookie },
    });
  const cookiesOf = (reply: Response) =>
    reply.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');

  test('asks for the code in a second step that soon expires', async () => {
    const { secret } = await switchOn(testApp, await testApp.as('bia'));
    testApp.clock.advance(STEP);
    const first = await form('/login', { email: emailOf('bia'), password: PASSWORD });
    expect([first.status, first.headers.get('Location')]).toEqual([303, '/login/code']);
    const half = cookiesOf(first);
    expect(half).toMatch(/^half=/);
    expect(first.headers.getSetCookie().join()).toMatch(/HttpOnly/);
    expect((await form('/login/code', { code: '000000' }, half)).status).toBe(401);
    const done = await form('/login/code', { code: codeNow(testApp, secret) }, half);
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/']);
    expect(cookiesOf(done)).toMatch(/sid=[^;]{20,}/);
    testApp.clock.advance(5 * 60_000);
    const late = await form('/login/code', { code: codeNow(testApp, secret) }, half);
    expect([late.status, late.headers.get('Location')]).toEqual([303, '/login']);
  });

  test('rejects a forged login cookie', async () => {
    const { secret } = await switchOn(testApp, await testApp.as('bia'));
    testApp.clock.advance(STEP);
    const half = cookiesOf(await form('/login', { email: emailOf('bia'), password: PASSWORD }));
    const [company, , until, signature] = half.replace('half=', '').split('.');
    const others = [
      `${company}.${testApp.people.userId.ana}.${until}.${signature}`,
      '',
      'x',
      '1.2.3.4',
      `a.b.c.${signature}`,
    ];
    for (const forged of others) {
      const reply = await form('/login/code', { code: codeNow(testApp, secret) }, `half=${forged}`);
      expect([forged, reply.headers.get('Location')]).toEqual([forged, '/login']);
    }
  });
});
