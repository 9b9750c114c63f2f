import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { companies, sessions } from '@db/platform/schema/index.ts';
import { userQueues, users } from '@db/tenant/schema/index.ts';
import { inbound, MARIA } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import { closeIdleCompanies } from '@/modules/auth/sessions/expired-companies.jobs.ts';
import { forgetExpiredSessions } from '@/modules/auth/sessions/sessions.service.ts';
import { createSubscriptionSweep } from '@/modules/connections/connections.jobs.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { eventsOf, type LiveApp, openLiveApp, type PageLine, until } from './lines.ts';

const FRIEND = 'https://painel.example';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp({ env: { ALLOWED_ORIGINS: FRIEND } });
});
afterAll(() => live.stop());

async function caughtUp(line: PageLine): Promise<void> {
  await live.testApp.settle();
  const ring = live.ring();
  await until(() => line.frames.some(({ channel }) => channel === ring), 'the line rings');
}

async function mariaWrites(text: string): Promise<void> {
  const { companyId, connectionId } = live.aurora;
  await live.testApp.listener.onMessages({ companyId, connectionId }, [inbound({ from: MARIA, text })]);
}

test('the first frame names the events that a page rendered now already holds', async () => {
  const rui = await live.page('rui');
  await caughtUp(rui);
  const { text } = await (await live.testApp.as('rui')).page('/tickets');
  const line = await live.page('rui');
  const ready = line.frames.find(({ channel }) => channel === 'ready');
  expect(ready?.data.asOf).toBe(/data-as-of="([^"]+)"/.exec(text)?.[1]);
  await mariaWrites('mais uma');
  await live.testApp.settle();
  const later = await live.page('rui');
  expect(later.frames.find(({ channel }) => channel === 'ready')?.data.asOf).not.toBe(ready?.data.asOf);
  for (const one of [rui, line, later]) one.close();
});

describe('page socket access', () => {
  const knock = async (headers: Record<string, string>) => {
    const line = live.knock(headers);
    await until(() => line.opened || line.closed, 'an answer');
    return line.opened;
  };
  const cookieOf = async () => `sid=${(await live.testApp.as('rui')).cookie}`;

  test('accepts a session with our own origin', async () => {
    expect(await knock({ Cookie: await cookieOf(), Origin: live.url })).toBe(true);
  });

  test('accepts a session with an allowed origin', async () => {
    expect(await knock({ Cookie: await cookieOf(), Origin: FRIEND })).toBe(true);
  });

  test('refuses no session, a forged one, another site and a missing origin', async () => {
    expect(await knock({ Origin: live.url })).toBe(false);
    expect(await knock({ Cookie: 'sid=made-up', Origin: live.url })).toBe(false);
    expect(await knock({ Cookie: await cookieOf(), Origin: 'https://other.example' })).toBe(false);
    expect(await knock({ Cookie: await cookieOf(), Origin: 'null' })).toBe(false);
    expect(await knock({ Cookie: await cookieOf() })).toBe(false);
  });

  test('refuses users of an inactive company', async () => {
    const { companyId } = live.boreal;
    const set = (change: Partial<typeof companies.$inferInsert>) =>
      live.testApp.kernel.platform.write((tx) =>
        tx.update(companies).set(change).where(eq(companies.id, companyId)),
      );
    const tryIt = async () =>
      knock({ Cookie: `sid=${(await live.testApp.as('davi')).cookie}`, Origin: live.url });
    await set({ dueDate: new Date('2026-03-10T14:00:00Z') });
    expect(await tryIt()).toBe(false);
    await set({ dueDate: null, status: false });
    expect(await tryIt()).toBe(false);
    await set({ status: true });
    expect(await tryIt()).toBe(true);
  });
});

