import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { companies } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { requireUser } from '@/core/policy.ts';
import { UNAUTHENTICATED } from '@/core/queue/fair-scheduler.ts';
import type { LiveSocket } from '@/core/realtime/hub.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { clientsOf } from './client-lines.ts';
import { type LiveApp, openLiveApp, until } from './lines.ts';

let live: LiveApp;

beforeAll(async () => {
  live = await openLiveApp();
});
afterAll(() => live.stop());

describe('Socket.IO handshake', () => {
  for (const [word, token] of [
    ['no token', undefined],
    ['a made-up token', 'made.up.token'],
  ] as const) {
    test(`${word} is refused with the error clients know`, async () => {
      const line = live.client(token);
      await until(() => line.state === 'refused', 'a refusal');
      expect(line.error).toBe('Authentication error');
    });
  }

  test('refused handshakes use the unauthenticated time slot and accepted ones do not', async () => {
    const take = spyOn(live.testApp.kernel.scheduler, 'take');
    const strangers = () => take.mock.calls.filter(([id]) => id === UNAUTHENTICATED).length;
    const refused = live.client('made.up.token');
    await until(() => refused.state === 'refused', 'a refusal');
    expect(strangers()).toBe(1);
    const line = live.client(await live.token('rui'));
    await until(() => line.state === 'ready', 'a line');
    take.mockRestore();
  });

  test('refuses a token that is old or whose session has ended', async () => {
    const token = await live.token('rui');
    await live.token('rui');
    const kicked = live.client(token);
    await until(() => kicked.state === 'refused', 'a refusal');
    const old = await live.token('rui');
    live.testApp.clock.advance(16 * 60_000);
    const late = live.client(old);
    await until(() => late.state === 'refused', 'a refusal');
  });

  test('applies a session end or lost permission that occurs while the socket opens', async () => {
    const { kernel, people } = live.testApp;
    const scope = await live.testApp.scopeOf('caio');
    const closed: string[] = [];
    const socket = (session: string): LiveSocket => ({
      actor: { ...requireUser(scope), session, profile: 'admin' },
      deliver: () => undefined,
      close: (reason) => void closed.push(reason),
    });
    const late = socket('has ended');
    kernel.hub.add(late);
    await until(() => closed.length === 1, 'the late one ends');
    expect(closed).toEqual(['expired']);
    const { cookie } = await live.testApp.as('caio');
    const stale = socket(fingerprint(cookie ?? ''));
    kernel.hub.add(stale);
    await until(() => stale.actor.profile === 'user', 'rights are those of this moment');
    expect(stale.actor.id).toBe(people.userId.caio);
    for (const one of [late, stale]) kernel.hub.remove(one);
  });

  test('refuses an inactive company', async () => {
    const set = (status: boolean) =>
      live.testApp.kernel.platform.write((tx) =>
        tx.update(companies).set({ status }).where(eq(companies.id, live.boreal.companyId)),
      );
    const token = await live.token('davi');
    await set(false);
    const line = live.client(token);
    await until(() => line.state === 'refused', 'a refusal');
    await set(true);
  });

  test('sends `ready` for a valid token and accepts joins afterwards', async () => {
    const line = await clientsOf(live).connect('ana');
    expect(line.events[0]?.name).toBe('ready');
  });
});
