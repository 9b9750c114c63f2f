import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as schema from '@db/tenant/schema/index.ts';
import { createClient, LibsqlError } from '@libsql/client';
import { openDatabase } from './database.ts';
import { isDatabaseTrouble } from './driver/database-errors.ts';
import { createTenants, TENANT_MIGRATIONS } from './tenants/tenants.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-db-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

type Journal = {
  entries: { idx: number; when: number; tag: string; version: string; breakpoints: boolean }[];
};
const journalOf = (folder: string): Journal =>
  JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));

function migrations(count: number, ...more: string[]): string {
  const folder = mkdtempSync(join(dir, 'migrations-'));
  cpSync(TENANT_MIGRATIONS, folder, { recursive: true });
  const journal = journalOf(folder);
  journal.entries = journal.entries.slice(0, count);
  for (const [n, sql] of more.entries()) {
    const idx = journal.entries.length;
    const when = (journal.entries.at(-1)?.when ?? 0) + 1 + n;
    journal.entries.push({ idx, when, tag: `9${idx}_test`, version: '6', breakpoints: true });
    writeFileSync(join(folder, `9${idx}_test.sql`), sql);
  }
  mkdirSync(join(folder, 'meta'), { recursive: true });
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal));
  return folder;
}
const open = (folder: string) =>
  openDatabase({ url: `file:${join(dir, 'company.db')}`, schema, migrations: folder });
const RELEASED = journalOf(TENANT_MIGRATIONS).entries.length;

async function fill(folder: string): Promise<void> {
  const database = await open(folder);
  const { client } = database;
  await client.executeMultiple(`
    insert into connections (id, name, status) values (1, 'Loja', 'CONNECTED');
    insert into queues (id, name, color) values (1, 'Vendas', '#111111');
    insert into users (id, name, email, password_hash, profile) values (1, 'Ana', 'ana@x.test', 'h', 'admin');
    insert into user_queues (user_id, queue_id) values (1, 1);
    insert into contacts (id, name, number) values (1, 'Maria', '5511');
    insert into contact_identities (jid, kind, contact_id) values ('5511@s.whatsapp.net', 'pn', 1);
    insert into tickets (id, uuid, contact_id, connection_id, user_id, queue_id) values (1, 'u', 1, 1, 1, 1);
    insert into messages (id, wid, ticket_id, connection_id, chat_id, contact_id, author, from_me, origin, body, media_type, sent_at)
      values (1, 'W', 1, 1, 1, 1, '1', 0, 'customer', 'Olá, Conceição', 'conversation', 1);
    insert into message_reactions (message_id, author, emoji) values (1, 'me', '👍');
    insert into outbox (lane, kind, payload, due_at) values ('send:1:1', 'message.send', '{"messageId":1}', 1);
  `);
  await database.close();
}
const FILLED = [
  'connections',
  'queues',
  'users',
  'user_queues',
  'contacts',
  'contact_identities',
  'tickets',
  'messages',
  'message_reactions',
  'outbox',
];

async function countAll(folder: string): Promise<number[]> {
  const { client, close } = await open(folder);
  const counts: number[] = [];
  for (const table of FILLED)
    counts.push(Number((await client.execute(`select count(*) as n from ${table}`)).rows[0]?.n));
  expect((await client.execute('PRAGMA foreign_key_check')).rows).toEqual([]);
  await close();
  return counts;
}
const ONE_EACH = FILLED.map(() => 1);