describe('open page socket', () => {
  test('delivers a message only to users of its queue in its company', async () => {
    const [bia, caio, davi] = [await live.page('bia'), await live.page('caio'), await live.page('davi')];
    await mariaWrites('olá, Vendas');
    await caughtUp(bia);
    await caughtUp(caio);
    const ring = live.ring('boreal');
    await until(() => davi.frames.some(({ channel }) => channel === ring), 'Boreal rings');
    expect(eventsOf(bia).map(({ channel }) => channel)).toContain('appMessage');
    expect(JSON.stringify(eventsOf(bia))).toContain('olá, Vendas');
    expect(JSON.stringify(eventsOf(caio))).not.toContain('olá, Vendas');
    expect(eventsOf(davi).filter(({ channel }) => channel !== 'user')).toEqual([]);
  });

  test('delivers nothing more to a demoted user without reconnecting', async () => {
    const bia = await live.page('bia');
    const scope = await live.testApp.systemScope();
    const mine = eq(userQueues.userId, live.testApp.people.userId.bia);
    await scope.write(async (tx) => {
      await tx.db.delete(userQueues).where(mine);
      tx.emit('user.updated', { userId: live.testApp.people.userId.bia });
    });
    await mariaWrites('não é para a Bia');
    await caughtUp(bia);
    expect(JSON.stringify(eventsOf(bia))).not.toContain('não é para a Bia');
    expect(bia.closed).toBeUndefined();
    await scope.write(async (tx) => {
      await tx.db
        .insert(userQueues)
        .values({ userId: live.testApp.people.userId.bia, queueId: live.testApp.people.queueId.Vendas });
      tx.emit('user.updated', { userId: live.testApp.people.userId.bia });
    });
    await live.testApp.settle();
    await mariaWrites('agora sim');
    await caughtUp(bia);
    expect(JSON.stringify(eventsOf(bia))).toContain('agora sim');
  });

  test('is notified of a second sign-in and closed', async () => {
    const first = await live.page('rui');
    const second = await live.page('rui');
    await until(() => first.closed, 'the first line closes');
    expect(first.frames.at(-1)).toEqual({ channel: 'auth', data: { action: 'kicked' } });
    expect(first.closed).toEqual({ code: 1008, reason: 'kicked' });
    expect(second.closed).toBeUndefined();
  });

  test('is closed by signing out', async () => {
    const { cookie } = await live.testApp.as('caio');
    const line = live.knock({ Cookie: `sid=${cookie}`, Origin: live.url });
    await until(() => line.opened, 'the line opens');
    const init = {
      method: 'POST',
      headers: { Cookie: `sid=${cookie}`, Origin: live.url, Accept: 'text/html' },
    };
    await fetch(`${live.url}/logout`, { ...init, redirect: 'manual' });
    await until(() => line.closed, 'the line closes');
    expect(line.frames.at(-1)).toEqual({ channel: 'auth', data: { action: 'expired' } });
  });

  test('is closed when its session or the company’s subscription ends', async () => {
    const { kernel, clock } = live.testApp;
    const sweep = createSubscriptionSweep(kernel);
    await sweep();
    const due = async (dueDate: Date | null) =>
      kernel.platform.write((tx) =>
        tx.update(companies).set({ dueDate }).where(eq(companies.id, live.boreal.companyId)),
      );
    const davi = await live.page('davi');
    await due(new Date(clock.now.getTime() - 1));
    await sweep();
    await until(() => davi.closed, 'the line of the company closes');
    await due(null);
    await sweep();
    const rui = await live.page('rui');
    await kernel.platform.write((tx) =>
      tx
        .update(sessions)
        .set({ expiresAt: new Date(clock.now.getTime() - 1) })
        .where(eq(sessions.userId, live.testApp.people.userId.rui)),
    );
    await forgetExpiredSessions(kernel);
    await until(() => rui.closed, 'the line of the session closes');
    expect(rui.frames.at(-1)).toEqual({ channel: 'auth', data: { action: 'expired' } });
  });

  test('delivers nothing to a company that is disabled or expires', async () => {
    const { kernel, clock } = live.testApp;
    const set = (change: Partial<typeof companies.$inferInsert>) =>
      kernel.platform.write((tx) =>
        tx.update(companies).set(change).where(eq(companies.id, live.boreal.companyId)),
      );
    const ana = await live.page('ana');
    const off = await live.page('davi');
    await closeIdleCompanies(kernel);
    expect(off.closed).toBeUndefined();
    await set({ status: false });
    await closeIdleCompanies(kernel);
    await until(() => off.closed, 'the line of the disabled company closes');
    expect(off.frames.at(-1)).toEqual({ channel: 'auth', data: { action: 'expired' } });
    await set({ status: true, dueDate: new Date(clock.now.getTime() + 60_000) });
    const due = await live.page('davi');
    clock.advance(60_000);
    await closeIdleCompanies(kernel);
    await until(() => due.closed, 'the line closes when its time is over');
    expect(ana.closed).toBeUndefined();
    await set({ dueDate: null });
  });

  test('delivers the same to several tabs, and bad input on one affects no other', async () => {
    const { cookie } = await live.testApp.as('ana');
    const open = () => live.knock({ Cookie: `sid=${cookie}`, Origin: live.url });
    const [one, two] = [open(), open()];
    await until(() => one.opened && two.opened, 'both open');
    for (const noise of ['', 'null', '[]', '{"channel":{}}', '{"channel":"__proto__","data":1}']) {
      one.send(noise, noise);
    }
    const tag = await createTag(await live.testApp.scopeOf('ana'), { name: 'Para todos', color: '#112233' });
    await caughtUp(one);
    await caughtUp(two);
    for (const line of [one, two])
      expect(eventsOf(line)).toContainEqual({ channel: 'tag', data: { action: 'create', tag } });
  });

  test('marks its user as online with each heartbeat', async () => {
    const scope = await live.testApp.systemScope();
    const ana = live.testApp.people.userId.ana;
    const row = () => scope.db.query.users.findFirst({ where: eq(users.id, ana) });
    const line = await live.page('ana');
    await caughtUp(line);
    await scope.write((tx) =>
      tx.db.update(users).set({ online: false, seenAt: null }).where(eq(users.id, ana)),
    );
    line.send('userStatus');
    let seen: Date | null | undefined;
    const check = async () => {
      seen = (await row())?.seenAt;
    };
    await until(() => {
      void check();
      return seen;
    }, 'she is seen');
    expect((await row())?.online).toBe(true);
  });
});

test('an update for a thousand listeners reaches each permitted one once and no other company', async () => {
  const { hub } = live.testApp.kernel;
  const { aurora, boreal } = live.testApp.people.companyId;
  const counts = new Map<string, number>();
  const actor = (companyId: number, n: number) =>
    ({ kind: 'user', id: 10_000 + n, companyId, profile: n % 2 === 0 ? 'admin' : 'user' }) as never;
  const sockets = Array.from({ length: 1000 }, (_, n) => {
    const companyId = n < 800 ? aurora : boreal;
    return {
      actor: actor(companyId, n),
      deliver: () => void counts.set(`${companyId} ${n}`, (counts.get(`${companyId} ${n}`) ?? 0) + 1),
      close: () => undefined,
    };
  });
  for (const socket of sockets) hub.add(socket);
  hub.deliver(aurora, { channel: 'tag', data: {}, canReceive: ({ profile }) => profile === 'admin' });
  expect(counts.size).toBe(400);
  expect([...counts.values()].every((n) => n === 1)).toBe(true);
  expect([...counts.keys()].every((key) => key.startsWith(`${aurora} `))).toBe(true);
  for (const socket of sockets) hub.remove(socket);
});
