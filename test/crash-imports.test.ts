import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { readRows } from '@/core/db/open-file.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Fixture, openFixture, until } from './crash/fixture.ts';

const PEOPLE = 600;
const KILLS = 4;

installConsoleFilter();

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture({ customers: 0 });
});
afterAll(() => fixture.end());

const numbers = Array.from({ length: PEOPLE }, (_, n) => `55119${71_000_000 + n}`);

function sheet(): FormData {
  const lines = numbers.map((number, n) => `Pessoa ${n};${number};p${n}@example.com`);
  const form = new FormData();
  form.set('file', new File([`Nome;Número;E-mail\n${lines.join('\n')}`], 'people.csv', { type: 'text/csv' }));
  return form;
}

const rowsOf = (sql: string) => readRows(join(fixture.dataDir, 'companies/1/company.db'), sql);
const count = (from: string) => Number((rowsOf(`SELECT count(*) AS n FROM ${from}`)[0] as { n: number }).n);

const IMPORTS = [
  {
    name: 'a sheet of contacts',
    path: async () => '/contacts/upload',
    rows: 'contact_import_rows',
    orders: 'contact_imports',
    stored: "contacts WHERE number LIKE '5511971%'",
  },
  {
    name: 'a sheet of a list',
    path: async () => {
      const { id } = await fixture.api.call<{ id: number }>('POST', '/contact-lists', { name: 'Natal' });
      return `/contact-lists/${id}/upload`;
    },
    rows: 'contact_list_import_rows',
    orders: 'contact_list_imports',
    stored: 'contact_list_items',
  },
];

test.each(IMPORTS)(
  `$name of ${PEOPLE} people in an app killed ${KILLS} times stores everybody exactly once`,
  async ({ path, rows, orders, stored }) => {
    const { api, running } = fixture;
    const address = await path();
    // The reply may be lost with the process; the stored rows are the order.
    const reply = api.call('POST', address, sheet()).catch(() => undefined);
    await until('the sheet is read', () => count(rows) === PEOPLE);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const enough = Math.floor((PEOPLE * kill) / (KILLS + 2));
      await until('more are stored', () => count(`${rows} WHERE outcome IS NOT NULL`) >= enough);
      await running.kill();
      running.spawn();
      await running.answers(60_000);
    }
    await reply;
    await until('the import ends', () => count(`${orders} WHERE state = 'done'`) === 1, 120_000);
    expect(count(`${rows} WHERE outcome IS NULL`)).toBe(0);
    expect(count(stored)).toBe(PEOPLE);
    const found = rowsOf(`SELECT number FROM ${stored} ORDER BY number`) as { number: string }[];
    expect(found.map(({ number }) => number)).toEqual(numbers.toSorted());
  },
);
