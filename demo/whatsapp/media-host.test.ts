import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority } from './certificates.ts';
import { MediaHost } from './media-host.ts';

let folder: string;
let host: MediaHost;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-media-host-'));
  host = new MediaHost(0, await createCertificateAuthority(folder), 2_500);
  writeFileSync(join(folder, 'file'), new Uint8Array(1_000));
});
afterAll(async () => {
  await host.stop();
  rmSync(folder, { recursive: true });
});

const storeOne = async () => (await host.storeFile(join(folder, 'file'))).directPath;

test('files above the limit expire, the oldest first', async () => {
  const paths = [await storeOne(), await storeOne(), await storeOne()];
  expect(() => host.read(paths[0] ?? '')).toThrow();
  for (const path of paths.slice(1)) expect(host.read(path)).toHaveLength(1_000);
  host.forget(paths[1] ?? '');
  const next = await storeOne();
  for (const path of [paths[2] ?? '', next]) expect(host.read(path)).toHaveLength(1_000);
});
