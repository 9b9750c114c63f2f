import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { countStatements, createPlanner, type Planner, STATISTICS, walks } from '@test/support/plans.ts';
import { sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { TicketFilter } from '../tickets.schema.ts';
import { ticketsOfPeople } from './people-search.queries.ts';
import { listTickets } from './tickets.queries.ts';

const PEOPLE = 4_000;
const MOVED = 1_000;
const NAMES: Record<number, string> = {
  1: 'Maria Antiga',
  2: 'Maria de Volta',
  3: 'Zé Antigo',
  4: 'Bo Antigo',
  5: 'Abobo Antigo',
  6: 'Loja 12345678',
  7: 'Maria Şilva',
  8: 'Maria Mar e Silva',
  10: 'MARÍA SÍLVA 🌸',
  11: 'José-Maria Silva e Filhos',
};
const isMaria = (id: number) => id % 3 > 0;

let testApp: TestApp;
let ana: Scope;
let planner: Planner;

beforeAll(async () => {
  testApp = await createTestApp();
  planner = await createPlanner();
  ana = await testApp.scopeOf('ana');
  await ana.write(async (tx) => {
    await tx.db.run(sql`delete from contacts`);
    await tx.db.run(sql`with recursive n(i) as (values (1) union all select i + 1 from n where i < ${PEOPLE})
      insert into contacts (id, name, number) select i, iif(i % 3 > 0, 'Maria ', 'Carlos ') || i, '55119' || (80000000 + i) from n`);
    for (const [id, name] of Object.entries(NAMES))
      await tx.db.run(sql`update contacts set name = ${name} where id = ${Number(id)}`);
    await tx.db.run(sql`insert into tickets (id, uuid, status, contact_id, created_at, updated_at)
      select id, 'u' || id, 'closed', id, id, id from contacts`);
    await tx.db.run(sql`update tickets set updated_at = ${PEOPLE + 1} where id = 2`);
  });
});
afterAll(async () => {
  planner.close();
  await testApp.stop();
});

const found = async (text: string) => [...(await ticketsOfPeople(ana, text))].sort((a, b) => a - b);

const movedLast = Array.from({ length: MOVED - 1 }, (_, n) => PEOPLE - MOVED + 2 + n);

describe('ticket search by contact', () => {
  test('returns all matches of a rare name, however old', async () => {
    expect(await found('Zé Ant')).toEqual([3]);
    expect(await found('5511980000003')).toEqual([3]);
    expect(await found('antig')).toEqual([1, 3, 4, 5]);
    expect((await found('Carlos')).length).toBe(Math.floor(PEOPLE / 3) - 2);
  });

  test('returns the same matches of several names, with whatever accents', async () => {
    for (const text of ['maria silva', 'María Silva', ' maria silva ', 'Maria Śilva'])
      expect(await found(text)).toEqual([7, 10, 11]);
    expect(await found('é-maria silva e f')).toEqual([11]);
    expect(await found('maria "silva')).toEqual([]);
    expect(await found('511980000003 ')).toEqual([3]);
  });

  test('returns all matches of eight or more digits anywhere in a number or name', async () => {
    expect(await found('80000003')).toEqual([3]);
    expect(await found('98000000')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await found('12345678')).toEqual([6]);
    expect(await found('99345678')).toEqual([]);
    expect(await found('5511980000')).toEqual(Array.from({ length: 999 }, (_, n) => n + 1));
  });

  test('returns the most recently updated matches of a very common name', async () => {
    const ids = await found('maria');
    expect(ids).toEqual([2, ...movedLast.filter(isMaria)]);
    const page = await listTickets(ana, TicketFilter.parse({ searchParam: 'MARÍA' }));
    expect(page.tickets[0]?.contact.name).toBe('Maria de Volta');
    expect(page).toMatchObject({ count: ids.length, hasMore: true });
  });

  test('returns the most recently updated matches of a common number prefix', async () => {
    expect(await found('551198')).toEqual([2, ...movedLast]);
  });

  test('matches one or two letters by name prefix, most recently updated first', async () => {
    expect(await found('bo')).toEqual([4]);
    expect(await found('vo')).toEqual([2]);
    expect(await found('zé')).toEqual([3]);
    expect(await found('ma')).toEqual([2, ...movedLast.filter(isMaria)]);
  });

  test('returns the remaining matches after a cursor without duplicates or gaps', async () => {
    const seen: number[] = [];
    let after: string | undefined;
    for (let n = 0; n < 40; n += 1) {
      const filter = TicketFilter.parse({ searchParam: 'maria', after });
      const { tickets, hasMore, count } = await listTickets(ana, filter);
      seen.push(...tickets.map(({ id }) => id));
      expect(count).toBe((await found('maria')).length);
      const last = tickets.at(-1);
      after = `${new Date(last?.updatedAt ?? 0).getTime()},${last?.id}`;
      if (!hasMore) break;
    }
    expect(seen).toEqual([2, ...movedLast.filter(isMaria).reverse()]);
  });
});

test('compares the names of the few people who have the ends of a long text', async () => {
  const [step] = await planner.stepsOf(() => ticketsOfPeople(ana, 'maria silva'), 'no statistics');
  expect(step?.sql).toContain('instr(contacts.sort_name');
  expect(await countStatements(() => ticketsOfPeople(ana, 'maria silva'))).toBe(1);
  expect(await countStatements(() => ticketsOfPeople(ana, 'maria 1 maria'))).toBe(2);
});

test.each([...STATISTICS])(
  'searches names without a full table scan (planner statistics: %s)',
  async (statistics) => {
    for (const text of ['maria', 'ma', 'm', 'carlos', '5511980000003']) {
      const steps = await planner.stepsOf(() => ticketsOfPeople(ana, text), statistics);
      const details = steps.map(({ detail }) => detail);
      const isNumber = text.startsWith('55');
      const isFew = text === 'carlos' || isNumber;
      expect(details).toContainEqual(
        expect.stringMatching(
          text.length > 2
            ? /^SCAN contacts_fts VIRTUAL TABLE/
            : /^SEARCH contacts USING .*contacts_by_name \(sort_name>\? AND sort_name<\?\)/,
        ),
      );
      if (isNumber) expect(details).toContain('SEARCH contacts USING INTEGER PRIMARY KEY (rowid=?)');
      const inspected = isFew
        ? ['SEARCH tickets USING COVERING INDEX tickets_by_contact (contact_id=?)']
        : [
            'SCAN tickets USING COVERING INDEX tickets_by_update',
            'SEARCH contacts USING INTEGER PRIMARY KEY (rowid=?)',
          ];
      for (const step of inspected) expect(details).toContain(step);
      expect(walks(steps).filter((detail) => !detail.startsWith('SCAN contacts_fts'))).toEqual([]);
      expect(new Set(steps.map(({ sql }) => sql)).size).toBe(1);
      expect(details.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([]);
    }
  },
);
