import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { outbox, pushSubscriptions, tickets, userPreferences } from '@db/tenant/schema/index.ts';
import { type Browser, createBrowser } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import type { LiveSocket } from '@/core/realtime/hub.ts';
import { endSession, startSession } from '@/modules/auth/sessions/sessions.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';

let testApp: TestApp;
let connectionId: number;
let bia: Browser;
let page: LiveSocket | undefined;

const ENDPOINT = 'https://push.example.com/bia';
const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };

beforeAll(async () => {
  testApp = await createTestApp();
  connectionId = await addConnection(testApp);
});
afterAll(() => testApp.stop());

beforeEach(async () => {
  const scope = await testApp.systemScope();
  await scope.write(async (tx) => {
    await tx.db.delete(tickets);
    await tx.db.delete(outbox);
    await tx.db.delete(pushSubscriptions);
    await tx.db.delete(userPreferences);
  });
  if (page) testApp.kernel.hub.remove(page);
  testApp.push.sent.length = 0;
  bia = await testApp.as('bia');
  await bia.json('POST', '/push-subscriptions', { endpoint: ENDPOINT, keys });
  await bia.json('PUT', '/me/preferences', { key: 'notifications.push', value: 'enabled' });
});

async function customerWrites(text = 'Olá, vocês têm o modelo azul?'): Promise<void> {
  const companyId = testApp.people.companyId.aurora;
  await testApp.listener.onMessages({ companyId, connectionId }, [inbound({ text })]);
  await testApp.settle();
}

async function biasTicket(): Promise<{ id: number; uuid: string }> {
  await customerWrites('bom dia');
  const scope = await testApp.systemScope();
  const { bia: userId } = testApp.people.userId;
  await scope.write((tx) => tx.db.update(tickets).set({ status: 'open', userId, unreadMessages: 0 }));
  const ticket = await scope.db.query.tickets.findFirst();
  if (!ticket) throw new Error('there is no ticket');
  return ticket;
}

async function openPage(isVisible: boolean): Promise<void> {
  const actor = await loadActor(
    testApp.kernel,
    testApp.people.companyId.aurora,
    testApp.people.userId.bia,
    'page',
  );
  if (!actor) throw new Error('Bia is gone');
  page = { actor, isVisible, deliver: () => undefined, close: () => undefined };
  testApp.kernel.hub.add(page);
}

const subscriptions = async () => (await testApp.systemScope()).db.select().from(pushSubscriptions);
const waiting = async () => (await testApp.systemScope()).db.select().from(outbox);

test('a phone and a desktop both get them; those of an ended session are forgotten at the next subscription', async () => {
  const { companyId, userId } = testApp.people;
  const phoneToken = await startSession(testApp.kernel, companyId.aurora, userId.bia, { kind: 'phone' });
  const phone = createBrowser(testApp.app, phoneToken);
  const endpoints = async () => (await subscriptions()).map(({ endpoint }) => endpoint).toSorted();
  await phone.json('POST', '/push-subscriptions', { endpoint: `${ENDPOINT}/phone`, keys });
  expect(await endpoints()).toEqual([ENDPOINT, `${ENDPOINT}/phone`]);
  bia = await testApp.as('bia');
  await bia.json('POST', '/push-subscriptions', { endpoint: `${ENDPOINT}/new`, keys });
  expect(await endpoints()).toEqual([`${ENDPOINT}/new`, `${ENDPOINT}/phone`]);
});

