import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type S3Server, startS3 } from '@test/support/s3.ts';
import { createMediaBucket } from '@/core/storage/media-bucket.client.ts';
import { fetchMedia, storeMedia } from './move-media.ts';

const NAME = 'A'.repeat(32);
let server: S3Server;
let root: string;

beforeAll(async () => {
  server = await startS3();
  root = mkdtempSync(join(tmpdir(), 'balcao-move-media-'));
});
afterAll(() => {
  server.stop();
  rmSync(root, { recursive: true });
});

test('media go to the store and come back, each once, without parts and converted recordings', async () => {
  const bucket = createMediaBucket(server.settings);
  const folder = join(root, 'from');
  mkdirSync(join(folder, '202612'), { recursive: true });
  for (const [name, text] of [
    [`${NAME}.jpg`, 'picture'],
    [`${NAME}.opus`, 'voice'],
    [`${NAME}.opus.ogg`, 'converted'],
    [`${NAME}.pdf.part`, 'half'],
  ] as const)
    writeFileSync(join(folder, '202612', name), text);
  expect(await storeMedia({ bucket, companyId: 7, folder })).toBe(2);
  expect(await storeMedia({ bucket, companyId: 7, folder })).toBe(0);
  expect(await fetchMedia({ bucket, companyId: 8, folder: join(root, 'other') })).toBe(0);

  const back = join(root, 'back');
  expect(await fetchMedia({ bucket, companyId: 7, folder: back })).toBe(2);
  expect(await fetchMedia({ bucket, companyId: 7, folder: back })).toBe(0);
  expect(readdirSync(join(back, '202612')).sort()).toEqual([`${NAME}.jpg`, `${NAME}.opus`]);
  expect(await Bun.file(join(back, '202612', `${NAME}.opus`)).text()).toBe('voice');
});
