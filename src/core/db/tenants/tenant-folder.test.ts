import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickMessages } from '@db/tenant/schema/index.ts';
import { createLog } from '../../log.ts';
import type { Tenants } from './tenant-store.ts';
import { createTenants } from './tenants.ts';

let dir: string;
let lines: { msg: string; companyId: number; err?: unknown }[];
let tenants: Tenants;

const start = () => {
  const log = createLog('error', { write: (line: string) => void lines.push(JSON.parse(line)) });
  return createTenants({ dataDir: dir, ticks: () => 0, log });
};
const inFolder = (name: string) => join(tenants.folder(1), name);

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-folder-'));
  lines = [];
  tenants = start();
  for (const id of [1, 2]) await tenants.create(id);
});
afterEach(async () => {
  await tenants.closeAll();
  rmSync(dir, { recursive: true, force: true });
});

async function withMedia(): Promise<void> {
  const { write } = await tenants.open(1);
  const row = { shortcode: 'a', mediaPath: '202601/aaaaaaaaaaaaaaaaaaaaaaaa.png' };
  await write((tx) => tx.insert(quickMessages).values(row));
  await tenants.closeAll();
}

describe('creating a company', () => {
  test('happens only explicitly and opening creates none', async () => {
    await expect(tenants.open(3)).rejects.toThrow('ERR_COMPANY_DATA_MISSING');
    expect(existsSync(tenants.folder(3))).toBe(false);
    await tenants.create(3);
    expect(readdirSync(tenants.folder(3)).toSorted()).toEqual(['company.db', 'media']);
    const { client } = await tenants.open(3);
    expect((await client.execute('PRAGMA journal_mode')).rows[0]?.journal_mode).toBe('wal');
  });

  test('creates a database that other processes can read during writes', async () => {
    await tenants.open(1);
    expect(existsSync(inFolder('company.db-shm'))).toBe(true);
  });

  test('is rejected where files already exist', async () => {
    writeFileSync(inFolder('media/x'), 'somebody else’s');
    await expect(tenants.create(1)).rejects.toThrow('ERR_COMPANY_NUMBER_TAKEN');
    expect(readdirSync(inFolder('media'))).toEqual(['x']);
  });
});

describe('missing company data', () => {
  const losses: Record<string, () => void> = {
    'the database': () => rmSync(inFolder('company.db')),
    'all that is in the database': () => writeFileSync(inFolder('company.db'), ''),
    'the media folder': () => rmSync(inFolder('media'), { recursive: true }),
    'the whole folder': () => rmSync(tenants.folder(1), { recursive: true }),
  };

  for (const [what, lose] of Object.entries(losses)) {
    test(what, async () => {
      await withMedia();
      writeFileSync(inFolder('media/x'), 'x');
      await tenants.open(1);
      await tenants.closeAll();
      lose();
      tenants = start();
      for (let time = 0; time < 3; time += 1)
        await expect(tenants.open(1)).rejects.toThrow('ERR_COMPANY_DATA_MISSING');
      await tenants.open(2);
      expect(tenants.failingIds()).toEqual([1]);
      expect(lines.map(({ msg, companyId, err }) => [companyId, err, msg])).toEqual([
        [
          1,
          undefined,
          expect.stringMatching(/^company 1 is stopped: .*companies\/1\/.* is missing or empty/),
        ],
      ]);
      const path = inFolder(what === 'the media folder' ? 'media' : 'company.db');
      expect(statSync(path, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    });
  }

  test('is detected without opening the company', async () => {
    await tenants.closeAll();
    rmSync(inFolder('company.db'));
    tenants = start();
    expect([1, 2].map(tenants.isThere)).toEqual([false, true]);
    expect([tenants.failingIds(), tenants.openIds(), lines.length]).toEqual([[1], [], 1]);
  });

  test('is served again once restored', async () => {
    await withMedia();
    await expect(tenants.open(1)).rejects.toThrow('ERR_COMPANY_DATA_MISSING');
    writeFileSync(inFolder('media/given-up'), '');
    await tenants.open(1);
    await tenants.closeAll();
    renameSync(inFolder('company.db'), join(dir, 'kept'));
    await expect(tenants.open(1)).rejects.toThrow('ERR_COMPANY_DATA_MISSING');
    renameSync(join(dir, 'kept'), inFolder('company.db'));
    await tenants.open(1);
    expect(tenants.failingIds()).toEqual([]);
  });

  test('an absent media folder is recreated when no row names media', async () => {
    rmSync(inFolder('media'), { recursive: true });
    await tenants.open(1);
    expect(existsSync(inFolder('media'))).toBe(true);
  });

  test('a copy left by an interrupted migration is used', async () => {
    renameSync(inFolder('company.db'), inFolder('company.db.before'));
    await tenants.open(1);
    expect(readdirSync(tenants.folder(1)).includes('company.db.before')).toBe(false);
  });
});
