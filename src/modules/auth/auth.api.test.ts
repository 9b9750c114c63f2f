import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { companies, sessions } from '@db/platform/schema/index.ts';
import { userQueues, users } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { emailOf, PASSWORD, PEOPLE, type PersonName } from '@test/support/people.ts';
import { and, eq } from 'drizzle-orm';
import { sign } from 'hono/jwt';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { forgetExpiredSessions } from './sessions.service.ts';

const ORIGIN = 'http://desk.test';
const MINUTE = 60_000;

let desk: TestDesk;

beforeAll(async () => {
  desk = await createTestDesk();
});
afterAll(() => desk.stop());
beforeEach(() => {
  // Buckets of earlier tests fill up again.
  desk.clock.advance(10 * MINUTE);
});

type Login = {
  token: string;
  user: { id: number; company: { settings: { key: string }[]; dueDate: string | null } };
  error?: string;
  date?: string;
};

/** A client of the JSON contract: no cookie jar, its own headers. */
async function call(
  method: string,
  path: string,
  given: { body?: unknown; bearer?: string; cookie?: string; headers?: Record<string, string> } = {},
) {
  const headers: Record<string, string> = { Host: 'desk.test', Accept: 'application/json', ...given.headers };
  if (given.body !== undefined) headers['Content-Type'] = 'application/json';
  if (given.bearer) headers.Authorization = `Bearer ${given.bearer}`;
  if (given.cookie) headers.Cookie = given.cookie;
  if (given.cookie && !('Origin' in headers)) headers.Origin = ORIGIN;
  const body = given.body === undefined ? undefined : JSON.stringify(given.body);
  const response = await desk.app.fetch(new Request(`${ORIGIN}${path}`, { method, headers, body }));
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text.startsWith('{') ? JSON.parse(text) : text) as Login,
  };
}

const signIn = (name: PersonName, password = PASSWORD) =>
  call('POST', '/auth/login', { body: { email: emailOf(name), password } });
const cookieOf = (reply: { headers: Headers }, name: string) =>
  new RegExp(`${name}=([^;]*)`).exec(reply.headers.getSetCookie().join('\n'))?.[0];
const setCompany = (name: 'aurora' | 'boreal', change: { status?: boolean; dueDate?: Date | null }) =>
  desk.kernel.platform.write((tx) =>
    tx
      .update(companies)
      .set(change)
      .where(eq(companies.id, desk.cast.companyId[name]))
      .then(() => undefined),
  );

