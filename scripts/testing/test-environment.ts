import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority } from '@demo/whatsapp/index.ts';
import { buildIfNeeded } from '../bundle/build-if-needed.ts';

/** Processes that use the simulated network must trust its media host before they start. */
export async function testEnvironment(): Promise<{
  folder: string;
  env: Record<string, string | undefined>;
}> {
  const folder = mkdtempSync(join(temporaryRoot(), 'balcao-tests-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  await buildIfNeeded();
  const { caPath } = await createCertificateAuthority(folder);
  const env = {
    ...process.env,
    NODE_EXTRA_CA_CERTS: caPath,
    SIMULATOR_CA_DIR: folder,
    TMPDIR: folder,
    PICTURES_DIR: tmpdir(),
    TZ: 'America/Sao_Paulo',
  };
  return { folder, env };
}

/** In memory if there is room: every commit of thousands of small databases would wait for a disk. */
function temporaryRoot(): string {
  const memory = '/dev/shm';
  const enough = 2 * 1024 ** 3;
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > enough ? memory : tmpdir();
}
