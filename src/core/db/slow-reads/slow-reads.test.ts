import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@test/support/until.ts';
import { LocalClient } from '../driver/local-client.ts';
import { systemLockWait } from '../driver/wait-for-lock.ts';
import { SlowClient } from './slow-client.ts';
import { createSlowReads, type SlowReads, startProcess } from './slow-reads.ts';

const ENDLESS = 'with recursive n(i) as (values (1) union all select i + 1 from n) select count(*) from n';

let dir: string;
let client: LocalClient;
let reads: SlowReads;
let timers: Map<number, () => void>;
let alive: ReturnType<typeof startProcess>[];
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-slow-'));
  timers = new Map();
  const after = (ms: number, call: () => void) => {
    timers.set(ms, call);
    return () => void timers.delete(ms);
  };
  alive = [];
  const start = (path: string, { answered, ended }: Parameters<typeof startProcess>[1]) => {
    const child = startProcess(path, {
      answered,
      ended() {
        alive.splice(alive.indexOf(child), 1);
        ended();
      },
    });
    alive.push(child);
    return child;
  };
  reads = createSlowReads({ after, start });
  client = new LocalClient(join(dir, 'a.db'), systemLockWait, () => undefined);
  await client.executeMultiple('PRAGMA journal_mode = WAL; create table t (id integer, data blob)');
});
afterEach(async () => {
  await reads.stop();
  client.close();
  rmSync(dir, { recursive: true });
});

const read = (sql: string, { companyId = 1, args = [] as unknown[] } = {}) =>
  reads.of(companyId).read({ path: join(dir, 'a.db'), sql, args });
const timeIsOver = () => timers.get(5_000)?.();
const codeOf = (error: { code: string }) => error.code;

test('reads rows as soon as they are committed', async () => {
  for (let n = 1; n <= 3; n += 1) {
    await client.execute("insert into t values (?, x'00ff')", [n]);
    expect(await read('select id from t where id >= ? order by id desc', { args: [1] })).toEqual({
      columns: ['id'],
      rows: Array.from({ length: n }, (_, at) => [n - at]),
    });
  }
});

test('a running query blocks no others and is killed at the limit', async () => {
  const order: string[] = [];
  const endless = read(ENDLESS)
    .catch(codeOf)
    .then((code) => order.push(`endless: ${code}`));
  await client.execute('insert into t values (7, null)');
  const { rows } = await client.execute('select id from t');
  order.push(`another reads ${rows[0]?.id}`);
  const next = read('select id from t', { companyId: 2 }).then(() => order.push('next'));
  timeIsOver();
  await Promise.all([endless, next]);
  expect(order).toEqual(['another reads 7', 'endless: ERR_QUERY_TOO_SLOW', 'next']);
});

test('companies alternate whatever the number of their queries', async () => {
  const order: number[] = [];
  const ask = (companyId: number) => read('select 1', { companyId }).then(() => void order.push(companyId));
  await Promise.all([ask(1), ask(1), ask(1), ask(1), ask(2), ask(3), ask(2)]);
  expect(order).toEqual([1, 1, 2, 3, 1, 2, 1]);
});

test('rejects a company’s queries above its limit, not another’s', async () => {
  const asked = Array.from({ length: 40 }, () => read('select 1').then(() => 'read', codeOf));
  const other = read('select 2', { companyId: 2 });
  expect((await Promise.all(asked)).filter((one) => one === 'ERR_BUSY')).toHaveLength(7);
  expect((await other).rows).toEqual([[2]]);
});

test('rejects writes and results that are too large', async () => {
  await expect(read('insert into t values (1, null) returning id')).rejects.toThrow(/readonly/);
  const many =
    'with recursive n(i) as (values (1) union all select i + 1 from n where i < 5001) select i from n';
  await expect(read(many)).rejects.toThrow('5001 rows: read them in pages');
  expect((await client.execute('select count(*) as n from t')).rows[0]?.n).toBe(0);
});

test('a crashed process fails its query and is replaced for the next', async () => {
  const endless = read(ENDLESS).catch(codeOf);
  await alive[0]?.kill();
  expect(await endless).toBe('ERR_BUSY');
  expect((await read('select 3')).rows).toEqual([[3]]);
});

describe('a company whose data is moved', () => {
  test('gets no result from its old file and another’s query is repeated', async () => {
    await client.execute('insert into t values (1, null)');
    await read('select id from t');
    const gone = read(ENDLESS).catch(codeOf);
    const other = read('select 4', { companyId: 2 });
    await reads.release(1);
    renameSync(join(dir, 'a.db'), join(dir, 'b.db'));
    expect(await gone).toBe('ERR_COMPANY_DATA_MISSING');
    expect((await other).rows).toEqual([[4]]);
  });

  test('is open in no process', async () => {
    await read('select id from t');
    await reads.release(1);
    await until('its end', () => alive.length === 0);
  });
});

test('an idle process ends and the next query starts another', async () => {
  await read('select 1');
  expect(alive).toHaveLength(1);
  timers.get(60_000)?.();
  await until('its end', () => alive.length === 0);
  expect((await read('select 5')).rows).toEqual([[5]]);
});

describe('slowDb', () => {
  const slow = (smallBytes: number) =>
    new SlowClient(join(dir, 'a.db'), client, { ...reads.of(1), smallBytes });

  test('returns the same rows as the database, including bytes', async () => {
    await client.execute("insert into t values (1, x'00ff')");
    const sql = 'select id, data, null as none, 1.5 as part from t';
    for (const one of [slow(0), slow(1e9)]) {
      expect(await one.values(sql, [])).toEqual(await client.values(sql, []));
      expect((await one.execute(sql)).rows.map((row): object => ({ ...row }))).toEqual([
        { id: 1, data: expect.anything(), none: null, part: 1.5 },
      ]);
    }
  });

  test('uses no process for a small file and rejects writes', async () => {
    await client.execute("insert into t values (1, x'00ff')");
    expect(await slow(1e9).values('select id from t', [])).toEqual([[1]]);
    expect(alive).toEqual([]);
    await expect(slow(0).values('delete from t', [])).rejects.toThrow('slowDb only reads');
  });
});