describe('signing in', () => {
  test('gives a token, the person, and a cookie for the refresh', async () => {
    const reply = await signIn('bia');
    expect(reply.status).toBe(200);
    expect(reply.body.user).toMatchObject({
      name: 'Bia',
      email: 'bia@aurora.test',
      profile: 'user',
      super: false,
      allTicket: 'desabled',
      companyId: desk.cast.companyId.aurora,
      queues: [{ name: 'Vendas', UserQueue: { userId: desk.cast.userId.bia } }],
      company: { name: 'Aurora', status: true },
    } as object);
    const cookie = reply.headers.getSetCookie().find((one) => one.startsWith('jrt='));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(JSON.stringify(reply.body)).not.toMatch(/argon2|passwordHash|password_hash/);
    expect((await call('GET', '/auth/me', { bearer: reply.body.token })).body).toEqual({
      id: desk.cast.userId.bia,
      profile: 'user',
      super: false,
    } as never);
  });

  test('tells agents no other system’s credentials, administrators all', async () => {
    const keys = async (name: PersonName) =>
      (await signIn(name)).body.user.company.settings.map((one) => one.key);
    expect(await keys('bia')).not.toContain('asaas');
    expect(await keys('rui')).not.toContain('tokenixc');
    expect(await keys('ana')).toContain('asaas');
  });

  test('whatever the case of the e-mail', async () => {
    const reply = await call('POST', '/auth/login', {
      body: { email: ' BIA@Aurora.TEST ', password: PASSWORD },
    });
    expect(reply.status).toBe(200);
  });

  test('a wrong password and an unknown e-mail get the same answer', async () => {
    const wrong = await signIn('bia', 'not it at all');
    const unknown = await call('POST', '/auth/login', { body: { email: 'x@y.test', password: PASSWORD } });
    expect([wrong.status, wrong.body]).toEqual([401, { error: 'ERR_INVALID_CREDENTIALS' } as never]);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  test('nonsense is refused', async () => {
    for (const body of [
      {},
      { email: 'a' },
      { email: [], password: {} },
      { email: 'a@b.c', password: 'x'.repeat(129) },
      null,
      'x',
    ])
      expect((await call('POST', '/auth/login', { body })).status).toBe(400);
  });

  test('is refused for a company whose time is over, with the date, and for one that is off', async () => {
    await setCompany('boreal', { dueDate: new Date(desk.clock.now.getTime() - 1) });
    const expired = await signIn('davi');
    await setCompany('boreal', { dueDate: null, status: false });
    const disabled = await signIn('davi');
    await setCompany('boreal', { status: true });
    expect([expired.status, expired.body]).toEqual([
      403,
      { error: 'ERR_SUBSCRIPTION_EXPIRED', date: '10/03/2026' } as never,
    ]);
    expect([disabled.status, disabled.body]).toEqual([403, { error: 'ERR_COMPANY_DISABLED' } as never]);
    expect((await signIn('davi')).status).toBe(200);
  });

  test('a stranger does not learn that a company is off', async () => {
    await setCompany('boreal', { status: false });
    const reply = await signIn('davi', 'wrong');
    await setCompany('boreal', { status: true });
    expect(reply.body.error).toBe('ERR_INVALID_CREDENTIALS');
  });

  test('by form, the page comes back with its e-mail and a sentence', async () => {
    const browser = await desk.as();
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

describe('guessing', () => {
  test('is slowed by account, also with the right password; others are not touched', async () => {
    const tries = [];
    for (let n = 0; n < 11; n += 1) tries.push((await signIn('caio', `guess number ${n}`)).status);
    expect(tries).toEqual([...Array(10).fill(401), 429]);
    const right = await signIn('caio');
    expect([right.status, right.body.error]).toEqual([429, 'ERR_RATE_LIMITED']);
    expect((right.body as { seconds?: number }).seconds).toBeGreaterThan(0);
    expect((await signIn('bia')).status).toBe(200);
    desk.clock.advance(5 * MINUTE);
    expect((await signIn('caio')).status).toBe(200);
  });

  test('is slowed for e-mails nobody has just the same', async () => {
    const replies = [];
    for (let n = 0; n < 11; n += 1)
      replies.push(
        (await call('POST', '/auth/login', { body: { email: 'nobody@x.test', password: `guess ${n}` } }))
          .status,
      );
    expect(replies.at(-1)).toBe(429);
  });

  test('is slowed by address', async () => {
    const statuses = [];
    for (let n = 0; n < 31; n += 1)
      statuses.push(
        (await call('POST', '/auth/login', { body: { email: `n${n}@x.test`, password: 'guess' } })).status,
      );
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401));
    expect(statuses[30]).toBe(429);
  }, 20_000);
});

describe('tokens', () => {
  test('live fifteen minutes, and tell the client to refresh then', async () => {
    const { token } = (await signIn('bia')).body;
    desk.clock.advance(15 * MINUTE - 1_000);
    expect((await call('GET', '/tickets', { bearer: token })).status).toBe(200);
    desk.clock.advance(1_000);
    const reply = await call('GET', '/tickets', { bearer: token });
    expect([reply.status, reply.body.error]).toEqual([
      403,
      "Invalid token. We'll try to assign a new one on next request",
    ]);
  });

  test('forged in any way are 403; of a session that ended, 401; none at all, 401', async () => {
    const { token } = (await signIn('bia')).body;
    const [head = '', body = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = [
      'x',
      `${head}.${body}.`,
      `${head}.${encode({ ...claims, profile: 'admin', id: desk.cast.userId.ana })}.${signature}`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      await sign(claims, 'another secret', 'HS256'),
      await sign({ ...claims, exp: undefined }, desk.kernel.secrets.jwt, 'HS256'),
      await sign({ ...claims, sid: 5 }, desk.kernel.secrets.jwt, 'HS256'),
    ];
    for (const bearer of forged)
      expect([bearer, (await call('GET', '/tickets', { bearer })).status]).toEqual([bearer, 403]);
    await call('DELETE', '/auth/logout', { bearer: token });
    const ended = await call('GET', '/tickets', { bearer: token });
    expect([ended.status, ended.body.error]).toEqual([401, 'ERR_SESSION_EXPIRED']);
    expect((await call('GET', '/tickets')).status).toBe(401);
  });

  test('claims are no rights: those are read anew', async () => {
    const { token } = (await signIn('bia')).body;
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const bearer = await sign(
      { ...claims, profile: 'admin', companyId: 2, id: 1 },
      desk.kernel.secrets.jwt,
      'HS256',
    );
    expect((await call('GET', '/auth/me', { bearer })).body).toMatchObject({
      id: desk.cast.userId.bia,
      profile: 'user',
    } as object);
  });

  test('are refreshed by cookie, and by nothing else', async () => {
    const login = await signIn('bia');
    const jrt = cookieOf(login, 'jrt') ?? '';
    desk.clock.advance(20 * MINUTE);
    const reply = await call('POST', '/auth/refresh_token', { cookie: jrt });
    expect(reply.status).toBe(200);
    expect(reply.body.user).toMatchObject({ name: 'Bia', company: { name: 'Aurora' } } as object);
    expect((await call('GET', '/tickets', { bearer: reply.body.token })).status).toBe(200);
    for (const cookie of [undefined, 'jrt=x', `sid=${jrt.slice(4)}`]) {
      const refused = await call('POST', '/auth/refresh_token', { cookie });
      expect([refused.status, refused.body.error]).toEqual([401, 'ERR_SESSION_EXPIRED']);
    }
  });

  test('are not refreshed for a company that may not work', async () => {
    const jrt = cookieOf(await signIn('davi'), 'jrt') ?? '';
    await setCompany('boreal', { status: false });
    const reply = await call('POST', '/auth/refresh_token', { cookie: jrt });
    await setCompany('boreal', { status: true });
    expect(reply.body.error).toBe('ERR_COMPANY_DISABLED');
  });
});

describe('sessions', () => {
  test('a second one ends the first, whose sockets are told so first', async () => {
    const first = await desk.as('bia');
    const closed: string[] = [];
    const actor = await loadActor(desk.kernel, desk.cast.companyId.aurora, desk.cast.userId.bia, 'first');
    if (!actor) throw new Error('no actor');
    const socket = { actor, deliver: () => undefined, close: (reason: string) => void closed.push(reason) };
    desk.kernel.hub.add(socket);
    const davi: string[] = [];
    const other = await loadActor(desk.kernel, desk.cast.companyId.boreal, desk.cast.userId.davi, 'x');
    if (!other) throw new Error('no actor');
    desk.kernel.hub.add({
      actor: other,
      deliver: () => undefined,
      close: (reason) => void davi.push(reason),
    });
    const second = await desk.as('bia');
    expect(closed).toEqual(['kicked']);
    expect(davi).toEqual([]);
    expect((await first.json('GET', '/auth/me')).status).toBe(401);
    expect((await second.json('GET', '/auth/me')).status).toBe(200);
    desk.kernel.hub.remove(socket);
  });

  test('people of two companies with one id do not end each other’s', async () => {
    expect(desk.cast.userId.ana).toBe(desk.cast.userId.davi);
    const ana = await desk.as('ana');
    await desk.as('davi');
    expect((await ana.json('GET', '/auth/me')).status).toBe(200);
  });

  test('end seven days after their last use, and are swept away', async () => {
    const bia = await desk.as('bia');
    for (let day = 0; day < 10; day += 1) {
      desk.clock.advance(24 * 60 * MINUTE);
      expect((await bia.json('GET', '/auth/me')).status).toBe(200);
    }
    desk.clock.advance(7 * 24 * 60 * MINUTE + 1);
    expect((await bia.json('GET', '/auth/me')).status).toBe(401);
    await forgetExpiredSessions(desk.kernel);
    const left = await desk.kernel.platform.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, desk.cast.userId.bia));
    expect(left).toEqual([]);
  });

  test('their secret is stored nowhere', async () => {
    const bia = await desk.as('bia');
    const rows = await desk.kernel.platform.db.select().from(sessions);
    expect(JSON.stringify(rows)).not.toContain(bia.cookie ?? '');
  });

  test('end with leaving, for cookie and token alike', async () => {
    const login = await signIn('bia');
    const jrt = cookieOf(login, 'jrt') ?? '';
    const reply = await call('DELETE', '/auth/logout', { bearer: login.body.token, cookie: jrt });
    expect(reply.status).toBe(200);
    expect((await call('POST', '/auth/refresh_token', { cookie: jrt })).status).toBe(401);
  });

  test('a company that is switched off in the middle refuses every call but leaving', async () => {
    const davi = await desk.as('davi');
    await setCompany('boreal', { status: false });
    const paths = [
      '/tickets',
      '/tickets/1',
      '/messages/1',
      '/contacts',
      '/settings',
      '/tags',
      '/whatsapp',
      '/tickets/counts',
      '/companies/listPlan/2',
    ];
    const replies = await Promise.all(
      paths.map(async (path) => [path, (await davi.json('GET', path)).status]),
    );
    expect(replies).toEqual(paths.map((path) => [path, 403]));
    const left = await davi.json('DELETE', '/auth/logout');
    await setCompany('boreal', { status: true });
    expect(left.status).toBe(200);
  });

  test('a changed right holds at the next call, and on open sockets', async () => {
    const bia = await desk.as('bia');
    const scope = await desk.systemScope();
    const socket: { actor: NonNullable<Awaited<ReturnType<typeof loadActor>>>; heard: LiveMessage[] } = {
      actor: (await loadActor(desk.kernel, scope.companyId, desk.cast.userId.bia, 's')) as never,
      heard: [],
    };
    const live = {
      actor: socket.actor,
      deliver: (m: LiveMessage) => void socket.heard.push(m),
      close: () => undefined,
    };
    desk.kernel.hub.add(live);
    expect((await bia.json('POST', '/tags', { name: 'Quadro', kanban: 1 })).status).toBe(403);
    await scope.write(async (tx) => {
      await tx.db.update(users).set({ profile: 'supervisor' }).where(eq(users.id, desk.cast.userId.bia));
      await tx.db
        .delete(userQueues)
        .where(
          and(eq(userQueues.userId, desk.cast.userId.bia), eq(userQueues.queueId, desk.cast.queueId.Vendas)),
        );
      tx.emit('user.updated', { userId: desk.cast.userId.bia });
    });
    await desk.settle();
    expect((await bia.json('POST', '/tags', { name: 'Quadro', kanban: 1 })).status).toBe(200);
    expect(live.actor).toMatchObject({ profile: 'supervisor', queueIds: [], session: 's' });
    await scope.write(async (tx) => {
      await tx.db.delete(users).where(eq(users.id, desk.cast.userId.bia));
    });
    expect((await bia.json('GET', '/auth/me')).status).toBe(401);
    await scope.write(async (tx) => {
      const { bia: id } = desk.cast.userId;
      const { name, profile } = PEOPLE.bia;
      const [caio] = await tx.db.select().from(users).where(eq(users.id, desk.cast.userId.caio));
      await tx.db
        .insert(users)
        .values({ id, name, profile, email: emailOf('bia'), passwordHash: caio?.passwordHash ?? '' });
    });
    desk.kernel.hub.remove(live);
  });
});

describe('other sites', () => {
  const attempt = async (headers: Record<string, string>) => {
    const bia = await desk.as('bia');
    return (await call('POST', '/tags', { body: { name: 'Nova tag' }, cookie: `sid=${bia.cookie}`, headers }))
      .status;
  };

  test('cannot act with our reader’s cookie', async () => {
    expect(await attempt({ Origin: 'http://evil.test' })).toBe(403);
    expect(await attempt({ Origin: 'null' })).toBe(403);
    expect(await attempt({ Origin: 'http://desk.test.evil.test' })).toBe(403);
    expect(await attempt({ Origin: 'https://desk.test' })).toBe(403);
    expect(await attempt({ Origin: '' })).toBe(403);
  });

  test('nor without naming themselves', async () => {
    const bia = await desk.as('bia');
    const request = (headers: Record<string, string>) =>
      desk.app.fetch(
        new Request(`${ORIGIN}/tags`, {
          method: 'POST',
          headers: {
            Cookie: `sid=${bia.cookie}`,
            'Content-Type': 'application/json',
            Host: 'desk.test',
            ...headers,
          },
          body: JSON.stringify({ name: 'Nova tag 2' }),
        }),
      );
    expect((await request({})).status).toBe(403);
    expect((await request({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await request({ 'Sec-Fetch-Site': 'same-site' })).status).toBe(403);
    expect((await request({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
  });

  test('a script with a token needs no origin', async () => {
    const { token } = (await signIn('ana')).body;
    expect((await call('POST', '/tags', { body: { name: 'Do script' }, bearer: token })).status).toBe(200);
  });
});
