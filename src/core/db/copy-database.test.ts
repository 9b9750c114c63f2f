import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as schema from '@db/tenant/schema/index.ts';
import type { Client } from '@libsql/client';
import { NEWEST, rowsIn, unpack } from '@test/upgrade/released.ts';
import { copyDatabase, isUnfinished, readContent, sourceIn, targetIn } from './copy-database.ts';
import { openDatabase } from './database.ts';
import { LocalClient } from './driver/local-client.ts';
import { systemLockWait } from './driver/wait-for-lock.ts';
import { createNamespaces } from './remote/database-server.ts';
import { RemoteClient } from './remote/remote-client.ts';
import { describeWithSqld, startSqld } from './remote/sqld.test-support.ts';
import { TENANT_MIGRATIONS } from './tenants/tenants.ts';

let dir: string;
const clients: Client[] = [];
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-copy-'));
  await unpack(NEWEST, 'company.db', pathOf('source'));
  const migrated = await openDatabase({
    url: `file:${pathOf('source')}`,
    schema,
    migrations: TENANT_MIGRATIONS,
  });
  await migrated.close();
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  rmSync(dir, { recursive: true });
});

const pathOf = (name: string) => join(dir, `${name}.db`);
const opened = <C extends Client>(client: C): C => {
  clients.push(client);
  return client;
};
const fileAt = (name: string) => opened(new LocalClient(pathOf(name), systemLockWait, () => undefined));

const SCHEMA = "SELECT type, name, sql FROM sqlite_schema WHERE name <> 'owner' ORDER BY type, name";
const all = async (client: Client, sql: string) =>
  (await client.execute(sql)).rows.map((row) => ({ ...row }));

/** All rows, indexes, triggers and searches, and the next number of each table. */
async function expectEqual(copy: Client, path: string, source: Client): Promise<void> {
  for (const sql of [SCHEMA, 'SELECT * FROM sqlite_sequence ORDER BY name', 'PRAGMA user_version'])
    expect(await all(copy, sql)).toEqual(await all(source, sql));
  expect(await readContent(sourceIn(copy))).toEqual(await readContent(sourceIn(source)));
  expect(rowsIn(path)).toEqual(rowsIn(pathOf('source')));
  const search = "SELECT rowid FROM messages_fts WHERE messages_fts MATCH 'fixture' ORDER BY rowid";
  expect((await all(source, search)).length).toBeGreaterThan(0);
  expect(await all(copy, search)).toEqual(await all(source, search));
  expect(await all(copy, 'PRAGMA foreign_key_check')).toEqual([]);
  expect(await all(copy, 'PRAGMA integrity_check')).toMatchObject([{ integrity_check: 'ok' }]);
}

test('copies every row and index of a company into another file', async () => {
  const [source, copy] = [fileAt('source'), fileAt('copy')];
  const location = "SET media_type = 'locationMessage', body = 'Padaria da Esquina'";
  await source.execute(`UPDATE messages ${location} WHERE id = (SELECT max(id) FROM messages)`);
  await copyDatabase(sourceIn(source), targetIn(copy));
  expect(await isUnfinished(sourceIn(copy))).toBe(false);
  const found = "SELECT rowid FROM messages_fts WHERE messages_fts MATCH 'padaria'";
  for (const database of [source, copy]) expect(await all(database, found)).toEqual([]);
  await expectEqual(copy, pathOf('copy'), source);
});

test('differs from its source after one changed value', async () => {
  const [source, copy] = [fileAt('source'), fileAt('copy')];
  await copyDatabase(sourceIn(source), targetIn(copy));
  await source.execute("UPDATE messages SET body = 'outro' WHERE id = (SELECT min(id) FROM messages)");
  const [before, after] = [await readContent(sourceIn(copy)), await readContent(sourceIn(source))];
  const differing = [...before].filter(([table, { hash }]) => after.get(table)?.hash !== hash);
  expect(differing.map(([table]) => table)).toEqual(['messages']);
});

test('that was cut off is known', async () => {
  const [source, copy] = [fileAt('source'), fileAt('copy')];
  let left = 5;
  const cut = Object.create(source, {
    execute: {
      value: (statement: string) => {
        left -= 1;
        if (left < 0) throw new Error('cut');
        return source.execute(statement);
      },
    },
  });
  await expect(copyDatabase(sourceIn(cut), targetIn(copy))).rejects.toThrow('cut');
  expect(await isUnfinished(sourceIn(copy))).toBe(true);
});

describeWithSqld('a namespace', () => {
  test('takes a whole company, and gives it back unchanged', async () => {
    const server = await startSqld();
    await createNamespaces(server).create('company-7');
    const remote = opened(new RemoteClient({ server, name: 'company-7' }, () => undefined));
    const [source, back] = [fileAt('source'), fileAt('back')];
    await copyDatabase(sourceIn(source), targetIn(remote));
    await remote.execute('CREATE TABLE owner (id INTEGER, epoch INTEGER)');
    await copyDatabase(sourceIn(remote), targetIn(back));
    await expectEqual(back, pathOf('back'), source);
    await server.stop();
  });
});
