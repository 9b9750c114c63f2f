import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LibsqlError } from '@libsql/client';
import { LocalClient } from './local-client.ts';
import { LocalConnection } from './local-connection.ts';
import type { WrittenTables } from './table-versions.ts';
import { systemLockWait } from './wait-for-lock.ts';

let dir: string;
let client: LocalClient;
let reported: (string[] | 'all')[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-client-'));
  reported = [];
  const notify = (written: WrittenTables) => void reported.push(written === 'all' ? 'all' : [...written]);
  client = new LocalClient(join(dir, 'a.db'), { ...systemLockWait, lockMs: 100 }, notify);
  await client.executeMultiple(
    'PRAGMA journal_mode = WAL; create table t (id integer primary key, name text unique, data blob); create table u (id integer)',
  );
  reported = [];
});
afterEach(() => {
  client.close();
  rmSync(dir, { recursive: true });
});

const insert = (id: number, name: string) => ({
  sql: 'insert into t (id, name) values (?, ?)',
  args: [id, name],
});
const refusal = (work: Promise<unknown>) => work.catch((error: unknown) => error as LibsqlError);

describe('rows', () => {
  test('are readable by name and index, also with duplicate column names', async () => {
    await client.execute(insert(1, 'Ana'));
    const { rows, columns } = await client.execute('select id, name, name, 7 as id from t');
    expect(columns).toEqual(['id', 'name', 'name', 'id']);
    expect({ ...rows[0] }).toEqual({ id: 1, name: 'Ana' });
    expect(Array.from(rows[0] as ArrayLike<unknown>)).toEqual([1, 'Ana', 'Ana', 7]);
    expect(await client.values('select name, id from t where id = ?', [1])).toEqual([['Ana', 1]]);
  });

  test('return bytes unchanged in buffers of their own', async () => {
    const bytes = new Uint8Array([1, 2, 0, 255]);
    await client.execute({ sql: 'insert into t (id, data) values (1, ?)', args: [bytes] });
    await client.execute({ sql: 'insert into t (id, data) values (2, ?)', args: [bytes.buffer] });
    for (const { data } of (await client.execute('select data from t')).rows) {
      expect(data).toBeInstanceOf(ArrayBuffer);
      expect(new Uint8Array(data as ArrayBuffer)).toEqual(bytes);
    }
    for (const [data] of await client.values('select data from t', [])) {
      expect(data).toBeInstanceOf(Buffer);
      expect(data).toEqual(Buffer.from(bytes));
    }
  });

  test('bind booleans, dates and named parameters and reject invalid values', async () => {
    const args = { yes: true, at: new Date(5) };
    expect((await client.execute({ sql: 'select :yes as yes, @at as at', args })).rows[0]).toMatchObject({
      yes: 1,
      at: 5,
    });
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, new Date(Number.NaN), undefined])
      expect(await refusal(client.execute({ sql: 'select ?', args: [wrong as never] }))).toBeInstanceOf(
        Error,
      );
  });

  test('bind whole numbers as integers and others as reals, both read as numbers', async () => {
    const asked = `select 'a' || ?, 5 / ?, typeof(?), typeof(?), typeof(?), typeof(?)`;
    const args = [5, 2, -7, 2.5, true, new Date(9)];
    const reported = ['a5', 2, 'integer', 'real', 'integer', 'integer'];
    expect(await client.values(asked, args)).toEqual([reported]);
    const batch = await client.batch([[asked, args as never]]);
    expect(Array.from(batch[0]?.rows[0] as ArrayLike<unknown>)).toEqual(reported);
    const tx = await client.transaction();
    expect(await tx.values(asked, args)).toEqual([reported]);
    tx.close();
    const named = { sql: 'select typeof(:n) as n', args: { n: 1 } };
    expect((await client.execute(named)).rows[0]).toMatchObject({ n: 'integer' });
    expect(await client.values('select ?, ?, ?', [0, -1.5, 1_700_000_000_000])).toEqual([
      [0, -1.5, 1_700_000_000_000],
    ]);
  });

  test('preserve column affinity and numbers of any size', async () => {
    await client.execute('create table n (i integer, r real, x text)');
    for (const value of [1, 2 ** 53 - 1, -(2 ** 53) + 1, 2 ** 53, 2 ** 60, 1e300])
      await client.execute({ sql: 'insert into n values (?, ?, ?)', args: [value, value, value] });
    expect(
      await client.values('select typeof(i), typeof(r), x, i = ?, i from n where i = ?', [1, 1]),
    ).toEqual([['integer', 'real', '1', 1, 1]]);
    expect(await client.values('select typeof(i), cast(i as text) from n', [])).toEqual([
      ['integer', '1'],
      ['integer', '9007199254740991'],
      ['integer', '-9007199254740991'],
      ['integer', '9007199254740992'],
      ['integer', '1152921504606846976'],
      ['real', '1.0e+300'],
    ]);
    const most = 2n ** 63n - 1n;
    expect(await client.values('select cast(? as text)', [most])).toEqual([[`${most}`]]);
    for (const wrong of [most + 1n, -(2n ** 64n)])
      expect(await refusal(client.values('select ?', [wrong]))).toBeInstanceOf(RangeError);
  });

  test('a cached statement sees the changed table schema', async () => {
    await client.execute(insert(1, 'Ana'));
    expect(await client.values('select name from t', [])).toEqual([['Ana']]);
    await client.execute('alter table t add column later text default "x"');
    expect(await client.values('select name from t', [])).toEqual([['Ana']]);
    expect(await client.values('select later from t', [])).toEqual([['x']]);
  });
});

