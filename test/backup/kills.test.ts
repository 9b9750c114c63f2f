import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { listRuns } from '@/backup/manifest.ts';
import { restore } from '@/backup/restore.ts';
import { createFolderStore } from '@/backup/store.ts';
import { requireWhole } from '@/kernel/data-folder.ts';
import { backUp, backUpAside, runStepwise } from '../support/backups.ts';
import { addTag, filesIn, filledData, forget, into, makePlace, night, tagsIn, WORD } from './filled.ts';

/** Of a machine that does ten other things. */
const MINUTE = 180_000;

async function restoreKilledAt(job: object, death: string): Promise<string[]> {
  const steps: string[] = [];
  await runStepwise(join(import.meta.dir, 'restore-process.ts'), job, (step) => {
    steps.push(step);
    return step === death ? 'die' : 'go on';
  });
  return steps;
}

test(
  'a backup that is killed at any step: the last proven one is there and whole, and the next is proven',
  async () => {
    const { aurora, boreal } = await filledData();
    const place = await makePlace();
    await backUp({ ...place, ...night(1) });
    addTag(place.dataDir, boreal, 'nova');
    // Each kind of step once; the company's are alike.
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
      const killed = await backUpAside({ ...place, ...night(2) }, (step) => step === death);
      expect([killed.steps.at(-1), killed.result]).toEqual([death, undefined]);
      const back = into(place);
      await restore(back);
      expect(tagsIn(back.dataDir, aurora)).toContain(WORD);
      rmSync(back.dataDir, { recursive: true, force: true });
      const names = (await listRuns(createFolderStore(place.target))).map(({ isProven }) => isProven);
      expect(names).toContain(true);
      if (death === 'proof') expect(names).toEqual([true, true]);
    }
    expect((await backUp({ ...place, ...night(3) })).result?.differences).toEqual([]);
    expect(filesIn(place.target).filter((path) => path.endsWith('.part'))).toEqual([]);
    rmSync(place.root, { recursive: true });
  },
  MINUTE,
);

test(
  'a restore that is killed at any step keeps the desk from starting, and goes through when it is repeated',
  async () => {
    const { aurora, boreal } = await filledData();
    const place = await makePlace();
    await backUp({ ...place, ...night(1) });
    const back = into(place);
    for (const death of ['begun', `company ${boreal}`, 'secrets', 'platform']) {
      const steps = await restoreKilledAt({ target: place.target, dataDir: back.dataDir }, death);
      expect(steps.at(-1)).toBe(death);
      expect(() => requireWhole(back.dataDir)).toThrow('half restored');
    }
    await restore(back);
    requireWhole(back.dataDir);
    expect(tagsIn(back.dataDir, aurora)).toContain(WORD);
    rmSync(place.root, { recursive: true });
  },
  MINUTE,
);

test(
  'so does the restore of one company, beside the others, which are as they were',
  async () => {
    const { aurora, boreal } = await filledData();
    const place = await makePlace();
    const { dataDir, target } = place;
    await backUp({ ...place, ...night(1) });
    const one = into(place, { dataDir, companyId: aurora });
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
    expect(tagsIn(dataDir, aurora)).toContain(WORD);
    expect(tagsIn(dataDir, boreal)).toContain('depois');
    rmSync(place.root, { recursive: true });
  },
  MINUTE,
);
