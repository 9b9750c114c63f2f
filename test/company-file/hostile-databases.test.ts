import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import * as schema from '@db/tenant/schema/index.ts';
import { entryOf } from '@test/support/entry.ts';
import { createRandom } from '@test/support/random.ts';
import { NEWEST, unpack } from '@test/upgrade/released.ts';
import { readRows } from '@/core/db/open-file.ts';
import { TENANT_MIGRATIONS, writeTemplate } from '@/core/db/tenants/tenants.ts';
import { createOlder } from '@/core/db/untrusted/older-schema.ts';
import { inspect } from '@/ops/backup/database-snapshot.ts';
import { addManyTags, CHANGES, OUTCOMES } from './hostile-databases.ts';

const SEED = 20260310;
const FILES = 500;
const FILES_AT_ONCE = 100;
const MAX_MEGABYTES = 400;

const dir = mkdtempSync(join(tmpdir(), 'balcao-hostile-'));
const whole = join(dir, 'whole.db');
const empty = join(dir, 'empty.db');
const ours = join(dir, 'ours.db');

beforeAll(async () => {
  await unpack(NEWEST, 'company.db', whole);
  addManyTags(whole, createRandom(SEED));
  await createOlder(empty, { schema, migrations: TENANT_MIGRATIONS, count: inspect(whole).migrations });
  await writeTemplate(ours);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const schemaOf = (path: string) =>
  JSON.stringify(readRows(path, 'select type, name, tbl_name, sql from sqlite_master order by 1, 2'));
const counts = (path: string) => {
  try {
    return inspect(path).counts;
  } catch {
    return inspect(whole).counts;
  }
};

function startReader() {
  const child = Bun.spawn([process.execPath, entryOf(join(import.meta.dir, 'reading-process.ts'))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: Readable.fromWeb(child.stdout as never) })[Symbol.asyncIterator]();
  return {
    async read(theirs: string, database: string): Promise<{ outcome: string; megabytes: number }> {
      child.stdin.write(`${JSON.stringify({ theirs, database, empty, counts: counts(theirs) })}\n`);
      child.stdin.flush();
      return JSON.parse((await lines.next()).value ?? '{"outcome":"the process ended"}');
    },
    async end() {
      child.stdin.end();
      await child.exited;
    },
  };
}

test(
  'hostile databases are refused or harmless and use little memory',
  async () => {
    const random = createRandom(SEED);
    let reader = startReader();
    const theirs = join(dir, 'theirs.db');
    const database = join(dir, 'taken.db');
    const kinds = Object.entries(CHANGES);
    const reported = new Map<string, Set<string>>();
    const honest = await reader.read(whole, database);
    expect(honest.outcome).toBe('taken');
    const honestBytes = readFileSync(whole);
    let megabytes = 0;
    for (let n = 0; n < FILES; n += 1) {
      const [name, change] = kinds[n % kinds.length] ?? ['', () => undefined];
      copyFileSync(whole, theirs);
      change(theirs, random);
      expect({ n, name, isChanged: !readFileSync(theirs).equals(honestBytes) }).toMatchObject({
        isChanged: true,
      });
      // An import has a process of its own; one that reads hundreds of files may crash inside the database drivers.
      if (n % FILES_AT_ONCE === 0) {
        await reader.end();
        reader = startReader();
      }
      const reply = await reader.read(theirs, database);
      megabytes = Math.max(megabytes, reply.megabytes);
      reported.set(name, (reported.get(name) ?? new Set()).add(reply.outcome));
      expect(OUTCOMES[name] ?? ['code'], `${n} ${name}`).toContain(reply.outcome);
      if (reply.outcome !== 'taken') {
        expect(existsSync(database)).toBe(false);
        continue;
      }
      expect({ n, name, same: schemaOf(database) === schemaOf(ours) }).toEqual({ n, name, same: true });
      expect(readRows(database, 'select count(*) as n from users where super <> 0')).toEqual([{ n: 0 }]);
      expect(readRows(database, 'PRAGMA integrity_check(1)')).toEqual([{ integrity_check: 'ok' }]);
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${database}${suffix}`, { force: true });
    }
    await reader.end();
    // Each kind was tried, and value kinds got past the comparison of the schema.
    expect([...reported.keys()]).toEqual(Object.keys(CHANGES));
    for (const [name, [first = '']] of Object.entries(OUTCOMES))
      expect([name, ...(reported.get(name) ?? [])]).toContain(first);
    expect(megabytes).toBeLessThan(MAX_MEGABYTES);
  },
  5 * 60_000,
);
