import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { keysToRestore } from '@/ops/backup/backup-keys.ts';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { inspect } from '@/ops/backup/database-snapshot.ts';
import { type Part, readManifest, writeManifest } from '@/ops/backup/manifest.ts';
import { storeFile } from '@/ops/backup/objects.ts';
import { fetchCopy } from '@/ops/backup/restore/fetch-copy.ts';
import type { Folders } from './filled.ts';

/**
 * Writes a set as an attacker with access to the store would: its manifest matches its content. 0 is the platform.
 */
export async function forgeSet(
  { root, target }: Folders,
  run: string,
  partId: number,
  change: (path: string) => void,
): Promise<void> {
  const store = createFolderStore(target);
  const keys = keysToRestore([]);
  const manifest = await readManifest(store, run);
  const part = [manifest.platform, ...manifest.companies].find(({ id }) => id === partId);
  if (!part) throw new Error(`no part ${partId}`);
  const path = join(root, 'forged.db');
  await fetchCopy({ store, keys }, part.database, path);
  change(path);
  const chest = { store, keys, has: () => false, note: () => undefined };
  const stored = await storeFile(chest, path, true);
  if (!stored) throw new Error('nothing was kept');
  part.database = { ...part.database, ...stored, ...lookOr(path, part.database) };
  rmSync(path);
  await writeManifest(store, manifest);
}

function lookOr(path: string, { migrations, counts }: Part['database']) {
  try {
    return inspect(path);
  } catch {
    return { migrations, counts };
  }
}
