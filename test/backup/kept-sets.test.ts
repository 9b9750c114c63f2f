import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { NIGHTS_FOR_OLDER } from '@/backup/kept-sets.ts';
import { listRuns, readManifest } from '@/backup/manifest.ts';
import { restore } from '@/backup/restore.ts';
import { createFolderStore } from '@/backup/store.ts';
import { backUp } from '../support/backups.ts';
import { addTag, companyIn, filesIn, filledData, into, makePlace, night, type Place } from './filled.ts';
import { addMessageWithFile } from './message-with-file.ts';

const MINUTE = 180_000;
const OLDEST = '20260301T060000Z';
const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

async function begin(): Promise<Place & { aurora: number; photo: string }> {
  const { aurora } = await filledData();
  const place = await makePlace();
  roots.push(place.root);
  return { ...place, aurora, photo: addMessageWithFile(place.dataDir, aurora) };
}

const runsIn = async ({ target }: Place) =>
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
    test(
      `${kind}: what is ${damage} in the oldest set alone is noticed within the documented nights, once, and each night is proven`,
      async () => {
        const recipient = kind === 'age' ? await identityToRecipient(await generateIdentity()) : null;
        const { aurora, ...place } = await begin();
        await backUp({ ...place, recipient, ...night(1) });
        const manifest = await readManifest(createFolderStore(place.target), OLDEST);
        for (let n = 2; n < 4; n += 1) {
          addMessageWithFile(place.dataDir, aurora, `foto${n}`);
          addTag(place.dataDir, aurora, `noite ${n}`);
          await backUp({ ...place, recipient, ...night(n) });
        }
        const part = manifest.companies.find(({ id }) => id === aurora);
        for (const kept of [part?.database, part?.media]) apply(join(place.target, kept?.object ?? ''));
        const found: string[] = [];
        // A Sunday's set is kept for four weeks.
        for (let n = 4; n < 7 + NIGHTS_FOR_OLDER; n += 1) {
          const { result } = await backUp({ ...place, recipient, ...night(n) });
          expect(result?.differences).toEqual([]);
          found.push(...(result?.damage ?? []).filter((line) => line.startsWith('the backup')));
        }
        const text = found.join('\n');
        expect(text.match(/its database/g)).toHaveLength(1);
        expect(text.match(/its list of files/g)).toHaveLength(1);
      },
      MINUTE,
    );

for (const [damage, apply] of Object.entries({ flipped: flip, truncated: DAMAGES.truncated }))
  test(
    `a kept set whose manifest is ${damage} is set aside and reported once, and the night goes on`,
    async () => {
      const { aurora, ...place } = await begin();
      await backUp({ ...place, ...night(1) });
      apply(join(place.target, `runs/${OLDEST}/manifest.json`));
      addTag(place.dataDir, aurora, 'nova');
      const { result } = await backUp({ ...place, ...night(2) });
      expect([result?.differences, result?.damage]).toEqual([
        [],
        [`the backup ${OLDEST} is set aside in damaged/${OLDEST}: its manifest is damaged`],
      ]);
      expect(existsSync(join(place.target, `damaged/${OLDEST}/manifest.json`))).toBe(true);
      expect(await runsIn(place)).toEqual(['20260302T060000Z']);
      expect((await backUp({ ...place, ...night(3) })).result).toMatchObject({ differences: [], damage: [] });
    },
    MINUTE,
  );

test(
  'files that rows name and that are gone raise an alarm, and the last set that has them is not dropped',
  async () => {
    const { aurora, photo, ...place } = await begin();
    const file = join(dirname(companyIn(place.dataDir, aurora)), 'media', photo);
    await backUp({ ...place, ...night(1) });
    rmSync(file);
    // No row has changed.
    const second = await backUp({ ...place, ...night(2) });
    const says = `company ${aurora}: 1 files (${photo}) that rows name are missing, and backups have them: bun run restore --company ${aurora} --missing-files`;
    expect(second.result).toMatchObject({ differences: [], damage: [says] });
    for (const month of [3, 5, 7, 9, 11])
      await backUp({ ...place, now: new Date(Date.UTC(2026, month, 3, 6)).toISOString() });
    const last = await backUp({ ...place, now: '2027-02-03T06:00:00.000Z' });
    expect(last.result?.damage).toEqual([says]);
    expect(await runsIn(place)).toContain(OLDEST);
    const one = into(place, { dataDir: place.dataDir, companyId: aurora, onlyMissingFiles: true });
    expect(await restore(one)).toMatchObject({ files: 1 });
    const healed = await backUp({ ...place, now: '2027-02-04T06:00:00.000Z' });
    expect([healed.result?.damage, (await runsIn(place)).includes(OLDEST)]).toEqual([[], false]);
  },
  MINUTE,
);

test(
  'files that no set has raise one alarm',
  async () => {
    const { aurora, photo, ...place } = await begin();
    rmSync(join(dirname(companyIn(place.dataDir, aurora)), 'media', photo));
    const damage = [];
    for (const n of [1, 2, 3]) damage.push((await backUp({ ...place, ...night(n) })).result?.damage);
    expect(damage).toEqual([[expect.stringContaining('no backup has them')], [], []]);
  },
  MINUTE,
);

test(
  'a company whose database cannot be read: the others are proven, and its last set is kept and restored',
  async () => {
    const { aurora, ...place } = await begin();
    await backUp({ ...place, ...night(1) });
    const database = companyIn(place.dataDir, aurora);
    writeFileSync(database, 'no database, '.repeat(1000));
    for (const month of [3, 5, 7, 9, 11, 13])
      expect(
        (await backUp({ ...place, now: new Date(Date.UTC(2026, month, 3, 6)).toISOString() })).result,
      ).toMatchObject({ differences: [], damage: [`company ${aurora} has no database that could be read`] });
    expect(await runsIn(place)).toContain(OLDEST);
    const back = into(place);
    const { damage } = await restore(back);
    expect(damage.first.map(({ what }) => what)).toEqual([
      expect.stringContaining(`taken from the backup ${OLDEST}`),
    ]);
    expect(statSync(companyIn(back.dataDir, aurora)).size).toBeGreaterThan(0);
  },
  MINUTE,
);

test(
  'empty folders of sets that are gone and halves of killed backups are removed',
  async () => {
    const { target, ...place } = await begin();
    mkdirSync(join(target, 'runs/20250101T000000Z'), { recursive: true });
    mkdirSync(join(target, 'objects/ab'), { recursive: true });
    writeFileSync(join(target, 'objects/ab/half.part'), '');
    await backUp({ ...place, target, ...night(1) });
    expect(existsSync(join(target, 'runs/20250101T000000Z'))).toBe(false);
    expect(filesIn(target).filter((path) => path.endsWith('.part'))).toEqual([]);
  },
  MINUTE,
);
