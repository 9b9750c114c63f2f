import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as schema from '@db/tenant/schema/index.ts';
import { openDatabase } from '../database.ts';
import { createTenants, TENANT_MIGRATIONS, type TenantDatabase, writeTemplate } from '../tenants/tenants.ts';
import { isLocked } from './database-errors.ts';
import { type LockHolder, startLockHolder } from './lock-holder.test-support.ts';
import { type LockWait, systemLockWait } from './wait-for-lock.ts';

class CountedLockWait implements LockWait {
  lockMs = Number.POSITIVE_INFINITY;
  waited = 0;
  pauses: number[] = [];
  ticks = () => this.waited;
  async pause(ms: number) {
    if (!Number.isFinite(ms)) return new Promise<void>(() => undefined);
    this.waited += ms;
    this.pauses.push(ms);
    await systemLockWait.pause(1);
  }
}

let dir: string;
let lockWait: CountedLockWait;
let ours: TenantDatabase;
let theirs: TenantDatabase;
let holder: LockHolder;
const openAt = (name: string) =>
  openDatabase({ url: `file:${join(dir, name)}`, schema, migrations: TENANT_MIGRATIONS, lockWait });

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-lock-'));
  lockWait = new CountedLockWait();
  [ours, theirs] = [await openAt('ours.db'), await openAt('theirs.db')];
  holder = startLockHolder(join(dir, 'ours.db'));
});
afterEach(async () => {
  lockWait.lockMs = 0;
  await holder.end();
  await Promise.all([ours.close(), theirs.close()]);
  rmSync(dir, { recursive: true, force: true });
});

const tag = (name: string) => ({ name, searchName: name, color: '#111111' });
const add = ({ write }: TenantDatabase, name: string) =>
  write((tx) => tx.insert(schema.tags).values(tag(name)));
const names = async ({ db }: TenantDatabase) =>
  (await db.select({ name: schema.tags.name }).from(schema.tags).orderBy(schema.tags.id)).map(
    ({ name }) => name,
  );
const waitedTimes = async (times: number) => {
  while (lockWait.pauses.length < times) await systemLockWait.pause(1);
};

describe('a write lock of another program', () => {
  test('delays only its own company and writes continue in order', async () => {
    await holder.run('BEGIN IMMEDIATE');
    await holder.run("insert into tags (name, search_name, color) values ('foreign', '', '#1')");
    const waiting: Promise<unknown>[] = ['one', 'two', 'three'].map((name) => add(ours, name));
    waiting.push(
      ours.batch([
        { sql: "insert into tags (name, search_name, color) values ('four', 'four', '#1')", args: [] },
      ]),
    );
    waiting.push(ours.db.insert(schema.tags).values(tag('five')).execute());
    await waitedTimes(20);
    for (const name of ['a', 'b', 'c']) await add(theirs, name);
    expect(await names(theirs)).toEqual(['a', 'b', 'c']);
    expect(await names(ours)).toEqual([]);
    expect(Math.max(...lockWait.pauses)).toBe(100);
    await holder.run('COMMIT');
    await Promise.all(waiting);
    const stored = await names(ours);
    expect(stored.filter((name) => name !== 'five')).toEqual(['foreign', 'one', 'two', 'three', 'four']);
    expect(stored).toContain('five');
  });

  test('never blocks the event loop', async () => {
    await holder.run('BEGIN IMMEDIATE');
    const began = add(ours, 'one');
    let longest = 0;
    for (let turn = 0; turn < 50; turn += 1) {
      const at = performance.now();
      await new Promise((resolve) => setImmediate(resolve));
      longest = Math.max(longest, performance.now() - at);
    }
    await holder.run('ROLLBACK');
    await began;
    expect(longest).toBeLessThan(systemLockWait.lockMs);
  });

  test('fails waiting writes after the timeout and the next write succeeds', async () => {
    await holder.run('BEGIN IMMEDIATE');
    lockWait.lockMs = 500;
    const refused = await Promise.all(
      ['one', 'two', 'three'].map((name) => add(ours, name).catch((error: unknown) => error)),
    );
    expect(refused.map(isLocked)).toEqual([true, true, true]);
    expect(lockWait.waited).toBeLessThan(700);
    const alone = ours.db.insert(schema.tags).values(tag('four'));
    expect(
      isLocked(
        await alone.then(
          () => undefined,
          (error: unknown) => error,
        ),
      ),
    ).toBe(true);
    await holder.run('COMMIT');
    for (const name of ['five', 'six']) await add(ours, name);
    await ours.db.insert(schema.tags).values(tag('seven'));
    expect(await names(ours)).toEqual(['five', 'six', 'seven']);
  });

  test('in the middle of a transaction does not break later commits', async () => {
    const reading = await ours.client.transaction('deferred');
    await reading.execute('select count(*) from tags');
    await holder.run("insert into tags (name, search_name, color) values ('foreign', '', '#1')");
    const refusal = await reading
      .execute("insert into tags (name, search_name, color) values ('x', '', '#1')")
      .catch((e) => e);
    expect(isLocked(refusal)).toBe(true);
    reading.close();
    await add(ours, 'after');
    await add(ours, 'and after');
    expect(await names(ours)).toEqual(['foreign', 'after', 'and after']);
  });
});

