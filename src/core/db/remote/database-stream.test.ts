import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createNamespaces } from './database-server.ts';
import { openStream } from './database-stream.ts';
import { describeWithSqld, type RunningSqld, startSqld } from './sqld.test-support.ts';

describeWithSqld('a stream of statements', () => {
  let server: RunningSqld;
  let count = 0;
  const insert = (value: number) => ({ sql: 'INSERT INTO t VALUES (?)', args: [value] });
  const open = () => openStream(server, `stream-${count}`);
  const stored = async () => (await open().read('SELECT x FROM t ORDER BY x')).map(([x]) => x);

  beforeAll(async () => {
    server = await startSqld();
  });
  afterAll(() => server.stop());

  async function freshTable(): Promise<void> {
    count += 1;
    await createNamespaces(server).create(`stream-${count}`);
    await open().write([{ sql: 'CREATE TABLE t (x UNIQUE)' }]);
  }

  test('runs nothing after the first that fails', async () => {
    await freshTable();
    await expect(open().write([insert(1), insert(1), insert(2)])).rejects.toThrow('UNIQUE');
    expect(await stored()).toEqual([1]);
  });

  test('writes nothing more when the server gave its transaction to another, which it does after five seconds', async () => {
    await freshTable();
    const slow = open();
    await slow.write([{ sql: 'BEGIN IMMEDIATE' }, insert(1)]);
    await open().write([{ sql: 'BEGIN IMMEDIATE' }, insert(7), { sql: 'COMMIT' }]);
    await expect(slow.write([insert(2), insert(3)])).rejects.toThrow('TRANSACTION_TIMEOUT');
    expect(await stored()).toEqual([7]);
    await slow.close();
  }, 60_000);
});
