import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { contacts } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { createPlanner, STATISTICS } from '@test/support/plans.ts';
import { sql } from 'drizzle-orm';
import { listContacts, listContactsUncounted, streamContacts } from '../contacts.queries.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const RARE = ['Ana Márcia', 'Bruno', 'Marcos', 'Zilda Marques', 'maria', 'Mara', 'Dimar'];
const SURNAMES = Array.from({ length: 1_200 }, (_, n) => `P${String(n * 7919).padStart(8, '0')} Marinho`);

async function furnish(names: string[]): Promise<void> {
  await (await testApp.systemScope()).write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.run(sql`insert into contacts (name, number)
      select value, '55119' || (10000000 + key) from json_each(${JSON.stringify(names)})`);
    await tx.db.insert(contacts).values({ name: 'Marés do grupo', number: '120363', isGroup: true });
  });
}

const letters = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
const expected = (names: string[], text: string) => {
  const found = names.map(letters).filter((name) => name.includes(text));
  const begins = (name: string) => (name.startsWith(text) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b) || (a < b ? -1 : 1));
};

describe.each([
  ['a rare word', RARE],
  ['a word of more than a thousand', [...RARE, ...SURNAMES]],
])('search for %s', (_kind, names) => {
  beforeAll(() => furnish(names));
  const wanted = expected(names, 'mar');
  const scope = () => testApp.scopeOf('ana');

  test('lists prefix matches first, each group by name, without chat groups', async () => {
    const { contacts: page, count } = await listContacts(await scope(), {
      searchParam: 'mar',
      pageNumber: 1,
    });
    expect(page.map(({ name }) => letters(name))).toEqual(wanted.slice(0, page.length));
    expect(count).toBe(wanted.length);
    const all = await new Response(await streamContacts(await scope(), { name: 'mar' })).json();
    expect(all.map(({ name }: { name: string }) => letters(name))).toEqual(wanted.toSorted());
  });

  test('returns every match once by page number and by cursor', async () => {
    const numbered: string[] = [];
    for (let pageNumber = 1, more = true; more; pageNumber += 1) {
      const page = await listContacts(await scope(), { searchParam: 'mar', pageNumber });
      numbered.push(...page.contacts.map(({ name }) => letters(name)));
      more = page.hasMore;
    }
    expect(numbered).toEqual(wanted);
    for (let at = 0; at < Math.min(wanted.length, RARE.length + 2); at += 1) {
      const last = await idOf(wanted[at] ?? '');
      const page = await listContacts(await scope(), { searchParam: 'mar', pageNumber: 1, after: last });
      expect(page.contacts.map(({ name }) => letters(name))).toEqual(
        wanted.slice(at + 1, at + 1 + page.contacts.length),
      );
      expect(page.hasMore).toBe(at + 1 + page.contacts.length < wanted.length);
    }
  });
});

test.each([...STATISTICS])(
  'a page reads an index range, and counts no more than it needs (%s)',
  async (mood) => {
    const planner = await createPlanner();
    const scope = await testApp.scopeOf('ana');
    const stepsOf = (read: typeof listContacts | typeof listContactsUncounted, searchParam: string) =>
      planner.stepsOf(() => read(scope, { searchParam, pageNumber: 1 }), mood);
    const ofIndex = /contacts_fts/;
    // More names begin with "p" than a page shows.
    await furnish(SURNAMES);
    const [full, counted, rest] = [
      await stepsOf(listContactsUncounted, 'p00'),
      await stepsOf(listContacts, 'p00'),
      await stepsOf(listContactsUncounted, 'mar'),
    ];
    planner.close();
    expect(full.filter(({ sql }) => ofIndex.test(sql))).toEqual([]);
    expect(full[0]?.detail).toBe(
      'SEARCH contacts USING INDEX contacts_by_name (sort_name>? AND sort_name<?)',
    );
    expect(counted.some(({ sql }) => ofIndex.test(sql))).toBe(true);
    const counting = rest.filter(({ sql }) => ofIndex.test(sql) && /count\(\*\)/.test(sql));
    expect(counting).not.toEqual([]);
    for (const { sql } of counting) expect(sql).toMatch(/limit 1001/);
  },
);

test.each(['mar', 'ma', '11910'])(
  'a search for "%s" counts 5,000 at most, and has more',
  async (searchParam) => {
    for (const people of [4_999, 5_001]) {
      await furnish(Array.from({ length: people }, (_, n) => `Marina ${n}`));
      const page = await listContacts(await testApp.scopeOf('ana'), { searchParam, pageNumber: 1 });
      expect(page).toMatchObject({ count: Math.min(people, 5_000), hasMore: true });
    }
  },
);

async function idOf(name: string): Promise<number> {
  const { db } = await testApp.systemScope();
  const [row] = await db.select({ id: contacts.id }).from(contacts).where(sql`sort_name = ${name}`);
  return row?.id ?? 0;
}
