import { afterAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { withDatabase } from '@/core/db/open-file.ts';
import { keysToRestore } from '@/ops/backup/backup-keys.ts';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { type Manifest, readManifest } from '@/ops/backup/manifest.ts';
import { readMedia } from '@/ops/backup/media-list.ts';
import { lineOfDamage } from '@/ops/backup/restore/damage-report.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { backUp } from '../support/backups.ts';
import { addTag, type Folders, filesIn, filledData, into, makeFolders, night, tagsIn } from './filled.ts';
import { addMessageWithFile } from './message-with-file.ts';

const [FIRST, SECOND] = ['20260301T060000Z', '20260302T060000Z'];
const NEW: string = 'da segunda noite';
const IDENTITY = await generateIdentity();
const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

const KEYS = { plain: null, age: await identityToRecipient(IDENTITY) };
const DAMAGES: Record<string, (path: string) => void> = {
  flipped(path) {
    const bytes = readFileSync(path);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  },
  truncated: (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2)),
  missing: (path) => rmSync(path),
};

type Set = { folders: Folders; manifest: Manifest; media: string };
const sets = new Map<string, Promise<Set>>();

async function makeSet(kind: keyof typeof KEYS): Promise<Set> {
  const { aurora, boreal } = await filledData();
  const folders = await makeFolders();
  roots.push(folders.root);
  const path = addMessageWithFile(folders.dataDir, aurora);
  const job = { ...folders, recipient: KEYS[kind] };
  await backUp({ ...job, ...night(1) });
  for (const id of [aurora, boreal]) addTag(folders.dataDir, id, NEW);
  withDatabase(join(folders.dataDir, 'platform.db'), (database) =>
    database.exec("insert into platform_settings (key, value) values ('testNight', '2')"),
  );
  expect((await backUp({ ...job, ...night(2) })).result).toMatchObject({ differences: [] });
  const store = createFolderStore(folders.target);
  const manifest = await readManifest(store, SECOND);
  const part = manifest.companies.find(({ id }) => id === aurora);
  if (!part) throw new Error('no company');
  for await (const medium of readMedia({ store, keys: keysToRestore([IDENTITY]) }, part.media))
    if (medium.path === path) return { folders, manifest, media: medium.kept.object };
  throw new Error('no file');
}

async function copyOf(kind: keyof typeof KEYS): Promise<Set> {
  const known = sets.get(kind) ?? makeSet(kind);
  sets.set(kind, known);
  const { folders, ...set } = await known;
  const root = mkdtempSync(join(tmpdir(), 'balcao-damaged-'));
  roots.push(root);
  cpSync(folders.root, root, { recursive: true });
  return { ...set, folders: { root, dataDir: join(root, 'data'), target: join(root, 'target') } };
}

type Case = { file: (set: Set, aurora: number) => string; texts: string; auroraTags: string[] };
const companyOf = ({ manifest }: Set, id: number) => manifest.companies.find((part) => part.id === id);
const CASES: Record<string, Case> = {
  'the manifest': {
    file: () => `runs/${SECOND}/manifest.json`,
    texts: `platform, runs/${SECOND}: damaged; ${FIRST} is restored`,
    auroraTags: [],
  },
  'the platform database': {
    file: ({ manifest }) => manifest.platform.database.object,
    texts: `platform, platform.db: damaged in the backup ${SECOND}; taken from the backup ${FIRST}`,
    auroraTags: [NEW],
  },
  'a company database': {
    file: (set, aurora) => companyOf(set, aurora)?.database.object ?? '',
    texts: `company 1 (Aurora), company.db: damaged in the backup ${SECOND}; taken from the backup ${FIRST}`,
    auroraTags: [],
  },
  'a file': {
    file: ({ media }) => media,
    texts:
      'company 1 (Aurora), conversation Maria (ticket 1), 202603/foto.jpg (foto da Maria.jpg): damaged or missing in the backup, and not restored',
    auroraTags: [NEW],
  },
};

for (const kind of ['plain', 'age'] as const)
  for (const [damage, apply] of Object.entries(DAMAGES))
    describe(`restore from a ${kind} backup, ${damage}`, () => {
      for (const [what, { file, texts, auroraTags }] of Object.entries(CASES)) {
        if (what === 'the manifest' && damage === 'missing') continue;
        test(`${what}: restores everything else and names it in the report`, async () => {
          const { aurora, boreal } = await filledData();
          const set = await copyOf(kind);
          apply(join(set.folders.target, file(set, aurora)));
          const whole = into(set.folders, { identities: kind === 'age' ? [IDENTITY] : [] });
          const { damage: report } = await restore(whole);
          expect(report.first.map(lineOfDamage)).toEqual([texts]);
          expect(readFileSync(join(whole.dataDir, 'restore-report.txt'), 'utf8')).toBe(`${texts}\n`);
          const isNew = what !== 'the manifest';
          expect(tagsIn(whole.dataDir, boreal).includes(NEW)).toBe(isNew);
          expect(tagsIn(whole.dataDir, aurora).filter((name) => name === NEW)).toEqual(auroraTags);
          const files = filesIn(join(whole.dataDir, 'companies', String(aurora), 'media'));
          const isLost = what === 'a file';
          expect(files.some((path) => path.endsWith('foto.jpg'))).toBe(!isLost);
          expect(files.some((path) => path.endsWith('not-restored.txt'))).toBe(isLost);
          expect(existsSync(join(whole.dataDir, 'restore.unfinished'))).toBe(false);

          const one = into(set.folders, {
            ...{ dataDir: set.folders.dataDir, companyId: aurora, replaces: true },
            identities: whole.identities,
          });
          const { damage: ofOne } = await restore(one);
          expect(ofOne.first.map(lineOfDamage)).toEqual([texts]);
          expect(tagsIn(set.folders.dataDir, aurora).filter((name) => name === NEW)).toEqual(auroraTags);
        });
      }
    });

test('a file damaged under one key is taken from a set encrypted with another key', async () => {
  const { aurora } = await filledData();
  const set = await copyOf('age');
  await backUp({ ...set.folders, ...night(3) });
  const name = set.media.replace(/\..*$/, '');
  DAMAGES.flipped?.(join(set.folders.target, name));
  const whole = into(set.folders, { identities: [IDENTITY] });
  const { damage } = await restore(whole);
  expect(damage.first).toEqual([]);
  const files = filesIn(join(whole.dataDir, 'companies', String(aurora), 'media'));
  expect(files.some((path) => path.endsWith('foto.jpg'))).toBe(true);
});
