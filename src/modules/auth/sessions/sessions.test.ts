import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { sessions } from '@db/platform/schema/index.ts';
import { userQueues, users } from '@db/tenant/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
import { emailOf, PEOPLE } from '@test/support/people.ts';
import { and, eq } from 'drizzle-orm';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { createSchedule } from '@/schedule.ts';
import {
  type AuthFixture,
  cookieOf,
  createAuthFixture,
  MINUTE,
  ORIGIN,
} from '../auth-fixture.test-support.ts';

let auth: AuthFixture;

beforeAll(async () => {
  auth = await createAuthFixture();
});
afterAll(() => auth.testApp.stop());
beforeEach(() => {
  // Refills the rate limits that earlier tests used up.
  auth.testApp.clock.advance(10 * MINUTE);
});

function clockJob(name: string) {
  const job = createSchedule(auth.testApp.kernel, async () => undefined).find((one) => one.name === name);
  if (!job) throw new Error(`the clock does not know ${name}`);
  return job;
}

describe('sessions', () => {
  test('a second sign-in ends the first and closes its sockets', async () => {
    const first = await auth.testApp.as('bia');
    const closed: string[] = [];
    const actor = await loadActor(
      auth.testApp.kernel,
      auth.testApp.people.companyId.aurora,
      auth.testApp.people.userId.bia,
      'first',
    );
    if (!actor) throw new Error('no actor');
    const socket = { actor, deliver: () => undefined, close: (reason: string) => void closed.push(reason) };
    auth.testApp.kernel.hub.add(socket);
    const davi: string[] = [];
    const other = await loadActor(
      auth.testApp.kernel,
      auth.testApp.people.companyId.boreal,
      auth.testApp.people.userId.davi,
      'x',
    );
    if (!other) throw new Error('no actor');
    auth.testApp.kernel.hub.add({
      actor: other,
      deliver: () => undefined,
      close: (reason) => void davi.push(reason),
    });
    const second = await auth.testApp.as('bia');
    expect(closed).toEqual(['kicked']);
    expect(davi).toEqual([]);
    expect((await first.json('GET', '/auth/me')).status).toBe(401);
    expect((await second.json('GET', '/auth/me')).status).toBe(200);
    auth.testApp.kernel.hub.remove(socket);
  });

  test('users with the same id in two companies do not end each other’s', async () => {
    expect(auth.testApp.people.userId.ana).toBe(auth.testApp.people.userId.davi);
    const ana = await auth.testApp.as('ana');
    await auth.testApp.as('davi');
    expect((await ana.json('GET', '/auth/me')).status).toBe(200);
  });

  test('expire seven days after their last use and are removed', async () => {
    const bia = await auth.testApp.as('bia');
    for (let day = 0; day < 10; day += 1) {
      auth.testApp.clock.advance(24 * 60 * MINUTE);
      expect((await bia.json('GET', '/auth/me')).status).toBe(200);
    }
    auth.testApp.clock.advance(7 * 24 * 60 * MINUTE + 1);
    expect((await bia.json('GET', '/auth/me')).status).toBe(401);
    await clockJob('forgetExpiredSessions').run();
    const left = await auth.testApp.kernel.platform.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, auth.testApp.people.userId.bia));
    expect(left).toEqual([]);
  });

  test('expire thirty days after they began whatever their use', async () => {
    const bia = await auth.testApp.as('bia');
    const answers: number[] = [];
    for (let day = 1; day <= 30; day += 1) {
      auth.testApp.clock.advance(24 * 60 * MINUTE);
      answers.push((await bia.json('GET', '/auth/me')).status);
    }
    expect(answers.slice(0, 29).every((status) => status === 200)).toBe(true);
    expect(answers.at(-1)).toBe(401);
  });

  test('never store their secret', async () => {
    const bia = await auth.testApp.as('bia');
    const rows = await auth.testApp.kernel.platform.db.select().from(sessions);
    expect(JSON.stringify(rows)).not.toContain(bia.cookie ?? '');
  });

  test('end with a sign-out for cookie and token', async () => {
    const login = await auth.signIn('bia');
    const jrt = cookieOf(login, 'jrt') ?? '';
    const reply = await auth.call('DELETE', '/auth/logout', { bearer: login.body.token, cookie: jrt });
    expect(reply.status).toBe(200);
    expect((await auth.call('POST', '/auth/refresh_token', { cookie: jrt })).status).toBe(401);
  });

  test('in a disabled company are refused every call except sign-out', async () => {
    const davi = await auth.testApp.as('davi');
    await auth.setCompany('boreal', { status: false });
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
    await auth.setCompany('boreal', { status: true });
    expect(left.status).toBe(200);
  });

  test('apply changed permissions at the next call and on open sockets', async () => {
    const bia = await auth.testApp.as('bia');
    const scope = await auth.testApp.systemScope();
    const socket: { actor: NonNullable<Awaited<ReturnType<typeof loadActor>>>; received: LiveMessage[] } = {
      actor: (await loadActor(
        auth.testApp.kernel,
        scope.companyId,
        auth.testApp.people.userId.bia,
        's',
      )) as never,
      received: [],
    };
    const live = {
      actor: socket.actor,
      deliver: (m: LiveMessage) => void socket.received.push(m),
      close: () => undefined,
    };
    auth.testApp.kernel.hub.add(live);
    expect((await bia.json('POST', '/tags', { name: 'Quadro', kanban: 1 })).status).toBe(403);
    await scope.write(async (tx) => {
      await tx.db
        .update(users)
        .set({ profile: 'supervisor' })
        .where(eq(users.id, auth.testApp.people.userId.bia));
      await tx.db
        .delete(userQueues)
        .where(
          and(
            eq(userQueues.userId, auth.testApp.people.userId.bia),
            eq(userQueues.queueId, auth.testApp.people.queueId.Vendas),
          ),
        );
      tx.emit('user.updated', { userId: auth.testApp.people.userId.bia });
    });
    await auth.testApp.settle();
    expect((await bia.json('POST', '/tags', { name: 'Quadro', kanban: 1 })).status).toBe(200);
    expect(live.actor).toMatchObject({ profile: 'supervisor', queueIds: [], session: 's' });
    await scope.write(async (tx) => {
      await tx.db.delete(users).where(eq(users.id, auth.testApp.people.userId.bia));
    });
    expect((await bia.json('GET', '/auth/me')).status).toBe(401);
    await scope.write(async (tx) => {
      const { bia: id } = auth.testApp.people.userId;
      const { name, profile } = PEOPLE.bia;
      const [caio] = await tx.db.select().from(users).where(eq(users.id, auth.testApp.people.userId.caio));
      await tx.db
        .insert(users)
        .values({ id, name, profile, email: emailOf('bia'), passwordHash: caio?.passwordHash ?? '' });
    });
    auth.testApp.kernel.hub.remove(live);
  });
});

