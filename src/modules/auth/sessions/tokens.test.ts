import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { sign } from 'hono/jwt';
import { type AuthFixture, cookieOf, createAuthFixture, MINUTE } from '../auth-fixture.test-support.ts';

let auth: AuthFixture;

beforeAll(async () => {
  auth = await createAuthFixture();
});
afterAll(() => auth.testApp.stop());
beforeEach(() => {
  // Refills the rate limits that earlier tests used up.
  auth.testApp.clock.advance(10 * MINUTE);
});

function signedAs(header: object, claims: unknown): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', auth.testApp.kernel.secrets.jwt).update(text).digest('base64url')}`;
}

describe('access tokens', () => {
  test('expire after fifteen minutes with a 403 that triggers a refresh', async () => {
    const { token } = (await auth.signIn('bia')).body;
    auth.testApp.clock.advance(15 * MINUTE - 1_000);
    expect((await auth.call('GET', '/tickets', { bearer: token })).status).toBe(200);
    auth.testApp.clock.advance(1_000);
    const reply = await auth.call('GET', '/tickets', { bearer: token });
    expect([reply.status, reply.body.error]).toEqual([
      403,
      "Invalid token. We'll try to assign a new one on next request",
    ]);
  });

  test('return 403 when forged and 401 when missing or of an ended session', async () => {
    const { token } = (await auth.signIn('bia')).body;
    const [head = '', body = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = [
      'x',
      `${head}.${body}.`,
      `${head}.${encode({ ...claims, profile: 'admin', id: auth.testApp.people.userId.ana })}.${signature}`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${head}.${body}.${signature}.`,
      `${head}.${body}.${signature.slice(0, -2)}`,
      `${body}.${head}.${signature}`,
      await sign(claims, 'another secret', 'HS256'),
      await sign(claims, auth.testApp.kernel.secrets.jwt, 'HS512'),
      await sign(claims, auth.testApp.kernel.secrets.jwt, 'HS384'),
      signedAs({ alg: 'HS512', typ: 'JWT' }, claims),
      signedAs({ alg: 'none' }, claims),
      signedAs({ typ: 'JWT' }, claims),
      signedAs({ alg: 'HS256' }, 'no object'),
      await sign({ ...claims, exp: undefined }, auth.testApp.kernel.secrets.jwt, 'HS256'),
      await sign({ ...claims, sid: 5 }, auth.testApp.kernel.secrets.jwt, 'HS256'),
    ];
    for (const bearer of forged)
      expect([bearer, (await auth.call('GET', '/tickets', { bearer })).status]).toEqual([bearer, 403]);
    for (const Authorization of ['Bearer', 'Bearer ', 'bearer undefined', 'Bearer a b'])
      expect((await auth.call('GET', '/tickets', { headers: { Authorization } })).status).toBe(403);
    await auth.call('DELETE', '/auth/logout', { bearer: token });
    const ended = await auth.call('GET', '/tickets', { bearer: token });
    expect([ended.status, ended.body.error]).toEqual([401, 'ERR_SESSION_EXPIRED']);
    expect((await auth.call('GET', '/tickets')).status).toBe(401);
  });

  test('grant no permissions by claims, which are loaded anew', async () => {
    const { token } = (await auth.signIn('bia')).body;
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const bearer = await sign(
      { ...claims, profile: 'admin', companyId: 2, id: 1 },
      auth.testApp.kernel.secrets.jwt,
      'HS256',
    );
    expect((await auth.call('GET', '/auth/me', { bearer })).body).toMatchObject({
      id: auth.testApp.people.userId.bia,
      profile: 'user',
    } as object);
  });

  test('are refreshed only by the refresh cookie', async () => {
    const login = await auth.signIn('bia');
    const jrt = cookieOf(login, 'jrt') ?? '';
    auth.testApp.clock.advance(20 * MINUTE);
    const reply = await auth.call('POST', '/auth/refresh_token', { cookie: jrt });
    expect(reply.status).toBe(200);
    expect(reply.body.user).toMatchObject({ name: 'Bia', company: { name: 'Aurora' } } as object);
    expect((await auth.call('GET', '/tickets', { bearer: reply.body.token })).status).toBe(200);
    const [session, turn] = jrt.slice(4).split('.');
    for (const cookie of [
      undefined,
      'jrt=x',
      `sid=${jrt.slice(4)}`,
      `jrt=${session}.${turn}.x`,
      `jrt=${session}.7.x`,
    ]) {
      const refused = await auth.call('POST', '/auth/refresh_token', { cookie });
      expect([refused.status, refused.body.error]).toEqual([401, 'ERR_SESSION_EXPIRED']);
    }
  });

  test('are not refreshed for a disabled company', async () => {
    const jrt = cookieOf(await auth.signIn('davi'), 'jrt') ?? '';
    await auth.setCompany('boreal', { status: false });
    const reply = await auth.call('POST', '/auth/refresh_token', { cookie: jrt });
    await auth.setCompany('boreal', { status: true });
    expect([reply.status, reply.body]).toEqual([
      401,
      { error: 'ERR_SESSION_EXPIRED', reason: 'ERR_COMPANY_DISABLED' } as never,
    ]);
    expect(reply.headers.getSetCookie().join()).toMatch(/jrt=;/);
  });
});

describe('refresh token', () => {
  const refresh = async (cookie: string | undefined) => {
    const reply = await auth.call('POST', '/auth/refresh_token', { cookie });
    return { status: reply.status, token: reply.body.token, jrt: cookieOf(reply, 'jrt') ?? '' };
  };
  const signedIn = async () => {
    const login = await auth.signIn('bia');
    return { token: login.body.token, jrt: cookieOf(login, 'jrt') ?? '' };
  };
  const works = async (bearer: string) => (await auth.call('GET', '/tickets', { bearer })).status === 200;

  test('changes with every refresh', async () => {
    const seen = [(await signedIn()).jrt];
    for (let n = 0; n < 5; n += 1) {
      auth.testApp.clock.advance(MINUTE);
      const next = await refresh(seen.at(-1));
      expect(next.status).toBe(200);
      seen.push(next.jrt);
    }
    expect(new Set(seen).size).toBe(6);
  });

  test('that is reused ends the session for every holder', async () => {
    const { jrt: stolen } = await signedIn();
    const thief = await refresh(stolen);
    auth.testApp.clock.advance(MINUTE);
    const next = await refresh(thief.jrt);
    auth.testApp.clock.advance(MINUTE);
    expect(await works(next.token)).toBe(true);
    expect(await refresh(stolen)).toMatchObject({ status: 401, jrt: expect.stringMatching(/^jrt=$/) });
    expect(await works(next.token)).toBe(false);
    expect((await refresh(next.jrt)).status).toBe(401);
  });

  test('that is the previous one also ends it, except within thirty seconds', async () => {
    const { jrt } = await signedIn();
    const [one, two] = await Promise.all([refresh(jrt), refresh(jrt)]);
    expect([one?.status, two?.status]).toEqual([200, 200]);
    expect(two?.jrt).toBe(one?.jrt ?? '');
    auth.testApp.clock.advance(30_000);
    expect((await refresh(jrt)).jrt).toBe(one?.jrt ?? '');
    auth.testApp.clock.advance(1);
    expect((await refresh(jrt)).status).toBe(401);
    expect((await refresh(one?.jrt)).status).toBe(401);
    expect(await works(one?.token ?? '')).toBe(false);
  });

  test('from an older session of the user does not end the new one', async () => {
    const { jrt: old } = await signedIn();
    const { token, jrt } = await signedIn();
    expect((await refresh(old)).status).toBe(401);
    expect(await works(token)).toBe(true);
    expect((await refresh(jrt)).status).toBe(200);
  });

  test('is never stored completely', async () => {
    const { jrt } = await signedIn();
    const rows = JSON.stringify(await auth.testApp.kernel.platform.db.query.sessions.findMany());
    const [, , signature = '?'] = jrt.slice(4).split('.');
    expect(rows).not.toContain(signature);
  });

  test('and session cookie are not interchangeable', async () => {
    const { jrt } = await signedIn();
    const { status } = await auth.call('GET', '/tickets', { cookie: `sid=${jrt.slice(4)}` });
    expect(status).toBe(401);
    const page = await auth.testApp.as('bia');
    expect((await refresh(`jrt=${page.cookie}`)).status).toBe(401);
    expect((await page.json('GET', '/tickets')).status).toBe(200);
  });
});
