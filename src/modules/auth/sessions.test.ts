import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { sessions } from '@db/platform/schema/index.ts';
import { userQueues, users } from '@db/tenant/schema/index.ts';
import { createTestDesk } from '@test/support/deps.ts';
import { emailOf, PEOPLE } from '@test/support/people.ts';
import { and, eq } from 'drizzle-orm';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { createSchedule } from '@/schedule.ts';
import { type AuthDesk, cookieOf, createAuthDesk, MINUTE, ORIGIN } from './auth-desk.test-support.ts';

let auth: AuthDesk;

beforeAll(async () => {
  auth = await createAuthDesk();
});
afterAll(() => auth.desk.stop());
beforeEach(() => {
  // Refills the rate limits that earlier tests used up.
  auth.desk.clock.advance(10 * MINUTE);
});

function clockJob(name: string) {
  const job = createSchedule(auth.desk.kernel, async () => undefined).find((one) => one.name === name);
  if (!job) throw new Error(`the clock does not know ${name}`);
  return job;
}

describe('sessions', () => {
  test('a second one ends the first, whose sockets are told so first', async () => {
    const first = await auth.desk.as('bia');
    const closed: string[] = [];
    const actor = await loadActor(
      auth.desk.kernel,
      auth.desk.cast.companyId.aurora,
      auth.desk.cast.userId.bia,
      'first',
    );
    if (!actor) throw new Error('no actor');
    const socket = { actor, deliver: () => undefined, close: (reason: string) => void closed.push(reason) };
    auth.desk.kernel.hub.add(socket);
    const davi: string[] = [];
    const other = await loadActor(
      auth.desk.kernel,
      auth.desk.cast.companyId.boreal,
      auth.desk.cast.userId.davi,
      'x',
    );
    if (!other) throw new Error('no actor');
    auth.desk.kernel.hub.add({
      actor: other,
      deliver: () => undefined,
      close: (reason) => void davi.push(reason),
    });
    const second = await auth.desk.as('bia');
    expect(closed).toEqual(['kicked']);
    expect(davi).toEqual([]);
    expect((await first.json('GET', '/auth/me')).status).toBe(401);
    expect((await second.json('GET', '/auth/me')).status).toBe(200);
    auth.desk.kernel.hub.remove(socket);
  });

  test('people of two companies with one id do not end each other’s', async () => {
    expect(auth.desk.cast.userId.ana).toBe(auth.desk.cast.userId.davi);
    const ana = await auth.desk.as('ana');
    await auth.desk.as('davi');
    expect((await ana.json('GET', '/auth/me')).status).toBe(200);
  });

  test('end seven days after their last use, and are swept away', async () => {
    const bia = await auth.desk.as('bia');
    for (let day = 0; day < 10; day += 1) {
      auth.desk.clock.advance(24 * 60 * MINUTE);
      expect((await bia.json('GET', '/auth/me')).status).toBe(200);
    }
    auth.desk.clock.advance(7 * 24 * 60 * MINUTE + 1);
    expect((await bia.json('GET', '/auth/me')).status).toBe(401);
    await clockJob('forgetExpiredSessions').run();
    const left = await auth.desk.kernel.platform.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, auth.desk.cast.userId.bia));
    expect(left).toEqual([]);
  });

  test('end thirty days after they began, however much they are used', async () => {
    const bia = await auth.desk.as('bia');
    const answers: number[] = [];
    for (let day = 1; day <= 30; day += 1) {
      auth.desk.clock.advance(24 * 60 * MINUTE);
      answers.push((await bia.json('GET', '/auth/me')).status);
    }
    expect(answers.slice(0, 29).every((status) => status === 200)).toBe(true);
    expect(answers.at(-1)).toBe(401);
  });

  test('their secret is stored nowhere', async () => {
    const bia = await auth.desk.as('bia');
    const rows = await auth.desk.kernel.platform.db.select().from(sessions);
    expect(JSON.stringify(rows)).not.toContain(bia.cookie ?? '');
  });

  test('end with leaving, for cookie and token alike', async () => {
    const login = await auth.signIn('bia');
    const jrt = cookieOf(login, 'jrt') ?? '';
    const reply = await auth.call('DELETE', '/auth/logout', { bearer: login.body.token, cookie: jrt });
    expect(reply.status).toBe(200);
    expect((await auth.call('POST', '/auth/refresh_token', { cookie: jrt })).status).toBe(401);
  });

  test('a company that is switched off in the middle refuses every call but leaving', async () => {
    const davi = await auth.desk.as('davi');
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

  test('a changed right holds at the next call, and on open sockets', async () => {
    const bia = await auth.desk.as('bia');
    const scope = await auth.desk.systemScope();
    const socket: { actor: NonNullable<Awaited<ReturnType<typeof loadActor>>>; heard: LiveMessage[] } = {
      actor: (await loadActor(auth.desk.kernel, scope.companyId, auth.desk.cast.userId.bia, 's')) as never,
      heard: [],
    };
    const live = {
      actor: socket.actor,
      deliver: (m: LiveMessage) => void socket.heard.push(m),
      close: () => undefined,
    };
    auth.desk.kernel.hub.add(live);
    expect((await bia.json('POST', '/tags', { name: 'Quadro', kanban: 1 })).status).toBe(403);
    await scope.write(async (tx) => {
      await tx.db.update(users).set({ profile: 'supervisor' }).where(eq(users.id, auth.desk.cast.userId.bia));
      await tx.db
        .delete(userQueues)
        .where(
          and(
            eq(userQueues.userId, auth.desk.cast.userId.bia),
            eq(userQueues.queueId, auth.desk.cast.queueId.Vendas),
          ),
        );
      tx.emit('user.updated', { userId: auth.desk.cast.userId.bia });
    });
    await auth.desk.settle();
    expect((await bia.json('POST', '/tags', { name: 'Quadro', kanban: 1 })).status).toBe(200);
    expect(live.actor).toMatchObject({ profile: 'supervisor', queueIds: [], session: 's' });
    await scope.write(async (tx) => {
      await tx.db.delete(users).where(eq(users.id, auth.desk.cast.userId.bia));
    });
    expect((await bia.json('GET', '/auth/me')).status).toBe(401);
    await scope.write(async (tx) => {
      const { bia: id } = auth.desk.cast.userId;
      const { name, profile } = PEOPLE.bia;
      const [caio] = await tx.db.select().from(users).where(eq(users.id, auth.desk.cast.userId.caio));
      await tx.db
        .insert(users)
        .values({ id, name, profile, email: emailOf('bia'), passwordHash: caio?.passwordHash ?? '' });
    });
    auth.desk.kernel.hub.remove(live);
  });
});

