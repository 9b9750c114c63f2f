import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { callOf } from '@test/support/calls.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Fixtures, fillCompany } from '@test/support/fixtures.ts';
import { setSuper } from '@test/support/people.ts';
import { getTableName } from 'drizzle-orm';
import { MEDIA_COLUMNS } from '@/core/db/media-columns.ts';
import { MODULES } from '@/modules.ts';
import { PAGES } from '@/web/routes.ts';

const WITHOUT_ENTRY: Record<string, string> = {
  'GET /profile/security': 'one’s own: the profile leads to it',
};

const WITHOUT_READER: Record<string, string> = {};

describe('menu', () => {
  let testApp: TestApp;
  let fixtures: Fixtures;
  beforeAll(async () => {
    testApp = await createTestApp();
    await setSuper(testApp.kernel, testApp.people, 'ana');
    fixtures = await fillCompany(testApp, {
      company: 'aurora',
      queueId: testApp.people.queueId.Vendas,
      mark: 'aurora',
    });
  });
  afterAll(() => testApp.stop());

  test('marks the current entry on every full page', async () => {
    const ana = await testApp.as('ana');
    const marks: Record<string, number> = {};
    for (const row of PAGES.filter(({ method }) => method === 'GET')) {
      const { text, status } = await ana.page(callOf(row, fixtures).path);
      if (status !== 200 || !text.includes('id="menu"')) continue;
      const entries = text.match(/<a [^>]*class="side-entry"[^>]*>/g) ?? [];
      marks[row.name] = entries.filter((entry) => entry.includes('aria-current="page"')).length;
    }
    const expected = Object.keys(marks).map((name) => [name, name in WITHOUT_ENTRY ? 0 : 1]);
    expect(marks).toEqual(Object.fromEntries(expected));
    expect(Object.keys(WITHOUT_ENTRY).filter((name) => !(name in marks))).toEqual([]);
  });

  test('links to pages that mark their entry', async () => {
    const ana = await testApp.as('ana');
    const locations = MODULES.flatMap(({ menu = [] }) => menu).filter(({ section }) => section !== 'top');
    for (const { href } of locations) {
      const { text } = await ana.page(href);
      expect(text).toMatch(new RegExp(`<a href="${href}"[^>]*aria-current="page"`));
    }
  });
});

describe('stored files', () => {
  const nameOf = (column: (typeof MEDIA_COLUMNS)[number]) => `${getTableName(column.table)}.${column.name}`;

  test('every media column has exactly one reader or a reason for none', () => {
    const readers = MODULES.flatMap(({ media = [] }) => media.map(({ column }) => column));
    const times = MEDIA_COLUMNS.map((column) => [
      nameOf(column),
      readers.filter((reader) => reader === column).length,
    ]);
    const expected = MEDIA_COLUMNS.map(nameOf).map((name) => [name, name in WITHOUT_READER ? 0 : 1]);
    expect(times).toEqual(expected);
    expect(Object.keys(WITHOUT_READER).filter((name) => !times.some(([known]) => known === name))).toEqual(
      [],
    );
  });
});
