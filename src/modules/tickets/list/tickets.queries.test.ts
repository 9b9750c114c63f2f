import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { contacts, messages, tickets, users } from '@db/tenant/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
import { inbound } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import type { TicketPage } from '../tickets.views.ts';
import { createTicketLists, ROWS, type TicketLists } from './ticket-lists.test-support.ts';

let lists: TicketLists;

beforeAll(async () => {
  lists = await createTicketLists();
});
afterAll(() => lists.testApp.stop());

const allTicket = (name: PersonName, is: boolean) =>
  lists.system.write(async (tx) => {
    await tx.db.update(users).set({ allTicket: is }).where(eq(users.id, lists.testApp.people.userId[name]));
  });

describe('ticket visibility', () => {
  const seen: [PersonName, string[]][] = [
    ['ana', ROWS.map((row) => row.name)],
    ['rui', ROWS.filter((row) => row.queue).map((row) => row.name)],
    ['bia', ROWS.filter((row) => row.queue === 'Vendas' || row.user === 'bia').map((row) => row.name)],
    ['caio', ROWS.filter((row) => row.queue === 'Suporte' || row.user === 'caio').map((row) => row.name)],
    ['davi', []],
  ];
  for (const [who, names] of seen) {
    test(`${who}: reads only visible tickets, messages and history, by id and by uuid`, async () => {
      const browser = lists.browsers.get(who);
      for (const [n, row] of ROWS.entries()) {
        const status = names.includes(row.name) ? 200 : 404;
        const id = lists.ids[row.name];
        const replies = await Promise.all(
          [`/tickets/${id}`, `/tickets/u/uuid-${n}`, `/messages/${id}?peek=true`].map((path) =>
            browser?.json('GET', path),
          ),
        );
        expect([row.name, ...replies.map((reply) => reply?.status)]).toEqual([
          row.name,
          status,
          status,
          status,
        ]);
      }
    });

    test(`${who}: finds only visible tickets in search and the closed list`, async () => {
      expect(await lists.list(who, { status: 'closed' })).toEqual(
        names.filter((name) => name.startsWith('closed')).toSorted(),
      );
      expect(await lists.list(who, { searchParam: '5511900000' })).toEqual(names.toSorted());
    });
  }

  test('lists own open tickets and the pending tickets of own queues', async () => {
    expect(await lists.list('bia', { status: 'open' })).toEqual(['open suporte bia', 'open vendas bia']);
    expect(await lists.list('bia', { status: 'pending' })).toEqual(['pending vendas']);
    expect(await lists.list('rui', { status: 'open' })).toEqual(['open vendas rui']);
    expect(await lists.list('ana', { status: 'open' })).toEqual(['open none ana']);
    expect(await lists.list('caio', { status: 'open' })).toEqual([]);
  });

  test('lists all open tickets only for an administrator who requests it', async () => {
    expect(await lists.list('ana', { status: 'open', showAll: 'true' })).toHaveLength(4);
    expect(await lists.list('rui', { status: 'open', showAll: 'true' })).toEqual(['open vendas rui']);
    expect(await lists.list('bia', { status: 'open', showAll: 'true' })).toEqual([
      'open suporte bia',
      'open vendas bia',
    ]);
  });

  test('shows tickets without a queue to users with that permission at once', async () => {
    await allTicket('caio', true);
    expect(await lists.list('caio', { status: 'pending' })).toEqual(['pending none', 'pending suporte']);
    await allTicket('caio', false);
    expect(await lists.list('caio', { status: 'pending' })).toEqual(['pending suporte']);
  });

  test('counts match the lists', async () => {
    const counts = async (who: PersonName, query = '') =>
      (await lists.browsers.get(who)?.json('GET', `/tickets/counts${query}`))?.body;
    expect(await counts('bia')).toMatchObject({ open: 2, pending: 1 });
    expect(await counts('ana')).toMatchObject({ open: 1, pending: 3 });
    expect(await counts('ana', '?showAll=true')).toMatchObject({ open: 4, pending: 3 });
    expect(await counts('bia', '?showAll=true')).toMatchObject({ open: 2, pending: 1 });
    expect(await counts('davi')).toMatchObject({ open: 0, pending: 0 });
  });

  test('broadcasts a live message only to users who may read it', async () => {
    const received = new Map<PersonName, LiveMessage[]>();
    for (const name of ['ana', 'rui', 'bia', 'caio', 'davi'] as const)
      received.set(name, await lists.testApp.listenAs(name));
    for (const row of ROWS.filter((one) => one.status !== 'closed')) {
      for (const list of received.values()) list.length = 0;
      await lists.testApp.listener.onMessages(
        { companyId: lists.system.companyId, connectionId: lists.connectionId },
        [inbound({ from: { pn: `55119000000${ROWS.indexOf(row)}@s.whatsapp.net`, lid: null }, text: 'oi' })],
      );
      await lists.testApp.settle();
      const listeners = [...received]
        .filter(([, list]) => list.some((one) => one.channel === 'appMessage'))
        .map(([name]) => name);
      const expected = seen.filter(([, names]) => names.includes(row.name)).map(([name]) => name);
      expect([row.name, listeners]).toEqual([row.name, expected]);
    }
    await lists.system.write(async (tx) => {
      await tx.db.delete(messages);
      for (const row of ROWS) {
        await tx.db
          .update(tickets)
          .set({ unreadMessages: row.unread ?? 0 })
          .where(eq(tickets.id, lists.ids[row.name] ?? 0));
      }
    });
  });
});

describe('ticket pagination', () => {
  test('misses and repeats nothing while the list changes', async () => {
    const other = await createTestApp();
    const scope = await other.systemScope();
    const at = scope.now().getTime();
    await scope.write(async (tx) => {
      for (let n = 0; n < 130; n += 1) {
        const [contact] = await tx.db
          .insert(contacts)
          .values({ name: `C${n}`, number: `1${n}` })
          .returning();
        const moment = new Date(at + Math.floor(n / 50));
        await tx.db
          .insert(tickets)
          .values({ uuid: `u${n}`, contactId: contact?.id ?? 0, status: 'closed', updatedAt: moment });
      }
    });
    const ana = await other.as('ana');
    const shown: number[] = [];
    let after = '';
    for (let page = 0; page < 5; page += 1) {
      const query = after ? `&after=${after}` : '';
      const { body } = await ana.json<TicketPage>('GET', `/tickets?status=closed${query}`);
      shown.push(...body.tickets.map((ticket) => ticket.id));
      expect(body.count).toBe(130);
      expect(body.hasMore).toBe(shown.length < 130);
      const last = body.tickets.at(-1);
      if (!last || !body.hasMore) break;
      after = `${Date.parse(last.updatedAt)},${last.id}`;
      await scope.write(async (tx) => {
        await tx.db
          .update(tickets)
          .set({ updatedAt: new Date(at + 1_000 + page) })
          .where(eq(tickets.id, shown[0] ?? 0));
      });
    }
    expect(shown).toHaveLength(130);
    expect(new Set(shown).size).toBe(130);
    const second = await ana.json<TicketPage>('GET', '/tickets?status=closed&pageNumber=4');
    expect([second.body.tickets.length, second.body.hasMore]).toEqual([10, false]);
    await other.stop();
  });
});
