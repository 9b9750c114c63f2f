import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRows, withDatabase } from '@/core/db/open-file.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import type { restore } from '@/ops/backup/restore/restore.ts';
import { createTestApp } from '../support/deps.ts';
import type { People } from '../support/people.ts';

export const SECRET = 'segredo-da-padaria';

export type Filled = { dataDir: string; aurora: number; boreal: number; people: People };

let filled: Promise<Filled> | undefined;

export function filledData(): Promise<Filled> {
  filled ??= fill();
  return filled;
}

async function fill(): Promise<Filled> {
  const testApp = await createTestApp();
  const { aurora, boreal } = testApp.people.companyId;
  await createTag(await testApp.systemScope(), { name: SECRET, color: '#111111', kanban: false });
  await testApp.kernel.storage.save(aurora, new TextEncoder().encode(`${SECRET} em foto`), 'jpg');
  await testApp.kernel.storage.save(boreal, new TextEncoder().encode('outra foto'), 'jpg');
  await testApp.dependencies.stop();
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-filled-'));
  cpSync(testApp.kernel.config.dataDir, dataDir, { recursive: true });
  rmSync(testApp.kernel.config.dataDir, { recursive: true, force: true });
  withDatabase(companyIn(dataDir, aurora), (database) => {
    database.exec("insert into connections (name, status, number) values ('Linha', 'CONNECTED', '5511')");
    database.exec("insert into session_keys values (1, 'creds', x'00')");
  });
  return { dataDir, aurora, boreal, people: testApp.people };
}

export type Folders = { root: string; dataDir: string; target: string };

export async function makeFolders(root = mkdtempSync(join(tmpdir(), 'balcao-backup-'))): Promise<Folders> {
  const dataDir = join(root, 'data');
  cpSync((await filledData()).dataDir, dataDir, { recursive: true, preserveTimestamps: true });
  return { root, dataDir, target: join(root, 'target') };
}

export const night = (n: number) => ({ now: new Date(Date.UTC(2026, 2, n, 6)).toISOString() });

export const companyIn = (dataDir: string, companyId: number) =>
  join(dataDir, 'companies', String(companyId), 'company.db');

export const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

export const objectsIn = (target: string) => filesIn(join(target, 'objects'));

export const tagsIn = (dataDir: string, companyId: number) =>
  readRows<{ name: string }>(companyIn(dataDir, companyId), 'select name from tags order by name').map(
    ({ name }) => name,
  );

export const addTag = (dataDir: string, companyId: number, name: string) =>
  withDatabase(companyIn(dataDir, companyId), (database) =>
    database
      .prepare("insert into tags (name, search_name, color, kanban) values (?, ?, '#111111', 0)")
      .run(name, name),
  );

type Restoring = Parameters<typeof restore>[0];

export const into = ({ root, target }: Folders, more: Partial<Restoring> = {}): Restoring => ({
  store: createFolderStore(target),
  dataDir: join(root, 'restored'),
  identities: [],
  keepPairing: false,
  secrets: 'new',
  step: async () => undefined,
  ...more,
});

export function forget(dataDir: string, companyId: number): void {
  withDatabase(join(dataDir, 'platform.db'), (database) =>
    database.exec(`delete from companies where id = ${companyId}`),
  );
}