describe('migrations', () => {
  for (let from = 1; from <= RELEASED; from += 1) {
    test(`from version ${from} to ${RELEASED} every row stays`, async () => {
      await fill(migrations(from));
      expect(await countAll(TENANT_MIGRATIONS)).toEqual(ONE_EACH);
      expect(await countAll(TENANT_MIGRATIONS)).toEqual(ONE_EACH);
    });
  }

  test('a start after a crash resumes from the copy', async () => {
    await fill(TENANT_MIGRATIONS);
    const path = join(dir, 'company.db');
    copyFileSync(path, `${path}.before`);
    const { client, close } = await openDatabase({
      url: `file:${path}`,
      schema,
      migrations: TENANT_MIGRATIONS,
    });
    await close();
    client.close();
    copyFileSync(path, `${path}.before`);
    writeFileSync(path, 'half written');
    expect(await countAll(TENANT_MIGRATIONS)).toEqual(ONE_EACH);
    expect(readdirSync(dir).filter((name) => name.includes('before'))).toEqual([]);
  });

  test('rebuilding a table preserves the rows that reference it', async () => {
    await fill(TENANT_MIGRATIONS);
    const rebuild = `
      CREATE TABLE __new_queues AS SELECT * FROM queues;
--> statement-breakpoint
      DROP TABLE queues;
--> statement-breakpoint
      CREATE TABLE queues (id integer primary key autoincrement, name text not null, color text not null, greeting_message text default '' not null, out_of_hours_message text default '' not null, schedules text default '[]' not null, order_queue integer, integration_id integer, prompt_id integer, media_path text default '' not null, media_name text default '' not null, created_at integer, updated_at integer);
--> statement-breakpoint
      INSERT INTO queues (id, name, color) SELECT id, name, color FROM __new_queues;
--> statement-breakpoint
      DROP TABLE __new_queues;`;
    expect(await countAll(migrations(RELEASED, rebuild))).toEqual(ONE_EACH);
  });

  test('a failing migration restores the file and the next start retries', async () => {
    await fill(TENANT_MIGRATIONS);
    const broken = migrations(
      RELEASED,
      'DELETE FROM messages;\n--> statement-breakpoint\nINSERT INTO nowhere VALUES (1);',
    );
    await expect(open(broken)).rejects.toThrow();
    expect(await countAll(TENANT_MIGRATIONS)).toEqual(ONE_EACH);
    expect(await countAll(migrations(RELEASED, 'CREATE TABLE later (id integer);'))).toEqual(ONE_EACH);
  });

  test('a migration that breaks a reference is rejected and rolled back', async () => {
    await fill(TENANT_MIGRATIONS);
    const broken = migrations(RELEASED, 'DELETE FROM contacts;');
    for (let start = 0; start < 2; start += 1) await expect(open(broken)).rejects.toThrow(/broken reference/);
    expect(await countAll(TENANT_MIGRATIONS)).toEqual(ONE_EACH);
    expect(readdirSync(dir).filter((name) => name.includes('before'))).toEqual([]);
  });
});

describe('database', () => {
  test('enforces foreign keys and cascades deletions', async () => {
    await fill(TENANT_MIGRATIONS);
    const { client, db, write, close } = await open(TENANT_MIGRATIONS);
    const dangling = write((tx) =>
      tx.insert(schema.contactFields).values({ contactId: 99, name: 'a', value: 'b' }),
    );
    await expect(dangling).rejects.toThrow();
    await write((tx) => tx.delete(schema.contacts));
    expect(await db.select().from(schema.messages)).toEqual([]);
    expect((await client.execute('PRAGMA journal_mode')).rows[0]?.journal_mode).toBe('wal');
    await close();
  });

  test('a unique index allows one open ticket per contact and connection', async () => {
    await fill(TENANT_MIGRATIONS);
    const { write, close } = await open(TENANT_MIGRATIONS);
    const second = (status: 'open' | 'pending' | 'closed') =>
      write((tx) =>
        tx.insert(schema.tickets).values({ uuid: status, contactId: 1, connectionId: 1, status }),
      );
    await expect(second('open')).rejects.toThrow();
    await expect(second('pending')).rejects.toThrow();
    await second('closed');
    await close();
  });

  test('distinguishes database failures from invalid rows and statements', async () => {
    await fill(TENANT_MIGRATIONS);
    const { write, close } = await open(TENANT_MIGRATIONS);
    const refusals = [
      write((tx) => tx.insert(schema.queues).values({ name: 'Vendas', color: '#222222' })),
      write((tx) => tx.insert(schema.queues).values({ name: null as never, color: '#2' })),
      write((tx) => tx.run('select * from nowhere')),
      write(() => Promise.reject(new TypeError('ours'))),
    ];
    for (const refusal of refusals)
      expect(isDatabaseTrouble(await refusal.catch((error) => error))).toBe(false);
    for (const code of ['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_CORRUPT'])
      expect(isDatabaseTrouble(new Error('query', { cause: new LibsqlError('x', code) }))).toBe(true);
    const other = createClient({ url: `file:${join(dir, 'company.db')}` });
    const lock = await other.transaction('write');
    const impatient = createClient({ url: `file:${join(dir, 'company.db')}`, timeout: 1 });
    const busy = await impatient.execute("update queues set name = 'x'").catch((error) => error);
    expect(isDatabaseTrouble(busy)).toBe(true);
    await lock.rollback();
    other.close();
    impatient.close();
    await close();
  });
});

describe('tenants', () => {
  test('a failing migration affects only its company and is retried', async () => {
    const tenants = createTenants({ dataDir: dir, ticks: () => 0 });
    mkdirSync(tenants.folder(7), { recursive: true });
    writeFileSync(
      join(tenants.folder(7), 'company.db'),
      'this is no database, but long enough to look like one'.repeat(50),
    );
    await expect(tenants.open(7)).rejects.toThrow();
    await tenants.create(8);
    expect(await (await tenants.open(8)).db.select().from(schema.contacts)).toEqual([]);
    expect(tenants.failingIds()).toEqual([7]);
    rmSync(join(tenants.folder(7), 'company.db'));
    copyFileSync(join(tenants.folder(8), 'company.db'), join(tenants.folder(7), 'company.db'));
    expect(await (await tenants.open(7)).db.select().from(schema.contacts)).toEqual([]);
    expect(tenants.failingIds()).toEqual([]);
    await tenants.closeAll();
  });
});
