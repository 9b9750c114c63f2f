import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { contacts, messages, tags, tickets, ticketTags, users } from '@db/tenant/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { TicketPage } from './tickets.schema.ts';

let desk: TestDesk;
let system: Scope;
let connectionId: number;
const browsers = new Map<PersonName, Browser>();
const ids: Record<string, number> = {};
const tagId: Record<string, number> = {};

type Row = {
  name: string;
  status: 'open' | 'pending' | 'closed';
  queue?: 'Vendas' | 'Suporte';
  user?: PersonName;
  unread?: number;
  day?: string;
  tags?: string[];
};

/** Names say what they are: status, queue, owner. */
const ROWS: Row[] = [
  { name: 'pending vendas', status: 'pending', queue: 'Vendas', unread: 2, tags: ['a', 'b'] },
  { name: 'pending suporte', status: 'pending', queue: 'Suporte', tags: ['a'] },
  { name: 'pending none', status: 'pending', unread: 1 },
  { name: 'open vendas bia', status: 'open', queue: 'Vendas', user: 'bia', tags: ['b'] },
  { name: 'open vendas rui', status: 'open', queue: 'Vendas', user: 'rui', unread: 3 },
  { name: 'open suporte bia', status: 'open', queue: 'Suporte', user: 'bia' },
  { name: 'open none ana', status: 'open', user: 'ana' },
  { name: 'closed vendas', status: 'closed', queue: 'Vendas', day: '2026-03-01' },
  { name: 'closed suporte', status: 'closed', queue: 'Suporte', user: 'caio', day: '2026-03-02' },
  { name: 'closed none', status: 'closed', day: '2026-03-02' },
];

beforeAll(async () => {
  desk = await createTestDesk();
  system = await desk.systemScope();
  connectionId = await addConnection(desk);
  await system.write(async (tx) => {
    for (const name of ['a', 'b']) {
      const [row] = await tx.db.insert(tags).values({ name, searchName: name, color: '#000000' }).returning();
      tagId[name] = row?.id ?? 0;
    }
    for (const [n, row] of ROWS.entries()) ids[row.name] = await addTicket(tx, row, n);
  });
  for (const name of ['ana', 'rui', 'bia', 'caio', 'davi'] as const) browsers.set(name, await desk.as(name));
});
afterAll(() => desk.stop());

async function addTicket(
  tx: Scope,
  { name, status, queue, user, unread, day, tags: marks = [] }: Row,
  n: number,
): Promise<number> {
  const [contact] = await tx.db
    .insert(contacts)
    .values({ name, number: `55119000000${n}`, nameIsProvisional: false })
    .returning();
  const at = day ? new Date(`${day}T12:00:00-03:00`) : new Date(tx.now().getTime() + n * 1_000);
  const [ticket] = await tx.db
    .insert(tickets)
    .values({
      uuid: `uuid-${n}`,
      status,
      contactId: contact?.id ?? 0,
      connectionId,
      queueId: queue ? desk.cast.queueId[queue] : null,
      userId: user ? desk.cast.userId[user] : null,
      unreadMessages: unread ?? 0,
      createdAt: at,
      updatedAt: at,
    })
    .returning();
  for (const mark of marks)
    await tx.db.insert(ticketTags).values({ ticketId: ticket?.id ?? 0, tagId: tagId[mark] ?? 0 });
  return ticket?.id ?? 0;
}

async function list(who: PersonName, query: Record<string, string> = {}): Promise<string[]> {
  const reply = await browsers.get(who)?.json<TicketPage>('GET', `/tickets?${new URLSearchParams(query)}`);
  expect(reply?.status).toBe(200);
  const names = reply?.body.tickets.map((ticket) => ticket.contact.name) ?? [];
  expect(reply?.body.count).toBe(names.length);
  return names.toSorted();
}
const allTicket = (name: PersonName, is: boolean) =>
  system.write(async (tx) => {
    await tx.db.update(users).set({ allTicket: is }).where(eq(users.id, desk.cast.userId[name]));
  });

