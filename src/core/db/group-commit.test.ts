import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as schema from '@db/tenant/schema/index.ts';
import { LibsqlError } from '@libsql/client';
import { yieldToLoop } from '../clock.ts';
import { openDatabase } from './database.ts';
import { isDiskFull } from './driver/database-errors.ts';
import { LocalTransaction } from './driver/local-transaction.ts';
import { systemLockWait } from './driver/wait-for-lock.ts';
import { TENANT_MIGRATIONS, type TenantDatabase } from './tenants/tenants.ts';

const { tags } = schema;
type Writer = Parameters<Parameters<TenantDatabase['write']>[0]>[0];

let dir: string;
let now = 0;
let database: TenantDatabase;
let commits: ReturnType<typeof spyOn<LocalTransaction, 'commit'>>;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-together-'));
  database = await openDatabase({
    url: `file:${join(dir, 'company.db')}`,
    schema,
    migrations: TENANT_MIGRATIONS,
    lockWait: { ...systemLockWait, ticks: () => now },
  });
  commits = spyOn(LocalTransaction.prototype, 'commit');
});
afterEach(async () => {
  commits.mockRestore();
  await database.close();
  rmSync(dir, { recursive: true, force: true });
});

const row = (name: string) => ({ name, searchName: name, color: '#111111' });
const insert = (tx: Writer, name: string) => tx.insert(tags).values(row(name));
const add = (name: string) => database.write((tx) => insert(tx, name));
const addThenThrow = (name: string) =>
  database.write(async (tx) => {
    await insert(tx, name);
    throw new Error(name);
  });
const names = async (reader: Pick<Writer, 'select'> = database.db) =>
  (await reader.select({ name: tags.name }).from(tags).orderBy(tags.id)).map(({ name }) => name);
const outcomes = async (...works: Promise<unknown>[]) =>
  (await Promise.allSettled(works)).map((one) =>
    one.status === 'fulfilled' ? 'ok' : `${one.reason.message}`,
  );

