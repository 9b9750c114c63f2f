import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UNFINISHED_RESTORE } from '../../../core/storage/data-folder.ts';
import { lockData } from '../../../core/storage/data-lock.ts';
import { openStopped } from '../../cluster-move/require-stopped-nodes.ts';
import { installationIn } from '../../installation/in-folder.ts';
import type { DatabaseAt, Shared } from '../../installation/installation.ts';
import { installationOn } from '../../installation/on-servers.ts';
import { RestoreRefused } from '../backup-failure.ts';
import type { Restored } from './restore.ts';
import type { Restoring } from './restore-work.ts';
import { storeCompany } from './store-company.ts';

type Files = (restoring: Restoring) => Promise<Restored>;

/** Staged in a folder, with all its checks; the platform last, because no node starts without it. */
export async function restoreToServers(
  { shared, ...restoring }: Restoring & { shared: Shared },
  restoreFiles: Files,
): Promise<Restored> {
  const { dataDir, step } = restoring;
  const staged = join(dataDir, 'restore-staged');
  const marker = join(dataDir, UNFINISHED_RESTORE);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockData(dataDir);
  try {
    await openStopped(shared.database);
    const { databaseAt, platform } = installationOn(shared, '');
    const isRepeated = existsSync(marker);
    if (!isRepeated) await requireNothing(platform);
    const isStaged = existsSync(join(staged, 'platform.db')) && !existsSync(join(staged, UNFINISHED_RESTORE));
    if (isStaged) rmSync(staged, { recursive: true });
    const restored = await restoreFiles({ ...restoring, dataDir: staged });
    requireSameSecrets(dataDir, staged);
    const companies = await installationIn(staged).listCompanies();
    if (!isRepeated) for (const { id } of companies) await requireNothing(databaseAt(id, false));
    writeFileSync(marker, `${restored.run}\n`, { mode: 0o600, flush: true });
    for (const { id, isInBin } of companies) {
      await storeCompany(join(staged, isInBin ? 'bin' : 'companies', `${id}`), shared, id);
      await step(`stored ${id}`);
    }
    copyFileSync(join(staged, 'secrets.json'), join(dataDir, 'secrets.json'));
    const report = join(staged, 'restore-report.txt');
    if (existsSync(report)) copyFileSync(report, join(dataDir, 'restore-report.txt'));
    await storeCompany(staged, shared, 0);
    await step('stored platform');
    rmSync(marker, { force: true });
    rmSync(staged, { recursive: true, force: true });
    return restored;
  } finally {
    lock.release();
  }
}

async function requireNothing({ isThere, name }: DatabaseAt): Promise<void> {
  if (await isThere())
    throw new RestoreRefused(`${name} is on the database server already: nothing is overwritten.`);
}

function requireSameSecrets(dataDir: string, staged: string): void {
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path) || readFileSync(path).equals(readFileSync(join(staged, 'secrets.json')))) return;
  throw new RestoreRefused(`${path} holds other keys than the backup: move it away first.`);
}