describe('push notification', () => {
  test('shows sender and start of the message and links to the ticket', async () => {
    const { id, uuid } = await biasTicket();
    await customerWrites();
    expect(testApp.push.sent).toEqual([
      {
        endpoint: ENDPOINT,
        topic: `ticket-${id}`,
        payload: {
          title: expect.any(String),
          body: 'Olá, vocês têm o mod…',
          tag: `ticket-${id}`,
          url: `/tickets/${uuid}`,
          badge: 1,
          reply: {
            ticketId: id,
            meantFor: `${testApp.people.companyId.aurora} ${id} ${uuid}`,
            title: 'Responder',
            failed: expect.stringContaining('Mensagem não enviada a '),
          },
        },
      },
    ]);
    expect(await waiting()).toEqual([]);
  });

  test('hides the text when the preview is disabled', async () => {
    await bia.json('PUT', '/me/preferences', { key: 'notifications.preview', value: 'disabled' });
    await biasTicket();
    await customerWrites('segredo');
    expect(testApp.push.sent[0]?.payload.body).toBe('Nova mensagem');
    expect(JSON.stringify(testApp.push.sent)).not.toContain('segredo');
  });

  test('is written in the browser’s language', async () => {
    await bia.raw('/push-subscriptions', {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'Accept-Language': 'es' },
      body: JSON.stringify({ endpoint: ENDPOINT, keys }),
    });
    await bia.json('PUT', '/me/preferences', { key: 'notifications.preview', value: 'disabled' });
    await biasTicket();
    await customerWrites();
    expect(testApp.push.sent[0]?.payload.body).toBe('Mensaje nuevo');
  });

  const nobody: [string, () => Promise<unknown>][] = [
    [
      'while they have switched it off',
      () => bia.json('PUT', '/me/preferences', { key: 'notifications.push', value: 'disabled' }),
    ],
    ['while they look at a page of ours', () => openPage(true)],
    [
      'after their session has ended, and the browser is forgotten',
      async () => {
        const [row] = await subscriptions();
        await endSession(testApp.kernel, row?.session ?? '');
      },
    ],
    [
      'of a ticket that a colleague has taken',
      async () => {
        const scope = await testApp.systemScope();
        const { caio: userId } = testApp.people.userId;
        await scope.write((tx) => tx.db.update(tickets).set({ userId }));
      },
    ],
  ];
  for (const [name, before] of nobody) {
    test(`is not sent ${name}`, async () => {
      await biasTicket();
      await before();
      await customerWrites();
      expect(testApp.push.sent).toEqual([]);
      expect(await waiting()).toEqual([]);
      expect(await subscriptions()).toHaveLength(name.includes('forgotten') ? 0 : 1);
    });
  }

  test('is sent while the page is open but hidden', async () => {
    await biasTicket();
    await openPage(false);
    await customerWrites();
    expect(testApp.push.sent).toHaveLength(1);
  });

  test('is not sent for pending tickets without allTicket or for own messages', async () => {
    await customerWrites();
    const companyId = testApp.people.companyId.aurora;
    await biasTicket();
    testApp.push.sent.length = 0;
    await testApp.listener.onMessages({ companyId, connectionId }, [inbound({ fromMe: true, text: 'eu' })]);
    await testApp.settle();
    expect(testApp.push.sent).toEqual([]);
  });

  test('deletes the subscription of a browser that is gone', async () => {
    await biasTicket();
    testApp.push.next('gone');
    await customerWrites();
    expect(await subscriptions()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('is retried with the latest message only, then dropped without a trace', async () => {
    await biasTicket();
    testApp.push.next(new Error('busy'));
    await customerWrites('um');
    await customerWrites('dois');
    await customerWrites('três');
    expect(await waiting()).toHaveLength(1);
    testApp.clock.advance(60_000);
    testApp.kernel.outbox.wake(testApp.people.companyId.aurora, 'push:');
    await testApp.settle();
    expect(testApp.push.sent.map(({ payload }) => payload.body)).toEqual(['três']);

    testApp.push.sent.length = 0;
    testApp.push.next(...Array.from({ length: 4 }, () => new Error('down')));
    await customerWrites('quatro');
    for (let round = 0; round < 4; round += 1) {
      testApp.clock.advance(60_000);
      testApp.kernel.outbox.wake(testApp.people.companyId.aurora, 'push:');
      await testApp.settle();
    }
    expect(testApp.push.sent).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('is dropped when the ticket was read before the retry', async () => {
    await biasTicket();
    testApp.push.next(new Error('busy'));
    await customerWrites();
    const scope = await testApp.systemScope();
    await scope.write((tx) => tx.db.update(tickets).set({ unreadMessages: 0 }));
    testApp.clock.advance(60_000);
    testApp.kernel.outbox.wake(testApp.people.companyId.aurora, 'push:');
    await testApp.settle();
    expect(testApp.push.sent).toEqual([]);
    expect(await waiting()).toEqual([]);
  });
});

describe('user with many browsers', () => {
  test('keeps the ten newest subscriptions', async () => {
    for (let n = 1; n <= 12; n += 1) {
      testApp.clock.advance(1_000);
      await bia.json('POST', '/push-subscriptions', { endpoint: `https://push.example.com/${n}`, keys });
    }
    const stored = (await subscriptions()).map(({ endpoint }) => endpoint.split('/').at(-1));
    expect(stored.sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 10 }, (_, n) => `${n + 3}`),
    );
    testApp.clock.advance(1_000);
    await bia.json('POST', '/push-subscriptions', { endpoint: 'https://push.example.com/3', keys });
    await bia.json('POST', '/push-subscriptions', { endpoint: 'https://push.example.com/new', keys });
    const names = (await subscriptions()).map(({ endpoint }) => endpoint.split('/').at(-1));
    expect(names).toContain('3');
    expect(names).not.toContain('4');
  });

  test('receives pushes one after the other', async () => {
    for (let n = 1; n <= 9; n += 1)
      await bia.json('POST', '/push-subscriptions', { endpoint: `https://push.example.com/${n}`, keys });
    const { send } = testApp.push;
    let atOnce = 0;
    let most = 0;
    testApp.push.send = async (...options) => {
      most = Math.max(most, ++atOnce);
      await Promise.resolve();
      const outcome = await send(...options);
      atOnce -= 1;
      return outcome;
    };
    expect((await bia.json<{ sent: number }>('POST', '/push-subscriptions/test')).body.sent).toBe(10);
    await testApp.settle();
    testApp.push.send = send;
    expect([most, testApp.push.sent.length]).toEqual([1, 10]);
  });
});
