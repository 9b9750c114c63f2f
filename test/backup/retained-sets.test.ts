import { afterAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { listRuns, readManifest } from '@/ops/backup/manifest.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { NIGHTS_FOR_OLDER } from '@/ops/backup/retained-sets.ts';
import { backUp } from '../support/backups.ts';
import { addTag, companyIn, type Folders, filesIn, filledData, into, makeFolders, night } from './filled.ts';
import { addMessageWithFile } from './message-with-file.ts';

const OLDEST = '20260301T060000Z';
const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

async function begin(): Promise<Folders & { aurora: number; photo: string }> {
  const { aurora } = await filledData();
  const folders = await makeFolders();
  roots.push(folders.root);
  return { ...folders, aurora, photo: addMessageWithFile(folders.dataDir, aurora) };
}

const runsIn = async ({ target }: Folders) =>
  (await listRuns(createFolderStore(target))).map(({ name }) => name);

function flip(path: string): void {
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

const DAMAGES = {
  flipped: flip,
  truncated: (path: string) => truncateSync(path, 5),
  missing: (path: string) => rmSync(path),
};
for (const kind of ['plain', 'age'] as const)
  for (const [damage, apply] of Object.entries(DAMAGES))
    test(`${kind}: reports a part ${damage} in the oldest set once within the documented nights`, async () => {
      const recipient = kind === 'age' ? await identityToRecipient(await generateIdentity()) : null;
      const { aurora, ...folders } = await begin();
      await backUp({ ...folders, recipient, ...night(1) });
      const manifest = await readManifest(createFolderStore(folders.target), OLDEST);
      for (let n = 2; n < 4; n += 1) {
        addMessageWithFile(folders.dataDir, aurora, `foto${n}`);
        addTag(folders.dataDir, aurora, `noite ${n}`);
        await backUp({ ...folders, recipient, ...night(n) });
      }
      const part = manifest.companies.find(({ id }) => id === aurora);
      for (const stored of [part?.database, part?.media]) apply(join(folders.target, stored?.object ?? ''));
      const found: string[] = [];
      for (let n = 4; n < 7 + NIGHTS_FOR_OLDER; n += 1) {
        const { result } = await backUp({ ...folders, recipient, ...night(n) });
        expect(result?.differences).toEqual([]);
        found.push(...(result?.damage ?? []).filter((line) => line.startsWith('the backup')));
      }
      const text = found.join('\n');
      expect(text.match(/its database/g)).toHaveLength(1);
      expect(text.match(/its list of files/g)).toHaveLength(1);
    });

for (const [damage, apply] of Object.entries({ flipped: flip, truncated: DAMAGES.truncated }))
  test(`sets aside and reports once a retained set whose manifest is ${damage}, and the backup continues`, async () => {
    const { aurora, ...folders } = await begin();
    await backUp({ ...folders, ...night(1) });
    apply(join(folders.target, `runs/${OLDEST}/manifest.json`));
    addTag(folders.dataDir, aurora, 'nova');
    const { result } = await backUp({ ...folders, ...night(2) });
    expect([result?.differences, result?.damage]).toEqual([
      [],
      [`the backup ${OLDEST} is set aside in damaged/${OLDEST}: its manifest is damaged`],
    ]);
    expect(existsSync(join(folders.target, `damaged/${OLDEST}/manifest.json`))).toBe(true);
    expect(await runsIn(folders)).toEqual(['20260302T060000Z']);
    expect((await backUp({ ...folders, ...night(3) })).result).toMatchObject({
      differences: [],
      damage: [],
    });
  });

test('missing files raise an alarm and the last set that contains them is retained', async () => {
  const { aurora, photo, ...folders } = await begin();
  const file = join(dirname(companyIn(folders.dataDir, aurora)), 'media', photo);
  await backUp({ ...folders, ...night(1) });
  rmSync(file);
  const second = await backUp({ ...folders, ...night(2) });
  const texts = `company ${aurora}: 1 files (${photo}) that rows name are missing, and backups have them: bun run restore --company ${aurora} --missing-files`;
  expect(second.result).toMatchObject({ differences: [], damage: [texts] });
  for (const month of [3, 5, 7, 9, 11])
    await backUp({ ...folders, now: new Date(Date.UTC(2026, month, 3, 6)).toISOString() });
  const last = await backUp({ ...folders, now: '2027-02-03T06:00:00.000Z' });
  expect(last.result?.damage).toEqual([texts]);
  expect(await runsIn(folders)).toContain(OLDEST);
  const one = into(folders, { dataDir: folders.dataDir, companyId: aurora, onlyMissingFiles: true });
  expect(await restore(one)).toMatchObject({ files: 1 });
  const healed = await backUp({ ...folders, now: '2027-02-04T06:00:00.000Z' });
  expect([healed.result?.damage, (await runsIn(folders)).includes(OLDEST)]).toEqual([[], false]);
});

test('a missing file appears when all of it is there, so that a kill leaves no part of it', async () => {
  const { aurora, photo, ...folders } = await begin();
  const file = join(dirname(companyIn(folders.dataDir, aurora)), 'media', photo);
  const content = randomBytes(8 << 20);
  writeFileSync(file, content);
  await backUp({ ...folders, ...night(1) });
  rmSync(file);
  const whole = createFolderStore(folders.target);
  const isLarge = (path: string) => statSync(path).size > content.length / 2;
  const early = new Set<boolean>();
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      early.add(existsSync(file));
      controller.enqueue(chunk);
    },
  });
  const get: typeof whole.get = async (key) => {
    const stored = await whole.get(key);
    return stored && isLarge(join(folders.target, key)) ? stored.pipeThrough(watched) : stored;
  };
  const { dataDir } = folders;
  const one = into(folders, { dataDir, companyId: aurora, onlyMissingFiles: true, store: { ...whole, get } });
  expect(await restore(one)).toMatchObject({ files: 1 });
  expect([[...early], readFileSync(file).equals(content)]).toEqual([[false], true]);
  expect(existsSync(`${file}.part`)).toBe(false);
});

