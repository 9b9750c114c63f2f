import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { LocalConnection } from '@/core/db/driver/local-connection.ts';
import { ENDPOINTS, PAGES } from '@/web/routes.ts';
import { isShipped, listSources } from './architecture/sources.ts';
import { callOf } from './support/calls.ts';
import type { TestApp } from './support/deps.ts';
import { createFilledApp, type Fixtures } from './support/fixtures.ts';
import { setSuper } from './support/people.ts';

/** Tables that grow with use; all others are set up by people or limited by the plan. */
const GROWING = [
  'audit_entries',
  'campaign_shippings',
  'chat_messages',
  'click_links',
  'contact_import_rows',
  'contact_list_import_rows',
  'contact_list_items',
  'contacts',
  'messages',
  'opt_outs',
  'schedules',
  'ticket_events',
  'ticket_notes',
  'ticket_trackings',
  'tickets',
  'webhook_deliveries',
];
const MANY = 1_500;
const MAX_ROWS = 1_001;

let testApp: TestApp;
let fixtures: Fixtures;

beforeAll(async () => {
  ({ testApp, fixtures } = await createFilledApp());
  await setSuper(testApp.kernel, testApp.people, 'ana');
  for (const table of GROWING) await multiply(table);
});
afterAll(() => testApp.stop());

async function multiply(table: string): Promise<void> {
  const { client } = await testApp.kernel.tenants.open(fixtures.companyId);
  const rows = async (sql: string) => (await client.execute(sql)).rows;
  const columns = await rows(`select name, type, pk from pragma_table_info('${table}')`);
  const unique = new Set<unknown>();
  for (const { name } of await rows(`select name from pragma_index_list('${table}') where "unique"`))
    for (const column of await rows(`select name from pragma_index_info('${name}')`)) unique.add(column.name);
  const values = columns.map(({ name, type, pk }) => {
    if (pk === 1 && type === 'INTEGER') return 'null';
    if (pk === 0 && !unique.has(name)) return `"${name}"`;
    return type === 'INTEGER' ? `"${name}" + n.i` : `"${name}" || '-' || n.i`;
  });
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  await client.executeMultiple(`PRAGMA foreign_keys = off;
    with recursive n(i) as (values (1) union all select i + 1 from n where i < ${MANY})
    insert or ignore into "${table}" (${names}) select ${values} from (select * from "${table}" limit 1), n`);
}

async function largeReads(work: () => Promise<unknown>): Promise<string[]> {
  const large = new Set<string>();
  const values = LocalConnection.prototype.values;
  const run = LocalConnection.prototype.run;
  const spies = [
    spyOn(LocalConnection.prototype, 'values').mockImplementation(function (
      this: LocalConnection,
      sql,
      args,
    ) {
      const rows = values.call(this, sql, args);
      if (rows.length > MAX_ROWS) large.add(`${rows.length}: ${sql}`);
      return rows;
    }),
    spyOn(LocalConnection.prototype, 'run').mockImplementation(function (this: LocalConnection, sql, args) {
      const result = run.call(this, sql, args);
      if (result.rows.length > MAX_ROWS) large.add(`${result.rows.length}: ${sql}`);
      return result;
    }),
  ];
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return [...large];
}

test('every growing table exceeds the row limit in the fixtures', async () => {
  const { client } = await testApp.kernel.tenants.open(fixtures.companyId);
  const small: string[] = [];
  for (const table of GROWING) {
    const { rows } = await client.execute(`select count(*) as n from "${table}"`);
    if (Number(rows[0]?.n) <= MAX_ROWS) small.push(table);
  }
  expect(small).toEqual([]);
});

describe('responses read at most one page of rows at once', () => {
  for (const [guard, rows] of [
    ['api', ENDPOINTS],
    ['pages', PAGES],
  ] as const) {
    for (const row of rows.filter(({ method }) => method === 'GET')) {
      test(`${guard} ${row.path}`, async () => {
        const { path } = callOf(row, fixtures);
        const ana = await testApp.as('ana');
        const accept = guard === 'api' ? 'application/json' : 'text/html';
        const found = await largeReads(async () =>
          (await ana.raw(path, { headers: { Accept: accept } })).arrayBuffer(),
        );
        expect(found).toEqual([]);
      });
    }
  }
});

test('no query selects all rows with a limit of -1', () => {
  const endless = /\blimit\b\W{0,3}-\s*1\b/i;
  const sources = listSources('{ts,tsx}', ['src', 'demo']).filter(isShipped);
  expect(sources.filter(({ text }) => endless.test(text)).map(({ path }) => path)).toEqual([]);
  expect(['limit: -1', '.limit(-1)', 'LIMIT -1'].every((text) => endless.test(text))).toBe(true);
});
