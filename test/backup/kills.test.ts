import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { requireWhole } from '@/core/storage/data-folder.ts';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { listRuns } from '@/ops/backup/manifest.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { backUp, backUpAside, runStepwise } from '../support/backups.ts';
import { addTag, filesIn, filledData, forget, into, makeFolders, night, SECRET, tagsIn } from './filled.ts';

/** For a machine under heavy load. */

async function restoreKilledAt(job: object, death: string): Promise<string[]> {
  const steps: string[] = [];
  await runStepwise(join(import.meta.dir, 'restore-process.ts'), job, (step) => {
    steps.push(step);
    return step === death ? 'die' : 'go on';
  });
  return steps;
}

test('after a kill at any step the last set is intact and the next is proven', async () => {
  const { aurora, boreal } = await filledData();
  const folders = await makeFolders();
  await backUp({ ...folders, ...night(1) });
  addTag(folders.dataDir, boreal, 'nova');
  const deaths = [
    `snapshot ${boreal}`,
    `database ${boreal}`,
    'companies',
    'before manifest',
    'manifest',
    `rehearsed ${boreal}`,
    'before proof',
    'proof',
  ];
  for (const death of deaths) {
    const killed = await backUpAside({ ...folders, ...night(2) }, (step) => step === death);
    expect([killed.steps.at(-1), killed.result]).toEqual([death, undefined]);
    const back = into(folders);
    await restore(back);
    expect(tagsIn(back.dataDir, aurora)).toContain(SECRET);
    rmSync(back.dataDir, { recursive: true, force: true });
    const names = (await listRuns(createFolderStore(folders.target))).map(({ isProven }) => isProven);
    expect(names).toContain(true);
    if (death === 'proof') expect(names).toEqual([true, true]);
  }
  expect((await backUp({ ...folders, ...night(3) })).result?.differences).toEqual([]);
  expect(filesIn(folders.target).filter((path) => path.endsWith('.part'))).toEqual([]);
  rmSync(folders.root, { recursive: true });
});

test('a restore killed at any step blocks the start and completes when repeated', async () => {
  const { aurora, boreal } = await filledData();
  const folders = await makeFolders();
  await backUp({ ...folders, ...night(1) });
  const back = into(folders);
  for (const death of ['begun', `company ${boreal}`, 'secrets', 'platform']) {
    const steps = await restoreKilledAt({ target: folders.target, dataDir: back.dataDir }, death);
    expect(steps.at(-1)).toBe(death);
    expect(() => requireWhole(back.dataDir)).toThrow('half restored');
  }
  await restore(back);
  requireWhole(back.dataDir);
  expect(tagsIn(back.dataDir, aurora)).toContain(SECRET);
  rmSync(folders.root, { recursive: true });
});

test('a killed restore of one company can be repeated and leaves the others unchanged', async () => {
  const { aurora, boreal } = await filledData();
  const folders = await makeFolders();
  const { dataDir, target } = folders;
  await backUp({ ...folders, ...night(1) });
  const one = into(folders, { dataDir, companyId: aurora });
  expect(restore(one)).rejects.toThrow('is there already');
  rmSync(join(dataDir, 'companies', String(aurora)), { recursive: true });
  forget(dataDir, aurora);
  addTag(dataDir, boreal, 'depois');
  for (const death of ['rows', 'company', 'folder']) {
    const steps = await restoreKilledAt({ target, dataDir, companyId: aurora }, death);
    expect(steps.at(-1)).toBe(death);
    requireWhole(dataDir);
  }
  await restore(one);
  expect(tagsIn(dataDir, aurora)).toContain(SECRET);
  expect(tagsIn(dataDir, boreal)).toContain('depois');
  rmSync(folders.root, { recursive: true });
});
