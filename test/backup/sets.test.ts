import { expect, test } from 'bun:test';
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { readRows, withDatabase } from '@/core/db/open-file.ts';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { partsOf, readManifest, writeManifest } from '@/ops/backup/manifest.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { backUp, backUpAside } from '../support/backups.ts';
import {
  addTag,
  companyIn,
  filesIn,
  filledData,
  forget,
  into,
  makeFolders,
  night,
  objectsIn,
  SECRET,
  tagsIn,
} from './filled.ts';

test('a backup is proven, contains no plain text and restores elsewhere with unpaired connections', async () => {
  const { aurora } = await filledData();
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  const folders = await makeFolders();
  const { root, dataDir, target } = folders;
  const hibernated = 'select company_id from resting_companies';
  withDatabase(join(dataDir, 'platform.db'), (database) =>
    database.exec(`insert or replace into resting_companies values (${aurora}, null, 0, '')`),
  );
  const { result } = await backUpAside({ dataDir, target, recipient, ...night(1) });
  expect(result).toMatchObject({ companies: 2, files: 2, differences: [] });
  for (const path of filesIn(target)) {
    expect(readFileSync(path).includes(SECRET)).toBe(false);
    expect(statSync(path).mode & 0o077).toBe(0);
  }
  expect(statSync(target).mode & 0o077).toBe(0);

  const whole = into(folders, { identities: [identity], secrets: undefined });
  await restore(whole);
  expect(tagsIn(whole.dataDir, aurora)).toContain(SECRET);
  expect(readRows(join(whole.dataDir, 'platform.db'), hibernated)).toEqual([]);
  const media = filesIn(join(whole.dataDir, 'companies', String(aurora), 'media'));
  expect(media.map((path) => readFileSync(path, 'utf8'))).toEqual([`${SECRET} em foto`]);
  expect(readFileSync(join(whole.dataDir, 'secrets.json'))).toEqual(
    readFileSync(join(dataDir, 'secrets.json')),
  );
  const ask = (sql: string) => readRows(companyIn(whole.dataDir, aurora), sql);
  expect(ask('select count(*) as n from session_keys')).toEqual([{ n: 0 }]);
  expect(ask('select status from connections')).toEqual([{ status: 'DISCONNECTED' }]);
  expect(restore(whole)).rejects.toThrow('is there already');
  expect(restore({ ...whole, identities: [], dataDir: join(root, 'nowhere') })).rejects.toThrow('encrypted');
  const stranger = [await generateIdentity()];
  await expect(
    restore({ ...whole, identities: stranger, dataDir: join(root, 'stranger') }),
  ).rejects.toThrow();
  rmSync(root, { recursive: true });
});

test('the next backup reads and adds only what changed and sweeps unreferenced objects', async () => {
  const { aurora, boreal } = await filledData();
  const folders = await makeFolders();
  const { dataDir, target } = folders;
  await backUp({ ...folders, ...night(1) });
  const first = objectsIn(target).length;
  const second = await backUp({ ...folders, ...night(2) });
  expect(second.steps.filter((step) => step.startsWith('snapshot'))).toEqual(['snapshot 0']);
  addTag(dataDir, boreal, 'nova');
  const third = await backUp({ ...folders, ...night(3) });
  expect(third.steps.filter((step) => step.startsWith('snapshot'))).toEqual([
    `snapshot ${boreal}`,
    'snapshot 0',
  ]);
  expect(third.result?.differences).toEqual([]);
  expect(objectsIn(target).length).toBe(first + 1);

  const [photo = ''] = filesIn(join(dataDir, 'companies', String(aurora), 'media'));
  const object = new Bun.CryptoHasher('sha256').update(readFileSync(photo)).digest('hex');
  const isStored = () => objectsIn(target).some((path) => path.endsWith(object));
  rmSync(photo);
  addTag(dataDir, aurora, 'sem foto');
  await backUp({ ...folders, ...night(4) });
  expect(isStored()).toBe(true);
  for (const month of [4, 5, 6, 7, 8, 9, 10])
    await backUp({ ...folders, now: new Date(Date.UTC(2026, month, 3, 6)).toISOString() });
  expect(isStored()).toBe(false);
  rmSync(folders.root, { recursive: true });
});

test('detects flipped bits in a backup', async () => {
  const folders = await makeFolders();
  await backUp({ ...folders, ...night(1) });
  for (const path of objectsIn(folders.target)) {
    const bytes = readFileSync(path);
    bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  }
  await expect(restore(into(folders))).rejects.toThrow('No backup holds a platform database');
  // The lists are read every night, so this run notices; the next checks everything again.
  const noticed = await backUp({ ...folders, ...night(2) });
  expect(noticed.result?.differences.length ?? noticed.failed?.length).toBeGreaterThan(0);
  rmSync(folders.root, { recursive: true });
});

test('includes the companies the platform knows at the end of a run', async () => {
  const { aurora, boreal } = await filledData();
  const folders = await makeFolders();
  const { dataDir, target } = folders;
  const companies = join(dataDir, 'companies');
  const { result } = await backUp({ ...folders, ...night(1) }, (step) => {
    if (step !== 'companies') return;
    cpSync(join(companies, String(aurora)), join(companies, '77'), { recursive: true });
    rmSync(join(companies, String(boreal)), { recursive: true });
    withDatabase(join(dataDir, 'platform.db'), (database) =>
      database.exec("insert into companies (id, name) values (77, 'Nova')"),
    );
    forget(dataDir, boreal);
  });
  expect(result?.differences).toEqual([]);
  const manifest = await readManifest(createFolderStore(target), result?.name ?? '');
  expect(manifest.companies.map(({ id }) => id).sort()).toEqual([aurora, 77].sort());
  rmSync(folders.root, { recursive: true });
});

test('asks for missing keys and refuses a set of a newer version without creating anything', async () => {
  const folders = await makeFolders();
  await backUp({ ...folders, ...night(1) });
  const store = createFolderStore(folders.target);
  await expect(restore(into(folders, { secrets: undefined }))).rejects.toThrow('holds no keys');
  const name = '20260301T060000Z';
  const manifest = await readManifest(store, name);
  expect([manifest.secrets, partsOf(manifest).length]).toEqual([null, 3]);
  const [company] = manifest.companies;
  if (!company) throw new Error('no company');
  company.database.migrations += 1;
  await writeManifest(store, { ...manifest, version: '9.9.9' });
  const dataDir = join(folders.root, 'too-new');
  await expect(restore(into(folders, { dataDir }))).rejects.toThrow(/newer version of Balcão \(9\.9\.9\)/);
  expect(() => statSync(dataDir)).toThrow();
  rmSync(folders.root, { recursive: true });
});
