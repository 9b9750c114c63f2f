import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { contacts, tickets } from '@db/tenant/schema/index.ts';
import { addConnection } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq, inArray } from 'drizzle-orm';
import { createTicketLists, type TicketLists } from './ticket-lists.test-support.ts';

let lists: TicketLists;

beforeAll(async () => {
  lists = await createTicketLists();
});
afterAll(() => lists.testApp.stop());

describe('ticket filters', () => {
  const all = { showAll: 'true' };
  const cases: [string, Record<string, string>, string[]][] = [
    [
      'queues, and what is in none',
      { ...all, status: 'open', queueIds: '[1]' },
      ['open none ana', 'open vendas bia', 'open vendas rui'],
    ],
    ['what is in no queue', { ...all, status: 'open', noQueue: 'true' }, ['open none ana']],
    ['all of the tags', { ...all, tags: 'a,b' }, ['pending vendas']],
    ['one tag', { ...all, tags: 'b' }, ['open vendas bia', 'pending vendas']],
    [
      'any of the people',
      { ...all, users: 'bia,rui' },
      ['open suporte bia', 'open vendas bia', 'open vendas rui'],
    ],
    [
      'what is unread',
      { ...all, withUnreadMessages: 'true' },
      ['open vendas rui', 'pending none', 'pending vendas'],
    ],
    ['the day it began', { ...all, status: 'closed', date: '2026-03-02' }, ['closed none', 'closed suporte']],
    ['the day it moved', { ...all, status: 'closed', updatedAt: '2026-03-01' }, ['closed vendas']],
    ['a day without any', { ...all, date: '2020-01-01' }, []],
    ['a name, whatever its case', { searchParam: 'VENDAS BIA' }, ['open vendas bia']],
    ['a percent sign is a letter', { searchParam: '%' }, []],
    ['so is an underscore', { searchParam: '_' }, []],
    ['a search that is code', { searchParam: `' OR 1=1 --` }, []],
    ['a search that is a query', { searchParam: 'pending" OR "open* NOT NEAR(' }, []],
  ];
  for (const [name, query, names] of cases) {
    test(name, async () => {
      const resolved = { ...query };
      if (query.tags) resolved.tags = JSON.stringify(query.tags.split(',').map((tag) => lists.tagId[tag]));
      if (query.users)
        resolved.users = JSON.stringify(
          query.users.split(',').map((user) => lists.testApp.people.userId[user as PersonName]),
        );
      if (query.queueIds) resolved.queueIds = JSON.stringify([lists.testApp.people.queueId.Vendas]);
      expect(await lists.list('ana', resolved)).toEqual(names);
    });
  }

  test('without a queue shows and counts nothing that the reader may not see', async () => {
    const waiting = { status: 'pending', noQueue: 'true' };
    expect(await lists.list('ana', waiting)).toEqual(['pending none']);
    expect(await lists.list('bia', waiting)).toEqual([]);
    expect(await lists.list('davi', waiting)).toEqual([]);
    const pending = async (who: PersonName) => {
      const counted = lists.browsers
        .get(who)
        ?.json<{ pending: number }>('GET', '/tickets/counts?noQueue=true');
      return (await counted)?.body.pending;
    };
    expect([await pending('ana'), await pending('bia')]).toEqual([1, 0]);
  });

  test('filter by connection in list and counts', async () => {
    const other = await addConnection(lists.testApp, { name: 'Outra' });
    const moveTo = (connectionId: number) =>
      lists.system.write(async (tx) => {
        const named = tx.db
          .select({ id: contacts.id })
          .from(contacts)
          .where(eq(contacts.name, 'pending none'));
        await tx.db.update(tickets).set({ connectionId }).where(inArray(tickets.contactId, named));
      });
    await moveTo(other);
    const pending = { ...all, status: 'pending' };
    expect(await lists.list('ana', { ...pending, whatsappIds: `[${other}]` })).toEqual(['pending none']);
    expect(await lists.list('ana', { ...pending, whatsappIds: `[${lists.connectionId}]` })).toEqual([
      'pending suporte',
      'pending vendas',
    ]);
    expect(await lists.list('ana', { ...pending, whatsappIds: '[987654]' })).toEqual([]);
    const counted = await lists.browsers
      .get('ana')
      ?.json('GET', `/tickets/counts?showAll=true&whatsappIds=[${other}]`);
    expect(counted?.body).toMatchObject({ open: 0, pending: 1 });
    await moveTo(lists.connectionId);
  });

  test('filter by a 23-hour day when clocks go forward', async () => {
    const began = (name: string, at: string) =>
      lists.system.write(async (tx) => {
        const [contact] = await tx.db.select().from(contacts).where(eq(contacts.name, name));
        await tx.db
          .update(tickets)
          .set({ createdAt: new Date(at) })
          .where(eq(tickets.contactId, contact?.id ?? 0));
      });
    await began('closed none', '2018-11-04T23:59:00-02:00');
    await began('closed suporte', '2018-11-05T00:30:00-02:00');
    const of = (date: string) => lists.list('ana', { showAll: 'true', status: 'closed', date });
    expect(await of('2018-11-04')).toEqual(['closed none']);
    expect(await of('2018-11-05')).toEqual(['closed suporte']);
    await began('closed none', '2026-03-02T12:00:00-03:00');
    await began('closed suporte', '2026-03-02T12:00:00-03:00');
  });

  test('find names regardless of accents and case', async () => {
    await lists.system.write(async (tx) => {
      await tx.db.update(contacts).set({ name: 'ÉRICA CONCEIÇÃO' }).where(eq(contacts.name, 'open none ana'));
    });
    for (const searchParam of ['érica', 'erica', 'ÉRI', 'conceicao', 'çÃo'])
      expect([searchParam, await lists.list('ana', { searchParam })]).toEqual([
        searchParam,
        ['ÉRICA CONCEIÇÃO'],
      ]);
    await lists.system.write(async (tx) => {
      await tx.db.update(contacts).set({ name: 'open none ana' }).where(eq(contacts.name, 'ÉRICA CONCEIÇÃO'));
    });
  });

  test('do not let an agent see another user’s tickets by naming the user', async () => {
    expect(
      await lists.list('bia', { users: `[${lists.testApp.people.userId.rui}]`, status: 'open' }),
    ).toEqual(['open suporte bia', 'open vendas bia']);
  });

  test('reject invalid values with a message instead of an error', async () => {
    const bad = [
      'status=OPEN',
      'pageNumber=0',
      'pageNumber=x',
      'queueIds=x',
      'queueIds={}',
      'tags=1',
      'users=%5B',
      'date=31/12/2026',
      'date=2026-13-01',
      'after=x',
      'after=1',
      `searchParam=${'a'.repeat(201)}`,
      'after=99999999999999999999,1',
      'after=1,99999999999999999999',
      `tags=${encodeURIComponent(JSON.stringify(Array.from({ length: 2_000 }, (_, n) => n + 1)))}`,
    ];
    for (const query of bad) {
      const reply = await lists.browsers.get('ana')?.json('GET', `/tickets?${query}`);
      expect([query.slice(0, 40), reply?.status]).toEqual([query.slice(0, 40), 400]);
    }
    for (const path of [
      '/tickets/abc',
      '/tickets/0',
      '/tickets/-1',
      '/tickets/1.5',
      '/tickets/99999',
      '/tickets/u/none',
    ])
      expect([path, (await lists.browsers.get('ana')?.json('GET', path))?.status]).toEqual([path, 404]);
  });
});
