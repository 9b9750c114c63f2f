import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '@/core/security/secrets.ts';

export const DATABASES = ['platform', 'tenant'] as const;
/** In the order in which databases apply them. The migrator goes by `when`. */
export type Migration = { tag: string; when: number; sha256: string };
export type Migrations = Record<(typeof DATABASES)[number], Migration[]>;

const ROOT = join(import.meta.dir, '..');
const LANDED = join(ROOT, 'db/landed-migrations.json');

export const readLanded = (): Migrations => JSON.parse(readFileSync(LANDED, 'utf8'));

export function readMigrations(database: (typeof DATABASES)[number], root = ROOT): Migration[] {
  const folder = join(root, 'db', database, 'migrations');
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  return entries.map(({ tag, when }) => {
    const path = join(folder, `${tag}.sql`);
    return { tag, when, sha256: existsSync(path) ? fingerprint(readFileSync(path, 'utf8')) : 'missing' };
  });
}

export function addNew(landed: Migration[], found: Migration[]): Migration[] {
  const known = new Set(landed.map(({ tag }) => tag));
  return [...landed, ...found.filter(({ tag }) => !known.has(tag))];
}

export function recordMigrations(): void {
  const landed = readLanded();
  for (const database of DATABASES) landed[database] = addNew(landed[database], readMigrations(database));
  writeFileSync(LANDED, `${JSON.stringify(landed, null, 2)}\n`);
}
