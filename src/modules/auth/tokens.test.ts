import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { sign } from 'hono/jwt';
import { type AuthDesk, cookieOf, createAuthDesk, MINUTE } from './auth-desk.test-support.ts';

let auth: AuthDesk;

beforeAll(async () => {
  auth = await createAuthDesk();
});
afterAll(() => auth.desk.stop());
beforeEach(() => {
  // Buckets of earlier tests fill up again.
  auth.desk.clock.advance(10 * MINUTE);
});

describe('tokens', () => {
  test('live fifteen minutes, and tell the client to refresh then', async () => {
    const { token } = (await auth.signIn('bia')).body;
    auth.desk.clock.advance(15 * MINUTE - 1_000);
    expect((await auth.call('GET', '/tickets', { bearer: token })).status).toBe(200);
    auth.desk.clock.advance(1_000);
    const reply = await auth.call('GET', '/tickets', { bearer: token });
    expect([reply.status, reply.body.error]).toEqual([
      403,
      "Invalid token. We'll try to assign a new one on next request",
    ]);
  });

  test('forged in any way are 403; of a session that ended, 401; none at all, 401', async () => {
    const { token } = (await auth.signIn('bia')).body;
    const [head = '', body = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = [
      'x',
      `${head}.${body}.`,
      `${head}.${encode({ ...claims, profile: 'admin', id: auth.desk.cast.userId.ana })}.${signature}`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      await sign(claims, 'another secret', 'HS256'),
      await sign({ ...claims, exp: undefined }, auth.desk.kernel.secrets.jwt, 'HS256'),
      await sign({ ...claims, sid: 5 }, auth.desk.kernel.secrets.jwt, 'HS256'),
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

  test('claims are no rights: those are read anew', async () => {
    const { token } = (await auth.signIn('bia')).body;
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const bearer = await sign(
      { ...claims, profile: 'admin', companyId: 2, id: 1 },
      auth.desk.kernel.secrets.jwt,
      'HS256',
    );
    expect((await auth.call('GET', '/auth/me', { bearer })).body).toMatchObject({
      id: auth.desk.cast.userId.bia,
      profile: 'user',
    } as object);
  });

  test('are refreshed by cookie, and by nothing else', async () => {
    const login = await auth.signIn('bia');
    const jrt = cookieOf(login, 'jrt') ?? '';
    auth.desk.clock.advance(20 * MINUTE);
    const reply = await auth.call('POST', '/auth/refresh_token', { cookie: jrt });
    expect(reply.status).toBe(200);
    expect(reply.body.user).toMatchObject({ name: 'Bia', company: { name: 'Aurora' } } as object);
    expect((await auth.call('GET', '/tickets', { bearer: reply.body.token })).status).toBe(200);
    for (const cookie of [undefined, 'jrt=x', `sid=${jrt.slice(4)}`]) {
      const refused = await auth.call('POST', '/auth/refresh_token', { cookie });
      expect([refused.status, refused.body.error]).toEqual([401, 'ERR_SESSION_EXPIRED']);
    }
  });

  test('are not refreshed for a company that may not work', async () => {
    const jrt = cookieOf(await auth.signIn('davi'), 'jrt') ?? '';
    await auth.setCompany('boreal', { status: false });
    const reply = await auth.call('POST', '/auth/refresh_token', { cookie: jrt });
    await auth.setCompany('boreal', { status: true });
    // A 403 here would make existing clients refresh the refresh for ever.
    expect([reply.status, reply.body]).toEqual([
      401,
      { error: 'ERR_SESSION_EXPIRED', reason: 'ERR_COMPANY_DISABLED' } as never,
    ]);
    expect(reply.headers.getSetCookie().join()).toMatch(/jrt=;/);
  });
});