describe('who sees what', () => {
  const seen: [PersonName, string[]][] = [
    ['ana', ROWS.map((row) => row.name)],
    ['rui', ROWS.filter((row) => row.queue).map((row) => row.name)],
    ['bia', ROWS.filter((row) => row.queue === 'Vendas' || row.user === 'bia').map((row) => row.name)],
    ['caio', ROWS.filter((row) => row.queue === 'Suporte' || row.user === 'caio').map((row) => row.name)],
    ['davi', []],
  ];
  for (const [who, names] of seen) {
    test(`${who}: the ticket, its messages and its history, by id and by uuid`, async () => {
      const browser = browsers.get(who);
      for (const [n, row] of ROWS.entries()) {
        const status = names.includes(row.name) ? 200 : 404;
        const id = ids[row.name];
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

    test(`${who}: nothing but it in search and in the closed list`, async () => {
      expect(await list(who, { status: 'closed' })).toEqual(
        names.filter((name) => name.startsWith('closed')).toSorted(),
      );
      expect(await list(who, { searchParam: '5511900000' })).toEqual(names.toSorted());
    });
  }

  test('one’s desk: one’s own, and whatever waits', async () => {
    expect(await list('bia', { status: 'open' })).toEqual(['open suporte bia', 'open vendas bia']);
    expect(await list('bia', { status: 'pending' })).toEqual(['pending vendas']);
    expect(await list('rui', { status: 'open' })).toEqual(['open vendas rui']);
    expect(await list('ana', { status: 'open' })).toEqual(['open none ana']);
    expect(await list('caio', { status: 'open' })).toEqual([]);
  });

  test('all of it is the administrator’s to ask for', async () => {
    expect(await list('ana', { status: 'open', showAll: 'true' })).toHaveLength(4);
    expect(await list('rui', { status: 'open', showAll: 'true' })).toEqual(['open vendas rui']);
    expect(await list('bia', { status: 'open', showAll: 'true' })).toEqual([
      'open suporte bia',
      'open vendas bia',
    ]);
  });

  test('tickets in no queue are for those who were given them, at once', async () => {
    await allTicket('caio', true);
    expect(await list('caio', { status: 'pending' })).toEqual(['pending none', 'pending suporte']);
    await allTicket('caio', false);
    expect(await list('caio', { status: 'pending' })).toEqual(['pending suporte']);
  });

  test('the counts count the same', async () => {
    const counts = async (who: PersonName, query = '') =>
      (await browsers.get(who)?.json('GET', `/tickets/counts${query}`))?.body;
    expect(await counts('bia')).toMatchObject({ open: 2, pending: 1 });
    expect(await counts('ana')).toMatchObject({ open: 1, pending: 3 });
    expect(await counts('ana', '?showAll=true')).toMatchObject({ open: 4, pending: 3 });
    expect(await counts('bia', '?showAll=true')).toMatchObject({ open: 2, pending: 1 });
    expect(await counts('davi')).toMatchObject({ open: 0, pending: 0 });
  });

  test('live: a message is heard by exactly those who may read it', async () => {
    const heard = new Map<PersonName, LiveMessage[]>();
    for (const name of ['ana', 'rui', 'bia', 'caio', 'davi'] as const)
      heard.set(name, await desk.listenAs(name));
    for (const row of ROWS.filter((one) => one.status !== 'closed')) {
      for (const list of heard.values()) list.length = 0;
      await desk.listener.onMessages({ companyId: system.companyId, connectionId }, [
        inbound({ from: { pn: `55119000000${ROWS.indexOf(row)}@s.whatsapp.net`, lid: null }, text: 'oi' }),
      ]);
      await desk.settle();
      const hearers = [...heard]
        .filter(([, list]) => list.some((one) => one.channel === 'appMessage'))
        .map(([name]) => name);
      const expected = seen.filter(([, names]) => names.includes(row.name)).map(([name]) => name);
      expect([row.name, hearers]).toEqual([row.name, expected]);
    }
    await system.write(async (tx) => {
      await tx.db.delete(messages);
      for (const row of ROWS) {
        await tx.db
          .update(tickets)
          .set({ unreadMessages: row.unread ?? 0 })
          .where(eq(tickets.id, ids[row.name] ?? 0));
      }
    });
  });
});

describe('filters', () => {
  const all = { showAll: 'true' };
  const cases: [string, Record<string, string>, string[]][] = [
    [
      'queues, and what is in none',
      { ...all, status: 'open', queueIds: '[1]' },
      ['open none ana', 'open vendas bia', 'open vendas rui'],
    ],
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
      if (query.tags) resolved.tags = JSON.stringify(query.tags.split(',').map((tag) => tagId[tag]));
      if (query.users)
        resolved.users = JSON.stringify(
          query.users.split(',').map((user) => desk.cast.userId[user as PersonName]),
        );
      if (query.queueIds) resolved.queueIds = JSON.stringify([desk.cast.queueId.Vendas]);
      expect(await list('ana', resolved)).toEqual(names);
    });
  }

  test('names are found without accents and in capitals', async () => {
    await system.write(async (tx) => {
      await tx.db.update(contacts).set({ name: 'ÉRICA CONCEIÇÃO' }).where(eq(contacts.name, 'open none ana'));
    });
    for (const searchParam of ['érica', 'erica', 'ÉRI', 'conceicao', 'çÃo'])
      expect([searchParam, await list('ana', { searchParam })]).toEqual([searchParam, ['ÉRICA CONCEIÇÃO']]);
    await system.write(async (tx) => {
      await tx.db.update(contacts).set({ name: 'open none ana' }).where(eq(contacts.name, 'ÉRICA CONCEIÇÃO'));
    });
  });

  test('an agent cannot look into another’s tickets by naming him', async () => {
    expect(await list('bia', { users: `[${desk.cast.userId.rui}]`, status: 'open' })).toEqual([
      'open suporte bia',
      'open vendas bia',
    ]);
  });

  test('nonsense is refused in words, never with a fault', async () => {
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
      const reply = await browsers.get('ana')?.json('GET', `/tickets?${query}`);
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
      expect([path, (await browsers.get('ana')?.json('GET', path))?.status]).toEqual([path, 404]);
  });
});

describe('pages', () => {
  test('behind a cursor nothing is missed or doubled while the list moves', async () => {
    const other = await createTestDesk();
    const scope = await other.systemScope();
    const at = scope.now().getTime();
    await scope.write(async (tx) => {
      for (let n = 0; n < 130; n += 1) {
        const [contact] = await tx.db
          .insert(contacts)
          .values({ name: `C${n}`, number: `1${n}` })
          .returning();
        // Many share one moment: the id tells them apart.
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
      // One that was already shown jumps to the top.
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