describe('a failure', () => {
  test('has the SQLite code and the statement works again afterwards', async () => {
    const returning = { ...insert(1, 'Ana'), sql: `${insert(1, 'Ana').sql} returning id` };
    await client.execute(returning);
    const error = await refusal(client.execute(returning));
    expect(error).toBeInstanceOf(LibsqlError);
    expect(error).toMatchObject({ code: 'SQLITE_CONSTRAINT', extendedCode: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
    expect((await client.execute({ ...returning, args: [2, 'Bia'] })).rows[0]).toMatchObject({ id: 2 });
  });

  test('in a transaction preserves the statements before and after it', async () => {
    const tx = await client.transaction();
    await tx.execute(insert(1, 'Ana'));
    expect(await refusal(tx.execute(insert(2, 'Ana')))).toMatchObject({ code: 'SQLITE_CONSTRAINT' });
    await tx.execute(insert(3, 'Bia'));
    await tx.commit();
    expect(await client.values('select id from t', [])).toEqual([[1], [3]]);
    expect(await refusal(tx.execute(insert(4, 'Caio')))).toMatchObject({ code: 'TRANSACTION_CLOSED' });
  });

  test('in a batch rolls back the batch and reports the statement’s index', async () => {
    const error = await refusal(client.batch([insert(1, 'Ana'), insert(2, 'Ana')], 'write'));
    expect(error).toMatchObject({ code: 'SQLITE_CONSTRAINT', statementIndex: 1 });
    expect(await client.values('select count(*) from t', [])).toEqual([[0]]);
    expect(await client.batch([insert(1, 'Ana')], 'write')).toHaveLength(1);
  });

  test('by a foreign lock is SQLITE_BUSY after the timeout', async () => {
    const other = new LocalClient(join(dir, 'a.db'), { ...systemLockWait, lockMs: 1 }, () => undefined);
    const tx = await client.transaction();
    expect(await refusal(other.execute(insert(1, 'Ana')))).toMatchObject({ code: 'SQLITE_BUSY' });
    expect(await refusal(other.transaction())).toMatchObject({ code: 'SQLITE_BUSY' });
    await tx.rollback();
    await (await other.transaction()).rollback();
    await other.execute(insert(1, 'Ana'));
    other.close();
  });

  test('on a closed client is CLIENT_CLOSED', async () => {
    client.close();
    expect(await refusal(client.execute('select 1'))).toMatchObject({ code: 'CLIENT_CLOSED' });
    expect(await refusal(client.transaction())).toMatchObject({ code: 'CLIENT_CLOSED' });
  });
});

describe('a transaction', () => {
  test('is invisible before its commit and the next one starts afterwards', async () => {
    const first = await client.transaction();
    await first.execute(insert(1, 'Ana'));
    expect(await client.values('select count(*) from t', [])).toEqual([[0]]);
    const order: string[] = [];
    const second = client.transaction().then((tx) => {
      order.push('second');
      return tx.execute(insert(2, 'Bia')).then(() => tx.commit());
    });
    order.push('first');
    await first.commit();
    await second;
    expect(order).toEqual(['first', 'second']);
    expect(await client.values('select count(*) from t', [])).toEqual([[2]]);
  });
});

describe('a pending commit', () => {
  test('accepts no more statements and cannot be rolled back', async () => {
    const tx = await client.transaction();
    await tx.execute(insert(1, 'Ana'));
    const committed = tx.commit();
    expect(tx.closed).toBe(true);
    expect(await refusal(tx.execute(insert(2, 'Bia')))).toMatchObject({ code: 'TRANSACTION_CLOSED' });
    tx.close();
    await committed;
    expect(await client.values('select id from t', [])).toEqual([[1]]);
    expect(reported).toEqual([['t']]);
  });

  test('that SQLite rejects is rolled back and the next one works', async () => {
    await client.executeMultiple('create table c (t references t (id) deferrable initially deferred)');
    const tx = await client.transaction();
    await tx.execute('insert into c values (7)');
    const error = await refusal(tx.commit());
    expect(error).toMatchObject({ code: 'SQLITE_CONSTRAINT' });
    expect(tx.closed).toBe(false);
    tx.close();
    await client.execute(insert(1, 'Ana'));
    expect(await client.values('select (select count(*) from c), (select count(*) from t)', [])).toEqual([
      [0, 1],
    ]);
  });

  test('completes for callers that spin the event loop, like expect(…).rejects', async () => {
    const file = join(import.meta.dir, 'blocks-the-loop.test-support.ts');
    // Runs in a child process: if the end is missed, nothing inside could stop the waiting.
    const child = Bun.spawn([process.execPath, 'test', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 20_000,
    });
    const reported = await new Response(child.stderr).text();
    expect(`${await child.exited}: ${reported}`).toMatch(/^0: .*1 pass/s);
  });

  test('blocks neither readers nor other databases', async () => {
    const other = new LocalClient(join(dir, 'b.db'), systemLockWait, () => undefined);
    await other.execute('create table t (id integer primary key, name text)');
    const { promise: disk, resolve } = Promise.withResolvers<void>();
    const commit = LocalConnection.prototype.commit;
    const slow = spyOn(LocalConnection.prototype, 'commit').mockImplementationOnce(async function (
      this: LocalConnection,
    ) {
      await disk;
      await commit.call(this);
    });
    const stored = client.execute(insert(1, 'Ana'));
    const cursor = client.execute(insert(2, 'Bia'));
    await other.execute(insert(3, 'Caio'));
    expect(await client.values('select count(*) from t', [])).toEqual([[0]]);
    resolve();
    await Promise.all([stored, cursor]);
    expect(await client.values('select count(*) from t', [])).toEqual([[2]]);
    slow.mockRestore();
    other.close();
  });
});

test('commits synchronously while no other company is active', async () => {
  const aside = spyOn(LocalConnection.prototype, 'commit');
  const alone = { take: () => undefined, hasOthers: () => false };
  const own = new LocalClient(join(dir, 'alone.db'), systemLockWait, () => undefined, alone);
  await own.execute('create table t (id integer primary key, name text)');
  await own.execute(insert(1, 'Ana'));
  expect(await own.values('select id from t', [])).toEqual([[1]]);
  expect(aside).not.toHaveBeenCalled();
  await client.execute(insert(1, 'Ana'));
  expect(aside).toHaveBeenCalledTimes(1);
  aside.mockRestore();
  own.close();
});

describe('written tables are reported', () => {
  test('by a commit, once and together', async () => {
    const tx = await client.transaction();
    await tx.execute(insert(1, 'Ana'));
    await tx.execute('update u set id = 1');
    expect(reported).toEqual([]);
    await tx.commit();
    expect(reported).toEqual([['t', 'u']]);
  });

  test('by neither a rollback nor a read', async () => {
    const tx = await client.transaction();
    await tx.execute(insert(1, 'Ana'));
    await tx.rollback();
    await client.values('select * from t', []);
    const reading = await client.transaction('read');
    await reading.commit();
    expect(reported).toEqual([]);
  });

  test('by a single statement, also one that returns rows', async () => {
    await client.values('insert into t (id) values (9) returning id', []);
    await client.execute('with x as (select 9 as id) delete from t where id in (select id from x)');
    expect(reported).toEqual([['t'], 'all']);
  });
});
