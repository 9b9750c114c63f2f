import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalClient } from './local-client.ts';
import { LocalConnection } from './local-connection.ts';
import { systemLockWait } from './wait-for-lock.ts';

let dir: string;
let client: LocalClient;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-second-'));
  client = new LocalClient(join(dir, 'a.db'), systemLockWait, () => undefined);
  await client.executeMultiple(
    'PRAGMA journal_mode = WAL; create table t (id integer primary key, name text)',
  );
});
afterEach(() => {
  client.close();
  rmSync(dir, { recursive: true });
});

const insert = (id: number, name: string) => ({
  sql: 'insert into t (id, name) values (?, ?)',
  args: [id, name],
});

describe('the second connection', () => {
  const connections = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === join(dir, 'a.db');
      } catch {
        return false;
      }
    }).length;
  const counted = () => client.values('select count(*) from t', []);

  test('is opened by the first read that meets a transaction', async () => {
    await client.execute(insert(1, 'Ana'));
    expect(await counted()).toEqual([[1]]);
    expect(connections()).toBe(1);
    const tx = await client.transaction();
    await tx.execute(insert(2, 'Bia'));
    expect(await counted()).toEqual([[1]]);
    expect(connections()).toBe(2);
    await tx.commit();
    expect(await counted()).toEqual([[2]]);
  });

  test('is closed once no read has needed it between two trims', async () => {
    const closed = spyOn(LocalConnection.prototype, 'close');
    const tx = await client.transaction();
    await counted();
    await tx.rollback();
    client.trim();
    expect(closed).toHaveBeenCalledTimes(0);
    client.trim();
    expect(closed).toHaveBeenCalledTimes(1);
    expect(await counted()).toEqual([[0]]);
    closed.mockRestore();
  });
});
