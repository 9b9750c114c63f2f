import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { outbox, pushSubscriptions, tickets, userPreferences } from '@db/tenant/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import type { LiveSocket } from '@/kernel/live/hub.ts';
import { endSession } from '@/modules/auth/sessions.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';

let desk: TestDesk;
let connectionId: number;
let bia: Browser;
let page: LiveSocket | undefined;

const ENDPOINT = 'https://push.example.com/bia';
const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };

beforeAll(async () => {
  desk = await createTestDesk();
  connectionId = await addConnection(desk);
});
afterAll(() => desk.stop());

beforeEach(async () => {
  const scope = await desk.systemScope();
  await scope.write(async (tx) => {
    await tx.db.delete(tickets);
    await tx.db.delete(outbox);
    await tx.db.delete(pushSubscriptions);
    await tx.db.delete(userPreferences);
  });
  if (page) desk.kernel.hub.remove(page);
  desk.push.sent.length = 0;
  bia = await desk.as('bia');
  await bia.json('POST', '/push-subscriptions', { endpoint: ENDPOINT, keys });
  await bia.json('PUT', '/me/preferences', { key: 'notifications.push', value: 'enabled' });
});

async function customerWrites(text = 'Olá, vocês têm o modelo azul?'): Promise<void> {
  const companyId = desk.cast.companyId.aurora;
  await desk.listener.onMessages({ companyId, connectionId }, [inbound({ text })]);
  await desk.settle();
}

async function biasTicket(): Promise<{ id: number; uuid: string }> {
  await customerWrites('bom dia');
  const scope = await desk.systemScope();
  const { bia: userId } = desk.cast.userId;
  await scope.write((tx) => tx.db.update(tickets).set({ status: 'open', userId, unreadMessages: 0 }));
  const ticket = await scope.db.query.tickets.findFirst();
  if (!ticket) throw new Error('there is no ticket');
  return ticket;
}

async function openPage(isVisible: boolean): Promise<void> {
  const actor = await loadActor(desk.kernel, desk.cast.companyId.aurora, desk.cast.userId.bia, 'page');
  if (!actor) throw new Error('Bia is gone');
  page = { actor, isVisible, deliver: () => undefined, close: () => undefined };
  desk.kernel.hub.add(page);
}

const subscriptions = async () => (await desk.systemScope()).db.select().from(pushSubscriptions);
const waiting = async () => (await desk.systemScope()).db.select().from(outbox);