describe('other sites', () => {
  const attempt = async (headers: Record<string, string>) => {
    const bia = await auth.desk.as('bia');
    return (
      await auth.call('POST', '/tags', { body: { name: 'Nova tag' }, cookie: `sid=${bia.cookie}`, headers })
    ).status;
  };

  test('cannot act with our reader’s cookie', async () => {
    expect(await attempt({ Origin: 'http://evil.test' })).toBe(403);
    expect(await attempt({ Origin: 'null' })).toBe(403);
    expect(await attempt({ Origin: 'http://desk.test.evil.test' })).toBe(403);
    expect(await attempt({ Origin: 'https://desk.test' })).toBe(403);
    expect(await attempt({ Origin: '' })).toBe(403);
  });

  test('nor without naming themselves', async () => {
    const bia = await auth.desk.as('bia');
    const request = (headers: Record<string, string>) =>
      auth.desk.app.fetch(
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
    const { token } = (await auth.signIn('ana')).body;
    expect((await auth.call('POST', '/tags', { body: { name: 'Do script' }, bearer: token })).status).toBe(
      200,
    );
  });

  test('takes what the browser keeps of files along when it ends, on https', async () => {
    const leave = async (publicUrl?: string) => {
      const desk = await createTestDesk({ env: publicUrl ? { PUBLIC_URL: publicUrl } : {} });
      const headers = { Accept: 'text/html', Origin: publicUrl ?? ORIGIN };
      const { status, headers: said } = await (await desk.as('bia')).raw('/logout', {
        method: 'POST',
        headers,
      });
      await desk.stop();
      return [status, said.get('Clear-Site-Data')];
    };
    expect(await leave('https://desk.test')).toEqual([303, '"cache"']);
    // Browsers do not listen to it there, and complain.
    expect(await leave()).toEqual([303, null]);
  });
});
