import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { tickets, users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { NotificationList } from './notifications.views.ts';
import { PREFERENCES } from './preferences.schema.ts';

let testApp: TestApp;
let connectionId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  connectionId = await addConnection(testApp);
});
afterAll(() => testApp.stop());

type Location = Partial<typeof tickets.$inferInsert>;

async function setTicket(position: Location): Promise<void> {
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.delete(tickets));
  const target = { companyId: scope.companyId, connectionId };
  await testApp.listener.onMessages(target, [inbound({ text: 'preciso de ajuda com o pedido' })]);
  await testApp.settle();
  await scope.write((tx) => tx.db.update(tickets).set(position));
}

async function allowAll(name: 'bia' | 'caio', allTicket: boolean): Promise<void> {
  const scope = await testApp.systemScope();
  await scope.write((tx) =>
    tx.db.update(users).set({ allTicket }).where(eq(users.id, testApp.people.userId[name])),
  );
}

async function seen(name: PersonName): Promise<number> {
  const { status, body } = await (await testApp.as(name)).json<NotificationList>('GET', '/notifications');
  expect(status).toBe(200);
  expect(body.tickets).toHaveLength(body.count);
  return body.count;
}

describe('notification list', () => {
  const sales = () => testApp.people.queueId.Vendas;
  const bia = () => testApp.people.userId.bia;
  const caio = () => testApp.people.userId.caio;
  const cases: [string, () => Location, Partial<Record<PersonName, number>>][] = [
    [
      'an open ticket is its agent’s',
      () => ({ status: 'open', userId: bia(), queueId: sales() }),
      { bia: 1, caio: 0, rui: 0, ana: 0, davi: 0 },
    ],
    [
      'also outside their queues',
      () => ({ status: 'open', userId: caio(), queueId: sales() }),
      { caio: 1, bia: 0 },
    ],
    [
      'nobody’s is for its queue',
      () => ({ status: 'open', userId: null, queueId: sales() }),
      { bia: 1, rui: 1, caio: 0, davi: 0 },
    ],
    [
      'a waiting one is for people with allTicket',
      () => ({ status: 'pending', userId: null, queueId: sales() }),
      { bia: 0, rui: 0, caio: 0, ana: 1, davi: 0 },
    ],
    ['closed ones are over', () => ({ status: 'closed', userId: bia(), queueId: sales() }), { bia: 0 }],
    [
      'read ones too',
      () => ({ status: 'open', userId: bia(), queueId: sales(), unreadMessages: 0 }),
      { bia: 0 },
    ],
    [
      'one put aside is back at its time',
      () => ({ status: 'open', userId: bia(), snoozedUntil: new Date(testApp.clock.now.getTime() + 1000) }),
      { bia: 0 },
    ],
  ];
  for (const [name, position, expected] of cases) {
    test(name, async () => {
      await setTicket(position());
      for (const [person, count] of Object.entries(expected)) {
        expect({ person, count: await seen(person as PersonName) }).toEqual({ person, count });
      }
    });
  }

  test('includes pending tickets of own queues and of none with allTicket', async () => {
    for (const name of ['bia', 'caio'] as const) await allowAll(name, true);
    await setTicket({ status: 'pending', userId: null, queueId: sales() });
    expect([await seen('bia'), await seen('caio')]).toEqual([1, 0]);
    await setTicket({ status: 'pending', userId: null, queueId: null });
    expect([await seen('bia'), await seen('caio')]).toEqual([1, 1]);
    for (const name of ['bia', 'caio'] as const) await allowAll(name, false);
  });

  test('returns 401 without login', async () => {
    expect((await (await testApp.as()).json('GET', '/notifications')).status).toBe(401);
  });
});

