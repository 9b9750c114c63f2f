import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { countStatements } from '@test/support/plans.ts';
import { sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { TicketFilter } from '../tickets.schema.ts';
import { findTickets } from './ticket-search.queries.ts';
import { listTickets } from './tickets.queries.ts';

const TICKETS = 40;
const MAX_HITS = 3_000;
const OLD = 500;

let testApp: TestApp;
let ana: Scope;

beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.scopeOf('ana');
  await ana.write(async (tx) => {
    await tx.db.run(sql`delete from contacts`);
    await tx.db.run(sql`with recursive n(i) as (values (1) union all select i + 1 from n where i < ${TICKETS})
      insert into contacts (id, name, number) select i, 'Cliente ' || i, '55119' || (80000000 + i) from n`);
    await tx.db.run(sql`insert into tickets (id, uuid, status, contact_id, created_at, updated_at)
      select id, 'u' || id, 'closed', id, id, id from contacts`);
    // The oldest 500 are of ticket 1, the others of the rest.
    await tx.db.run(sql`with recursive n(i) as (values (1) union all select i + 1 from n where i < ${OLD + MAX_HITS})
      insert into messages (id, wid, ticket_id, chat_id, author, from_me, origin, body, media_type, remote_jid, sent_at, created_at, updated_at)
      select i, 'W' || i, iif(i <= ${OLD}, 1, 2 + i % (${TICKETS} - 1)), 1, 'a', 0, 'customer',
        case i when 1 then 'boleto raro' when 2 then 'a pá chegou' when 3 then 'o pacote pagou' else 'boleto' end || ' ' || i,
        'conversation', 'a', i, i, i from n`);
  });
});
afterAll(() => testApp.stop());

const found = async (text: string) => [...(await findTickets(ana, text)).keys()].sort((a, b) => a - b);

describe('ticket search by message', () => {
  test('finds a rare word in the oldest message, also by its beginning', async () => {
    expect(await found('raro')).toEqual([1]);
    expect(await found('rar')).toEqual([1]);
    expect(await found('boleto rar')).toEqual([1]);
  });

  test('finds the tickets of the newest 3,000 messages with a common word, each with its newest', async () => {
    const hits = await findTickets(ana, 'boleto');
    expect([...hits.keys()].sort((a, b) => a - b)).toEqual(
      Array.from({ length: TICKETS - 1 }, (_, n) => n + 2),
    );
    const newest = Array.from({ length: TICKETS - 1 }, (_, n) => OLD + MAX_HITS - n);
    expect([...hits.values()].sort((a, b) => (b ?? 0) - (a ?? 0))).toEqual(newest);
  });

  test('finds one or two letters as a word, not as the beginning of words', async () => {
    expect((await findTickets(ana, 'pa')).get(1)).toBe(2);
    const page = await listTickets(ana, TicketFilter.parse({ searchParam: 'pá' }));
    expect(page.tickets).toMatchObject([{ id: 1, foundMessage: { id: '2', body: 'a pá chegou 2' } }]);
    expect(await found('pac')).toEqual([1]);
    expect(await found('bo')).toEqual([]);
    expect(await found('raro bo')).toEqual([1]);
  });

  test('asks once for people, once for letters, and twice for a rare word', async () => {
    expect(await countStatements(() => findTickets(ana, 'pa'))).toBe(2);
    expect(await countStatements(() => findTickets(ana, 'boleto'))).toBe(2);
    expect(await countStatements(() => findTickets(ana, 'raro'))).toBe(3);
  });
});
