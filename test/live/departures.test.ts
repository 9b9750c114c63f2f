import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { inbound, MARIA } from '@test/support/inbound.ts';
import { emailOf, PASSWORD } from '@test/support/people.ts';
import type { Scope } from '@/core/scope.ts';
import { deleteUser, updateUser } from '@/modules/users/users.service.ts';
import { clientsOf } from './client-lines.ts';
import { type LiveApp, openLiveApp, until } from './lines.ts';

/** Promised: within a second. Counted in requests, which take less than a millisecond, so that load does not matter. */
const MAX_REQUESTS = 100;

let live: LiveApp;
let ana: Scope;

beforeAll(async () => {
  live = await openLiveApp();
});
afterAll(() => live.stop());
beforeEach(async () => {
  live.testApp.clock.advance(10 * 60_000);
  ana = await live.testApp.scopeOf('ana');
});

type SignedIn = { token: string; refresh: string };

async function signIn(email: string): Promise<SignedIn & { status: number }> {
  const response = await fetch(`${live.url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { token = '' } = (await response.json()) as { token?: string };
  const refresh = /jrt=[^;]*/.exec(response.headers.getSetCookie().join('\n'))?.[0] ?? '';
  return { status: response.status, token, refresh };
}

async function statusesOf({ token, refresh }: SignedIn) {
  const call = await fetch(`${live.url}/users/list`, { headers: { Authorization: `Bearer ${token}` } });
  const renewal = await fetch(`${live.url}/auth/refresh_token`, {
    method: 'POST',
    headers: { Cookie: refresh, Origin: live.url },
  });
  return { call: call.status, renewal: renewal.status };
}

async function requestsUntil(isDone: () => unknown): Promise<number> {
  let requests = 0;
  for (; !isDone() && requests < MAX_REQUESTS; requests += 1) await fetch(`${live.url}/setup/none`);
  return requests;
}

describe('removed or changed user', () => {
  const ways: [name: string, who: 'bia' | 'caio' | 'rui', let_go: (userId: number) => Promise<unknown>][] = [
    ['disabled', 'bia', (userId) => updateUser(ana, { userId, active: false })],
    ['given another password', 'rui', (userId) => updateUser(ana, { userId, password: 'nova senha longa' })],
    ['deleted', 'caio', (userId) => deleteUser(ana, { userId })],
  ];
  for (const [name, who, letGo] of ways) {
    test(`${name}: an existing client’s connection, token and refresh token end at once`, async () => {
      const signedIn = await signIn(emailOf(who));
      const line = live.client(signedIn.token);
      await until(() => line.state === 'ready', 'a line');
      expect(await statusesOf(signedIn)).toEqual({ call: 200, renewal: 200 });
      await letGo(live.testApp.people.userId[who]);
      expect(await requestsUntil(() => line.state === 'closed')).toBeLessThan(MAX_REQUESTS);
      expect(await statusesOf(signedIn)).toEqual({ call: 401, renewal: 401 });
      expect((await signIn(emailOf(who))).status).toBe(401);
    });
  }

  test('their page receives the reason before it is disconnected', async () => {
    const { bia } = live.testApp.people.userId;
    await updateUser(ana, { userId: bia, active: true });
    const page = await live.page('bia');
    await updateUser(ana, { userId: bia, active: false });
    expect(await requestsUntil(() => page.closed)).toBeLessThan(MAX_REQUESTS);
    expect(page.frames.at(-1)).toEqual({ channel: 'auth', data: { action: 'expired' } });
  });

  test('an old sign-in stays ended after the user is enabled again', async () => {
    const { bia } = live.testApp.people.userId;
    await updateUser(ana, { userId: bia, active: true });
    const signedIn = await signIn(emailOf('bia'));
    await updateUser(ana, { userId: bia, active: false });
    await updateUser(ana, { userId: bia, active: true });
    expect(await statusesOf(signedIn)).toEqual({ call: 401, renewal: 401 });
  });
});

test('a demoted administrator immediately receives only an agent’s events', async () => {
  const { rui } = live.testApp.people.userId;
  await updateUser(ana, { userId: rui, profile: 'admin', queueIds: [], password: PASSWORD });
  const client = await clientsOf(live).connect('rui');
  const page = live.knock({ Cookie: `sid=${(await live.testApp.as('ana')).cookie}`, Origin: live.url });
  await until(() => page.opened, 'a line');
  client.socket.emit('joinNotification');
  await client.socket.emitWithAck('userStatus');
  const { companyId, connectionId } = live.aurora;
  const write = (text: string) =>
    live.testApp.listener.onMessages({ companyId, connectionId }, [inbound({ from: MARIA, text })]);
  const receives = (text: string) => JSON.stringify(client.events).includes(text);
  await write('antes');
  await until(() => receives('antes'), 'an administrator hears it');
  await updateUser(ana, { userId: rui, profile: 'user' });
  await live.testApp.settle();
  await write('depois');
  await until(() => JSON.stringify(page.frames).includes('depois'), 'another administrator hears it');
  const ring = live.ring();
  await until(() => client.events.some(({ name }) => name.endsWith(ring)), 'the client rings');
  expect(receives('depois')).toBe(false);
});
