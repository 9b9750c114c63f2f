import { afterAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { listRuns } from '@/ops/backup/manifest.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { mountSmallDisk } from '../crash/small-disk.ts';
import { backUp } from '../support/backups.ts';
import { addTag, filesIn, filledData, into, makeFolders, night, SECRET, tagsIn } from './filled.ts';

const disk = mountSmallDisk(12);
const dataDisk = mountSmallDisk(64);
afterAll(() => {
  disk?.end();
  dataDisk?.end();
});

test.skipIf(!disk)(
  'a full target fails the backup and leaves the last set intact until there is room',
  async () => {
    if (!disk) return;
    const { aurora } = await filledData();
    const folders = { ...(await makeFolders()), target: join(disk.path, 'target') };
    const media = join(folders.dataDir, 'companies', String(aurora), 'media', '202603');
    const isProven = async () =>
      (await listRuns(createFolderStore(folders.target))).map((run) => run.isProven);
    await backUp({ ...folders, ...night(1) });
    mkdirSync(media, { recursive: true });
    for (let n = 0; n < 4; n += 1) writeFileSync(join(media, `${n}.bin`), randomBytes(4 << 20));
    addTag(folders.dataDir, aurora, 'com arquivos');
    const full = await backUp({ ...folders, ...night(2) });
    expect(full).toMatchObject({ failed: 'full' });
    expect(await isProven()).toEqual([true]);
    expect(filesIn(folders.target).filter((path) => path.endsWith('.part'))).toEqual([]);
    const back = into(folders);
    await restore(back);
    expect(tagsIn(back.dataDir, aurora)).toContain(SECRET);
    for (let n = 1; n < 4; n += 1) rmSync(join(media, `${n}.bin`));
    addTag(folders.dataDir, aurora, 'sem arquivos');
    expect((await backUp({ ...folders, ...night(3) })).result?.differences).toEqual([]);
    expect(await isProven()).toEqual([true, true]);
    rmSync(folders.root, { recursive: true });
  },
);

test.skipIf(!dataDisk)(
  'a data disk that fills up during a backup fails it, leaves nothing behind and harms no data',
  async () => {
    if (!dataDisk) return;
    const { aurora } = await filledData();
    const { target } = await makeFolders();
    const folders = { ...(await makeFolders(dataDisk.path)), target };
    const before = filesIn(folders.dataDir).toSorted();
    const tags = tagsIn(folders.dataDir, aurora);
    const full = await backUp({ ...folders, ...night(1) }, () => dataDisk.fill());
    expect(full).toMatchObject({ failed: 'full' });
    expect(full.steps.length).toBeGreaterThan(0);
    dataDisk.free();
    const isLog = (path: string) => /-(wal|shm)$/.test(path);
    expect(filesIn(folders.dataDir).filter((path) => !before.includes(path) && !isLog(path))).toEqual([]);
    expect(tagsIn(folders.dataDir, aurora)).toEqual(tags);
    expect((await backUp({ ...folders, ...night(2) })).result?.differences).toEqual([]);
    const back = into(folders, { dataDir: join(target, '../restored') });
    await restore(back);
    expect(tagsIn(back.dataDir, aurora)).toEqual(tags);
    rmSync(target, { recursive: true });
  },
);