describe('an exclusive lock of another program', () => {
  test('delays reads, opening and writes of that file only', async () => {
    await add(ours, 'one');
    await ours.client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
    copyFileSync(join(dir, 'ours.db'), join(dir, 'third.db'));
    const owner = startLockHolder(join(dir, 'third.db'));
    await owner.run('PRAGMA locking_mode = EXCLUSIVE');
    await owner.run("UPDATE tags SET name = 'changed'");
    const opening = openAt('third.db');
    await waitedTimes(10);
    await add(theirs, 'a');
    expect(await names(theirs)).toEqual(['a']);
    await owner.end();
    const third = await opening;
    expect(await names(third)).toEqual(['changed']);
    await add(third, 'two');
    await third.close();
  });
});

describe('a WAL that another program reads', () => {
  test('delays closing only briefly and loses nothing', async () => {
    await add(ours, 'one');
    await holder.run('BEGIN');
    await holder.run('SELECT count(*) FROM tags');
    await add(ours, 'two');
    await ours.close();
    expect(lockWait.waited).toBeLessThan(1_000);
    expect(statSync(join(dir, 'ours.db-wal')).size).toBeGreaterThan(0);
    await holder.run('COMMIT');
    ours = await openAt('ours.db');
    expect(await names(ours)).toEqual(['one', 'two']);
  });
});

describe('a file that other programs open and close', () => {
  async function sharesFairly(database: TenantDatabase, path: string): Promise<void> {
    await add(database, 'before');
    const other = startLockHolder(path);
    await other.run("INSERT INTO tags (name, search_name, color) VALUES ('foreign', 'foreign', '#222222')");
    expect(await names(database)).toEqual(['before', 'foreign']);
    await other.end();
    expect(existsSync(`${path}-wal`)).toBe(true);
    await add(database, 'after');
    const third = startLockHolder(path);
    await third.run("UPDATE tags SET color = '#333333' WHERE name = 'after'");
    await third.end();
    const colours = await database.db.select({ color: schema.tags.color }).from(schema.tags);
    expect(colours.map(({ color }) => color)).toContain('#333333');
    expect((await database.client.execute('PRAGMA integrity_check')).rows[0]?.integrity_check).toBe('ok');
  }

  test('stays intact when created in this process', async () => {
    const tenants = createTenants({ dataDir: dir, ticks: () => 0 });
    await tenants.create(1);
    await sharesFairly(await tenants.open(1), join(tenants.folder(1), 'company.db'));
    await tenants.closeAll();
  });

  test('stays intact when migrated in this process', async () => {
    const path = join(dir, 'old.db');
    await writeTemplate(path);
    const older = await openAt('old.db');
    await older.client.batch(['PRAGMA user_version = 1'], 'write');
    await older.close();
    copyFileSync(path, join(dir, 'older.db'));
    const migrated = await openAt('older.db');
    await sharesFairly(migrated, join(dir, 'older.db'));
    await migrated.close();
  });
});
