import { afterAll, beforeAll, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { listRuns } from '@/ops/backup/manifest.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { createS3Store } from '@/ops/backup/s3-store.client.ts';
import { backUp } from '../support/backups.ts';
import { type S3Server, startS3 } from '../support/s3.ts';
import { addTag, filledData, into, makeFolders, night, SECRET, tagsIn } from './filled.ts';

const QUIET_MS = 2_000;
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

const storeIn = (root: string) => createS3Store(s3.settings, join(root, 'uploads'), { namesAtOnce: 10 });

const FAULTS = [
  ['is full', 'full', 'companies', 'full'],
  ['is full when the set is named', 'full', 'before manifest', 'full'],
  ['refuses', 'refuses', 'platform', 'refused'],
  ['is gone', 'dead', 'before proof', 'unreachable'],
  ['does not answer', 'slow', 'before manifest', 'unreachable'],
  ['breaks off what it sends', 'cuts', 'manifest', 'unreachable'],
] as const;

test('a bucket holds the same sets as a folder, and a store failure loses no proven set', async () => {
  const { aurora, boreal } = await filledData();
  const folders = await makeFolders();
  const job = { ...folders, s3: s3.settings };
  const store = storeIn(folders.root);
  const proven = async () =>
    (await listRuns(store)).filter(({ isProven }) => isProven).map(({ name }) => name);
  const first = await backUp({ ...job, ...night(1) });
  expect(first.result).toMatchObject({ companies: 2, files: 2, differences: [] });
  for (const [n, [name, mode, at, reason]] of FAULTS.entries()) {
    addTag(folders.dataDir, boreal, name);
    const storeQuietMs = mode === 'slow' ? QUIET_MS : undefined;
    const failed = await backUp({ ...job, ...night(2 + n), storeQuietMs }, (step) =>
      step === at ? s3.switchTo(mode) : undefined,
    );
    await s3.switchTo('well');
    expect([name, failed.failed, failed.result]).toEqual([name, reason, undefined]);
    expect([name, ...(await proven())]).toEqual([name, '20260301T060000Z']);
  }
  const back = into(folders, { store });
  await restore(back);
  expect(tagsIn(back.dataDir, aurora)).toContain(SECRET);
  expect(tagsIn(back.dataDir, boreal)).not.toContain(FAULTS[0][0]);

  expect((await backUp({ ...job, ...night(20) })).result?.differences).toEqual([]);
  expect(await proven()).toEqual(['20260301T060000Z', '20260320T060000Z']);
  const again = into(folders, { store, dataDir: join(folders.root, 'again') });
  await restore(again);
  expect(tagsIn(again.dataDir, boreal)).toEqual(tagsIn(folders.dataDir, boreal));
  rmSync(folders.root, { recursive: true });
});

test('handles an empty, a multipart and a missing object and lists more than one page', async () => {
  const { root } = await makeFolders();
  const store = storeIn(root);
  const large = new Uint8Array(12 << 20).fill(7);
  const bytes = async function* (of: Uint8Array) {
    yield of;
  };
  expect(await store.put('objects/large', bytes(large))).toBe(large.length);
  await store.put('objects/empty', bytes(new Uint8Array()));
  const read = async (name: string) => {
    const stream = await store.get(name);
    return stream && (await new Response(stream).bytes()).length;
  };
  expect(await read('objects/large')).toBe(large.length);
  expect(await read('objects/empty')).toBe(0);
  expect(await read('objects/none')).toBeUndefined();
  await store.remove('objects/none');
  const names: string[] = [];
  for await (const name of store.list('many/')) names.push(name);
  expect(new Set(names).size).toBe(25);
  rmSync(root, { recursive: true });
});
