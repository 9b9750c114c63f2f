import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { emailOf, PASSWORD, type PersonName } from '@test/support/people.ts';
import { isSecretSetting } from '@/modules/settings/settings.schema.ts';
import { type AuthFixture, createAuthFixture, MINUTE } from './auth-fixture.test-support.ts';

let auth: AuthFixture;

beforeAll(async () => {
  auth = await createAuthFixture();
});
afterAll(() => auth.testApp.stop());
beforeEach(() => {
  // Refills the rate limits that earlier tests used up.
  auth.testApp.clock.advance(10 * MINUTE);
});

describe('POST /auth/login', () => {
  test('returns a token, the user and a refresh cookie', async () => {
    const reply = await auth.signIn('bia');
    expect(reply.status).toBe(200);
    expect(reply.body.user).toMatchObject({
      name: 'Bia',
      email: 'bia@aurora.test',
      profile: 'user',
      super: false,
      allTicket: 'desabled',
      companyId: auth.testApp.people.companyId.aurora,
      queues: [{ name: 'Vendas', UserQueue: { userId: auth.testApp.people.userId.bia } }],
      company: { name: 'Aurora', status: true },
    } as object);
    const cookie = reply.headers.getSetCookie().find((one) => one.startsWith('jrt='));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(JSON.stringify(reply.body)).not.toMatch(/argon2|passwordHash|password_hash/);
    expect((await auth.call('GET', '/auth/me', { bearer: reply.body.token })).body).toEqual({
      id: auth.testApp.people.userId.bia,
      profile: 'user',
      super: false,
    } as never);
  });

  test('never returns secret settings', async () => {
    const keys = async (name: PersonName) =>
      (await auth.signIn(name)).body.user.company.settings.map((one) => one.key);
    for (const name of ['bia', 'rui', 'ana'] as const)
      expect((await keys(name)).filter(isSecretSetting)).toEqual([]);
    expect(await keys('ana')).toContain('campaignsEnabled');
  });

  test('ignores case and spaces of the e-mail', async () => {
    const reply = await auth.call('POST', '/auth/login', {
      body: { email: ' BIA@Aurora.TEST ', password: PASSWORD },
    });
    expect(reply.status).toBe(200);
  });

  test('responds the same to a wrong password and an unknown e-mail', async () => {
    const wrong = await auth.signIn('bia', 'not it at all');
    const unknown = await auth.call('POST', '/auth/login', {
      body: { email: 'x@y.test', password: PASSWORD },
    });
    expect([wrong.status, wrong.body]).toEqual([401, { error: 'ERR_INVALID_CREDENTIALS' } as never]);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test('rejects malformed input', async () => {
    for (const body of [
      {},
      { email: 'a' },
      { email: [], password: {} },
      { email: 'a@b.c', password: 'x'.repeat(129) },
      null,
      'x',
    ])
      expect((await auth.call('POST', '/auth/login', { body })).status).toBe(400);
  });

  test('is refused for an expired company, with the date, and a disabled one', async () => {
    await auth.setCompany('boreal', { dueDate: new Date(auth.testApp.clock.now.getTime() - 1) });
    const expired = await auth.signIn('davi');
    await auth.setCompany('boreal', { dueDate: null, status: false });
    const disabled = await auth.signIn('davi');
    await auth.setCompany('boreal', { status: true });
    expect([expired.status, expired.body]).toEqual([
      401,
      {
        error: 'A assinatura da sua empresa venceu em 10/03/2026.',
        code: 'ERR_SUBSCRIPTION_EXPIRED',
        date: '10/03/2026',
      } as never,
    ]);
    expect([disabled.status, disabled.body]).toMatchObject([401, { code: 'ERR_COMPANY_DISABLED' }]);
    expect((await auth.signIn('davi')).status).toBe(200);
  });

  test('does not reveal a disabled company without the right password', async () => {
    await auth.setCompany('boreal', { status: false });
    const reply = await auth.signIn('davi', 'wrong');
    await auth.setCompany('boreal', { status: true });
    expect(reply.body.error).toBe('ERR_INVALID_CREDENTIALS');
  });

  test('by form returns the page with the e-mail and an error', async () => {
    const browser = await auth.testApp.as();
    const good = await browser.part('POST', '/login', { email: emailOf('bia'), password: PASSWORD });
    expect(good.status).toBe(303);
    expect(good.headers.getSetCookie().join()).toMatch(/sid=[^;]+;.*HttpOnly/i);
    const bad = await browser.part('POST', '/login', { email: emailOf('bia'), password: 'wrong' });
    expect(bad.status).toBe(401);
    expect(bad.text).toContain('bia@aurora.test');
    expect(bad.text).not.toContain('value="wrong"');
    const script = await browser.part('POST', '/login', {
      email: '"><script>alert(1)</script>',
      password: 'wrong',
    });
    expect(script.text).not.toContain('<script>alert');
    expect((await browser.part('POST', '/login', { email: '', password: '' })).status).toBe(422);
  });
});

describe('password guessing', () => {
  const HERE = '203.0.113.7';
  const AWAY = '198.51.100.9';

  test('is limited per account and address, also for the right password', async () => {
    const tries = [];
    for (let n = 0; n < 11; n += 1) tries.push((await auth.signIn('caio', `guess number ${n}`, HERE)).status);
    expect(tries).toEqual([...Array(10).fill(401), 429]);
    const right = await auth.signIn('caio', PASSWORD, HERE);
    expect([right.status, right.body.error]).toEqual([429, 'ERR_RATE_LIMITED']);
    expect((right.body as { seconds?: number }).seconds).toBeGreaterThan(0);
    expect((await auth.signIn('bia', PASSWORD, HERE)).status).toBe(200);
    expect((await auth.signIn('caio', PASSWORD, AWAY)).status).toBe(200);
    auth.testApp.clock.advance(5 * MINUTE);
    expect((await auth.signIn('caio', PASSWORD, HERE)).status).toBe(200);
  });

  const guess = async (email: string, from: string) =>
    (await auth.call('POST', '/auth/login', { body: { email, password: 'guess' }, from })).status;

  test('is limited for unknown e-mails alike', async () => {
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push(await guess('nobody@x.test', HERE));
    expect(statuses.at(-1)).toBe(429);
  });

  test('is limited by address, with an IPv6 /64 counting as one', async () => {
    for (const address of [() => AWAY, (n: number) => `2001:db8:1:2::${n + 1}`]) {
      const statuses = [];
      for (let n = 0; n < 31; n += 1) statuses.push(await guess(`n${n}@x.test`, address(n)));
      expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401));
      expect(statuses[30]).toBe(429);
    }
  });
});
