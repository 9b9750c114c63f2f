import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalClient } from './local-client.ts';
import { systemLockWait } from './wait-for-lock.ts';

test('rejects after a commit', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-turns-'));
  const client = new LocalClient(join(dir, 'a.db'), systemLockWait, () => undefined);
  const refused = async () => {
    await client.execute('insert into t values (1)');
    throw new Error('refused');
  };
  await client.executeMultiple('PRAGMA journal_mode = WAL; create table t (id integer)');
  await client.execute('insert into t values (0)');
  await expect(refused()).rejects.toThrow('refused');
  client.close();
  rmSync(dir, { recursive: true });
});