describe('cross-site requests', () => {
  const attempt = async (headers: Record<string, string>) => {
    const bia = await auth.testApp.as('bia');
    return (
      await auth.call('POST', '/tags', { body: { name: 'Nova tag' }, cookie: `sid=${bia.cookie}`, headers })
    ).status;
  };

  test('are rejected with the user’s cookie from other origins', async () => {
    expect(await attempt({ Origin: 'http://evil.test' })).toBe(403);
    expect(await attempt({ Origin: 'null' })).toBe(403);
    expect(await attempt({ Origin: 'http://desk.test.evil.test' })).toBe(403);
    expect(await attempt({ Origin: 'https://desk.test' })).toBe(403);
    expect(await attempt({ Origin: '' })).toBe(403);
  });

  test('are rejected without an origin', async () => {
    const bia = await auth.testApp.as('bia');
    const request = (headers: Record<string, string>) =>
      auth.testApp.app.fetch(
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

  test('with a token need no origin', async () => {
    const { token } = (await auth.signIn('ana')).body;
    expect((await auth.call('POST', '/tags', { body: { name: 'Do script' }, bearer: token })).status).toBe(
      200,
    );
  });

  test('signing out over https clears the browser cache', async () => {
    const leave = async (publicUrl?: string) => {
      const testApp = await createTestApp({ env: publicUrl ? { PUBLIC_URL: publicUrl } : {} });
      const headers = { Accept: 'text/html', Origin: publicUrl ?? ORIGIN };
      const { status, headers: sent } = await (await testApp.as('bia')).raw('/logout', {
        method: 'POST',
        headers,
      });
      await testApp.stop();
      return [status, sent.get('Clear-Site-Data')];
    };
    expect(await leave('https://desk.test')).toEqual([303, '"cache"']);
    // Browsers ignore the header there and log a warning.
    expect(await leave()).toEqual([303, null]);
  });
});