describe('group commit', () => {
  test('starts its commit after yielding to other work', async () => {
    const gate = Promise.withResolvers<void>();
    const taken: number[] = [];
    let isOpen = false;
    const own = await openDatabase({
      url: `file:${join(dir, 'other.db')}`,
      schema,
      migrations: TENANT_MIGRATIONS,
      scheduler: {
        take: () => (isOpen && taken.push(commits.mock.calls.length) === 2 ? gate.promise : undefined),
        hasOthers: () => true,
      },
    });
    isOpen = true;
    commits.mockClear();
    let isAnswered = false;
    const written = own
      .write((tx) => insert(tx, 'a'))
      .then(() => {
        isAnswered = true;
      });
    for (let turn = 0; turn < 5; turn += 1) await yieldToLoop();
    expect([taken, commits.mock.calls.length, isAnswered]).toEqual([[0, 0], 0, false]);
    gate.resolve();
    await written;
    expect([commits.mock.calls.length, await names(own.db)]).toEqual([1, ['a']]);
    await own.close();
  });

  test('commits writes, a batch and late writes of the same loop iteration together', async () => {
    const late = yieldToLoop().then(() => add('late'));
    const sql = "insert into tags (name, search_name, color) values ('batch', 'batch', '#1')";
    await Promise.all([add('a'), database.batch([{ sql, args: [] }]), add('b')]);
    expect(commits).toHaveBeenCalledTimes(1);
    await late;
    expect(await names()).toEqual(['a', 'batch', 'b', 'late']);
  });

  test('hides writes from readers until the commit, later writes see earlier ones', async () => {
    const seen: string[][] = [];
    const readRows = () =>
      database.write(async (tx) => {
        await yieldToLoop();
        seen.push(await names(tx), await names());
      });
    await Promise.all([add('a'), readRows(), add('b'), readRows()]);
    expect(seen).toEqual([['a'], [], ['a', 'b'], []]);
    expect(commits).toHaveBeenCalledTimes(1);
  });

  for (const bad of [0, 1, 3]) {
    test(`a failing write at ${bad} loses none of the others`, async () => {
      const reported = await outcomes(
        ...[0, 1, 2, 3].map((n) => (n === bad ? addThenThrow(`${n}`) : add(`${n}`))),
      );
      expect(reported).toEqual([0, 1, 2, 3].map((n) => (n === bad ? `${n}` : 'ok')));
      expect(await names()).toEqual(['0', '1', '2', '3'].filter((name) => name !== `${bad}`));
    });
  }

  test('a constraint violation fails only its own write', async () => {
    const twice = database.write(async (tx) => {
      await insert(tx, 'b');
      for (const color of ['#1', '#2']) await tx.insert(schema.queues).values({ name: 'Vendas', color });
    });
    const reported = await outcomes(add('a'), twice, add('c'));
    expect(reported.map((one) => one === 'ok')).toEqual([true, false, true]);
    expect(await names()).toEqual(['a', 'c']);
    expect(commits).toHaveBeenCalledTimes(1);
  });

  test('resolves no write before the commit and rejects all when it fails', async () => {
    const answered: string[] = [];
    commits.mockImplementationOnce(async () => {
      await yieldToLoop();
      expect(answered).toEqual([]);
      throw new LibsqlError('no room', 'SQLITE_FULL');
    });
    const works = [add('a'), addThenThrow('b'), add('c')];
    for (const work of works)
      work.then(
        () => answered.push('ok'),
        ({ message }) => answered.push(message),
      );
    const failure = 'SQLITE_FULL: no room';
    expect(await outcomes(...works)).toEqual([failure, failure, failure]);
    expect(await names()).toEqual([]);
    await add('d');
    expect(await names()).toEqual(['d']);
  });

  test('on a full disk exactly the confirmed writes are stored', async () => {
    const { client } = database;
    const pages = Number((await client.execute('PRAGMA page_count')).rows[0]?.page_count);
    const limit = (most: number) => database.write((tx) => tx.run(`PRAGMA max_page_count = ${most}`));
    await limit(pages + 4);
    const large = database.write(async (tx) => {
      await insert(tx, 'large');
      await insert(tx, 'x'.repeat(200_000));
    });
    const reported = await Promise.allSettled([add('a'), large, add('b')]);
    const [, full] = reported;
    expect(full?.status === 'rejected' && isDiskFull(full.reason)).toBe(true);
    expect(await names()).toEqual(['a', 'large', 'b'].filter((_, n) => reported[n]?.status === 'fulfilled'));
    await limit(1_000_000);
    await add('c');
    expect((await names()).at(-1)).toBe('c');
  });

  test('a failed commit that cannot be rolled back blocks no later write', async () => {
    const failing = add('a');
    commits.mockImplementationOnce(() => Promise.reject(new LibsqlError('disk', 'SQLITE_IOERR')));
    const { close } = LocalTransaction.prototype;
    const closing = spyOn(LocalTransaction.prototype, 'close').mockImplementationOnce(function (
      this: LocalTransaction,
    ) {
      close.call(this);
      throw new LibsqlError('no transaction is active', 'SQLITE_ERROR');
    });
    expect(await outcomes(failing)).toEqual(['SQLITE_IOERR: disk']);
    closing.mockRestore();
    await add('b');
    expect(await names()).toEqual(['b']);
  });

  test('a statement nobody awaited does not run in the next write', async () => {
    let stray: Promise<unknown> | undefined;
    const careless = database.write(async (tx) => {
      await insert(tx, 'a');
      stray = yieldToLoop().then(() => insert(tx, 'stray'));
      stray.catch(() => undefined);
    });
    const slow = database.write(async (tx) => {
      await insert(tx, 'b');
      await yieldToLoop();
      await yieldToLoop();
    });
    await Promise.all([careless, slow]);
    expect(commits).toHaveBeenCalledTimes(1);
    expect(await outcomes(stray as Promise<unknown>)).not.toEqual(['ok']);
    expect(await names()).toEqual(['a', 'b']);
  });

  test('writes of a group know which tables earlier ones wrote', async () => {
    const reported = [database.write(async (tx) => tx.hasWritten([tags]))];
    reported.push(add('a').then(() => true));
    reported.push(database.write(async (tx) => tx.hasWritten([tags])));
    reported.push(database.write(async (tx) => tx.hasWritten([schema.queues])));
    expect(await Promise.all(reported)).toEqual([false, true, true, false]);
  });

  test('preserves the async context and the order of exclusive work', async () => {
    const who = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const note = async () => void seen.push(who.getStore());
    const ask = (name: string, work: () => Promise<unknown>) => who.run(name, work);
    await Promise.all([
      ask('a', () => database.write(note)),
      ask('alone', () => database.queue.run(note)),
      ask('b', () => database.write(note)),
    ]);
    expect(seen).toEqual(['a', 'alone', 'b']);
    expect(commits).toHaveBeenCalledTimes(2);
  });

  test('groups at most 20 writes and waits at most 10 milliseconds', async () => {
    await Promise.all(Array.from({ length: 41 }, (_, n) => add(`${n}`)));
    expect(commits).toHaveBeenCalledTimes(3);
    const slow = database.write(async (tx) => {
      await insert(tx, 'slow');
      now += 11;
    });
    await Promise.all([slow, add('next'), add('last')]);
    expect(commits).toHaveBeenCalledTimes(5);
    expect((await names()).slice(41)).toEqual(['slow', 'next', 'last']);
  });
});