describe('a push', () => {
  test('tells the agent who wrote and how it begins, and where it leads', async () => {
    const { id, uuid } = await biasTicket();
    await customerWrites();
    expect(desk.push.sent).toEqual([
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
            meantFor: `${desk.cast.companyId.aurora} ${id} ${uuid}`,
            title: 'Responder',
            failed: expect.stringContaining('Não enviado a '),
          },
        },
      },
    ]);
    expect(await waiting()).toEqual([]);
  });

  test('says nothing of the message when its reader wants that', async () => {
    await bia.json('PUT', '/me/preferences', { key: 'notifications.preview', value: 'disabled' });
    await biasTicket();
    await customerWrites('segredo');
    expect(desk.push.sent[0]?.payload.body).toBe('Nova mensagem');
    expect(JSON.stringify(desk.push.sent)).not.toContain('segredo');
  });

  test('is written in the language of its browser', async () => {
    await bia.raw('/push-subscriptions', {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'Accept-Language': 'es' },
      body: JSON.stringify({ endpoint: ENDPOINT, keys }),
    });
    await bia.json('PUT', '/me/preferences', { key: 'notifications.preview', value: 'disabled' });
    await biasTicket();
    await customerWrites();
    expect(desk.push.sent[0]?.payload.body).toBe('Mensaje nuevo');
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
        await endSession(desk.kernel, row?.session ?? '');
      },
    ],
    [
      'of a ticket that a colleague has taken',
      async () => {
        const scope = await desk.systemScope();
        const { caio: userId } = desk.cast.userId;
        await scope.write((tx) => tx.db.update(tickets).set({ userId }));
      },
    ],
  ];
  for (const [name, before] of nobody) {
    test(`goes to nobody ${name}`, async () => {
      await biasTicket();
      await before();
      await customerWrites();
      expect(desk.push.sent).toEqual([]);
      expect(await waiting()).toEqual([]);
      expect(await subscriptions()).toHaveLength(name.includes('forgotten') ? 0 : 1);
    });
  }

  test('goes out while the page is there but hidden', async () => {
    await biasTicket();
    await openPage(false);
    await customerWrites();
    expect(desk.push.sent).toHaveLength(1);
  });

  test('is not sent for a waiting ticket without allTicket, nor for what we say ourselves', async () => {
    await customerWrites();
    const companyId = desk.cast.companyId.aurora;
    await biasTicket();
    desk.push.sent.length = 0;
    await desk.listener.onMessages({ companyId, connectionId }, [inbound({ fromMe: true, text: 'eu' })]);
    await desk.settle();
    expect(desk.push.sent).toEqual([]);
  });

  test('a browser that is gone is forgotten', async () => {
    await biasTicket();
    desk.push.next('gone');
    await customerWrites();
    expect(await subscriptions()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('is tried again, tells once what came meanwhile, and is given up without a trace', async () => {
    await biasTicket();
    desk.push.next(new Error('busy'));
    await customerWrites('um');
    await customerWrites('dois');
    await customerWrites('três');
    expect(await waiting()).toHaveLength(1);
    desk.clock.advance(60_000);
    desk.kernel.outbox.wake(desk.cast.companyId.aurora, 'push:');
    await desk.settle();
    expect(desk.push.sent.map(({ payload }) => payload.body)).toEqual(['três']);

    desk.push.sent.length = 0;
    desk.push.next(...Array.from({ length: 4 }, () => new Error('down')));
    await customerWrites('quatro');
    for (let round = 0; round < 4; round += 1) {
      desk.clock.advance(60_000);
      desk.kernel.outbox.wake(desk.cast.companyId.aurora, 'push:');
      await desk.settle();
    }
    expect(desk.push.sent).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('says nothing any more when the ticket was read while it waited', async () => {
    await biasTicket();
    desk.push.next(new Error('busy'));
    await customerWrites();
    const scope = await desk.systemScope();
    await scope.write((tx) => tx.db.update(tickets).set({ unreadMessages: 0 }));
    desk.clock.advance(60_000);
    desk.kernel.outbox.wake(desk.cast.companyId.aurora, 'push:');
    await desk.settle();
    expect(desk.push.sent).toEqual([]);
    expect(await waiting()).toEqual([]);
  });
});

describe('a person with many browsers', () => {
  test('keeps the ten newest', async () => {
    for (let n = 1; n <= 12; n += 1) {
      desk.clock.advance(1_000);
      await bia.json('POST', '/push-subscriptions', { endpoint: `https://push.example.com/${n}`, keys });
    }
    const kept = (await subscriptions()).map(({ endpoint }) => endpoint.split('/').at(-1));
    expect(kept.sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 10 }, (_, n) => `${n + 3}`),
    );
    desk.clock.advance(1_000);
    await bia.json('POST', '/push-subscriptions', { endpoint: 'https://push.example.com/3', keys });
    await bia.json('POST', '/push-subscriptions', { endpoint: 'https://push.example.com/new', keys });
    const names = (await subscriptions()).map(({ endpoint }) => endpoint.split('/').at(-1));
    expect(names).toContain('3');
    expect(names).not.toContain('4');
  });

  test('has one told after the other', async () => {
    for (let n = 1; n <= 9; n += 1)
      await bia.json('POST', '/push-subscriptions', { endpoint: `https://push.example.com/${n}`, keys });
    const { send } = desk.push;
    let atOnce = 0;
    let most = 0;
    desk.push.send = async (...given) => {
      most = Math.max(most, ++atOnce);
      await Promise.resolve();
      const outcome = await send(...given);
      atOnce -= 1;
      return outcome;
    };
    expect((await bia.json<{ sent: number }>('POST', '/push-subscriptions/test')).body.sent).toBe(10);
    await desk.settle();
    desk.push.send = send;
    expect([most, desk.push.sent.length]).toEqual([1, 10]);
  });
});
