import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { withDatabase } from '../../core/db/open-file.ts';
import { snapshot, stampOf } from '../backup/database-snapshot.ts';
import { namedIn } from '../backup/referenced-files.ts';
import type { DatabaseAt, Installation, Media } from './installation.ts';

export function installationIn(dataDir: string): Installation {
  const companiesIn = async (name: 'companies' | 'bin'): Promise<DatabaseAt[]> => {
    const entries = await readdir(join(dataDir, name)).catch(() => []);
    return entries
      .filter((entry) => /^\d+$/.test(entry))
      .map((entry) => databaseAt(join(dataDir, name, entry), Number(entry), name === 'bin'));
  };
  return {
    platform: databaseAt(dataDir, 0, false),
    async listCompanies() {
      const all = [...(await companiesIn('companies')), ...(await companiesIn('bin'))];
      return all.sort((a, b) => a.id - b.id);
    },
  };
}

function databaseAt(folder: string, id: number, isInBin: boolean): DatabaseAt {
  const path = join(folder, id === 0 ? 'platform.db' : 'company.db');
  return {
    ...{ id, isInBin, name: path, path },
    isThere: async () => existsSync(path),
    stamp: async () => stampOf(path),
    bytes: async () => (await stat(path)).size,
    copyTo: async (to) => snapshot(path, to),
    namedNow: async (columns, paths) =>
      withDatabase(path, (opened) => {
        const named = new Set(namedIn(opened, columns));
        return new Set(paths.filter((one) => named.has(one)));
      }),
    media: mediaIn(join(folder, 'media')),
  };
}

export function mediaIn(folder: string): Media {
  const paths = async () => {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort();
  };
  return {
    where: folder,
    async *list() {
      for (const path of await paths()) {
        const found = await stat(join(folder, path)).catch(() => undefined);
        if (found) yield { path, stamp: `${found.size}-${found.mtimeMs}`, changedAt: found.mtime };
      }
    },
    async open(path) {
      const file = join(folder, path);
      return existsSync(file) ? { path: file, done: async () => undefined } : undefined;
    },
    remove: (path) => rm(join(folder, path), { force: true }),
    count: async () => (await paths()).length,
    names: async () => ({ has: (path) => existsSync(join(folder, path)) }),
  };
}