test('files missing from every set raise one alarm', async () => {
  const { aurora, photo, ...folders } = await begin();
  rmSync(join(dirname(companyIn(folders.dataDir, aurora)), 'media', photo));
  const damage = [];
  for (const n of [1, 2, 3]) damage.push((await backUp({ ...folders, ...night(n) })).result?.damage);
  expect(damage).toEqual([[expect.stringContaining('no backup has them')], [], []]);
});

test('a company with an unreadable database does not affect others and its last set is retained', async () => {
  const { aurora, ...folders } = await begin();
  await backUp({ ...folders, ...night(1) });
  const database = companyIn(folders.dataDir, aurora);
  writeFileSync(database, 'no database, '.repeat(1000));
  for (const month of [3, 5, 7, 9, 11, 13])
    expect(
      (await backUp({ ...folders, now: new Date(Date.UTC(2026, month, 3, 6)).toISOString() })).result,
    ).toMatchObject({ differences: [], damage: [`company ${aurora} has no database that could be read`] });
  expect(await runsIn(folders)).toContain(OLDEST);
  const back = into(folders);
  const { damage } = await restore(back);
  expect(damage.first.map(({ what }) => what)).toEqual([
    expect.stringContaining(`taken from the backup ${OLDEST}`),
  ]);
  expect(statSync(companyIn(back.dataDir, aurora)).size).toBeGreaterThan(0);
});

test('removes empty folders of dropped sets and partial objects of killed backups', async () => {
  const { target, ...folders } = await begin();
  mkdirSync(join(target, 'runs/20250101T000000Z'), { recursive: true });
  mkdirSync(join(target, 'objects/ab'), { recursive: true });
  writeFileSync(join(target, 'objects/ab/half.part'), '');
  await backUp({ ...folders, target, ...night(1) });
  expect(existsSync(join(target, 'runs/20250101T000000Z'))).toBe(false);
  expect(filesIn(target).filter((path) => path.endsWith('.part'))).toEqual([]);
});