describe('preferences', () => {
  const at = '/me/preferences';
  const put = async (name: PersonName, body: unknown) => (await testApp.as(name)).json('PUT', at, body);
  const get = async (name: PersonName) => (await (await testApp.as(name)).json('GET', at)).body;

  test('have defaults until changed, separately for each user', async () => {
    expect(await get('bia')).toEqual(PREFERENCES);
    const sound = { key: 'notifications.sound', value: 'disabled' };
    expect(await put('bia', sound)).toMatchObject({ status: 200, body: sound });
    await put('bia', { key: 'notifications.push', value: 'enabled' });
    await put('bia', { key: 'notifications.push', value: 'enabled' });
    const own = { ...PREFERENCES, 'notifications.sound': 'disabled', 'notifications.push': 'enabled' };
    expect(await get('bia')).toEqual(own);
    expect(await get('caio')).toEqual(PREFERENCES);
    expect(await get('davi')).toEqual(PREFERENCES);
  });

  for (const bad of [{}, { key: 'notifications.sound' }, { key: 'theme', value: 'enabled' }, null]) {
    test(`${JSON.stringify(bad)} is refused`, async () => {
      expect((await put('bia', bad)).status).toBe(400);
    });
  }
  for (const value of ['yes', '', 1, null]) {
    test(`sound ${JSON.stringify(value)} is refused`, async () => {
      expect((await put('bia', { key: 'notifications.sound', value })).status).toBe(400);
    });
  }
});

describe('push subscription', () => {
  beforeEach(async () => {
    await (await testApp.as('bia')).json(
      'DELETE',
      `/push-subscriptions?endpoint=${encodeURIComponent(GOOD)}`,
    );
  });
  const GOOD = 'https://push.example.com/abc';
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
  const post = async (name: PersonName | undefined, body: unknown) =>
    (await testApp.as(name)).json<{ id: number }>('POST', '/push-subscriptions', body);

  test('is stored once for repeated requests', async () => {
    const bia = await testApp.as('bia');
    const postMessage = (more: object) =>
      bia.json<{ id: number }>('POST', '/push-subscriptions', { endpoint: GOOD, keys, ...more });
    const first = await postMessage({ expirationTime: null });
    expect(first.status).toBe(200);
    expect((await postMessage({})).body.id).toBe(first.body.id);
  });

  test('replaces those of the former session, also for the test push', async () => {
    await post('caio', { endpoint: `${GOOD}1`, keys });
    const caio = await testApp.as('caio');
    await caio.json('POST', '/push-subscriptions', { endpoint: `${GOOD}2`, keys });
    expect((await caio.json('POST', '/push-subscriptions/test')).body).toEqual({ sent: 1 });
    await testApp.settle();
    expect(testApp.push.sent).toEqual([
      {
        endpoint: `${GOOD}2`,
        topic: 'test',
        payload: expect.objectContaining({ title: 'Notificação de teste', url: '/tickets' }),
      },
    ]);
  });

  test('cannot be deleted by another user', async () => {
    await post('bia', { endpoint: GOOD, keys });
    await (await testApp.as('ana')).json(
      'DELETE',
      `/push-subscriptions?endpoint=${encodeURIComponent(GOOD)}`,
    );
    const test = () => testApp.as('bia').then((bia) => bia.json('POST', '/push-subscriptions/test'));
    expect((await test()).body).toEqual({ sent: 1 });
  });

  for (const [why, body] of [
    ['an address of our own network', { endpoint: 'https://192.168.0.1/x', keys }],
    ['plain http', { endpoint: 'http://push.example.com/x', keys }],
    ['no keys', { endpoint: GOOD }],
    ['a key too short', { endpoint: GOOD, keys: { ...keys, p256dh: 'B' } }],
    ['a secret that is none', { endpoint: GOOD, keys: { ...keys, auth: '!'.repeat(22) } }],
    ['nothing', {}],
  ] as const) {
    test(`refuses ${why}`, async () => expect((await post('bia', body)).status).toBe(400));
  }

  test('requires login', async () => {
    expect((await post(undefined, { endpoint: GOOD, keys })).status).toBe(401);
    expect((await (await testApp.as()).json('GET', '/push/key')).status).toBe(401);
    expect((await (await testApp.as('bia')).json('GET', '/push/key')).body).toEqual({
      publicKey: testApp.kernel.secrets.push.publicKey,
    });
  });
});
