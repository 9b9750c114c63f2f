import { afterAll, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ErasingJob, ErasingLine, type Forgotten } from '@/modules/erasures/erasures.schema.ts';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { filesIn, filledData, makeFolders, night, objectsIn, SECRET, tagsIn } from '../backup/filled.ts';
import { backUp, runStepwise } from '../support/backups.ts';

const root = mkdtempSync(join(tmpdir(), 'balcao-forget-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Kind = 'person' | 'company';
const ENTRY = join(import.meta.dir, '../../src/ops/erasure/main.ts');

async function forgetAside(
  job: ErasingJob,
  killedAt?: string,
): Promise<{ steps: string[]; forgotten?: Forgotten }> {
  const ended: { steps: string[]; forgotten?: Forgotten } = { steps: [] };
  await runStepwise(ENTRY, { ...job, waits: true }, (text) => {
    const line = ErasingLine.parse(JSON.parse(text));
    if ('failed' in line) throw new Error(line.why);
    if ('forgotten' in line) ended.forgotten = line.forgotten;
    if (!('step' in line)) return 'die';
    ended.steps.push(line.step);
    return line.step === killedAt ? 'die' : 'go on';
  });
  return ended;
}

function jobOf(kind: Kind, companyId: number, dataDir: string, target: string, files: string[]): ErasingJob {
  const store = { dataDir, target, s3: null, recipient: null };
  const whom = { companyId, contactIds: [1], lastContactId: 9, salt: 's', hashes: [] };
  const tombstone = { format: 1, kind, uuid: 'u-1', askedAt: night(12).now, ...whom } as const;
  return { kind: 'forget', store, now: night(12).now, tombstone, files };
}

for (const kind of ['person', 'company'] as const)
  test(`files only the ${kind} used are deleted from the store despite a kill at any point`, async () => {
    const folders = await makeFolders();
    const { aurora, boreal } = await filledData();
    await backUp({ ...folders, ...night(10) });
    await backUp({ ...folders, ...night(11) });
    const media = join(folders.dataDir, 'companies', String(aurora), 'media');
    const files = filesIn(media).map((path) => path.slice(media.length + 1));
    const before = objectsIn(folders.target).length;
    const job = (target: string) => jobOf(kind, aurora, folders.dataDir, target, files);
    const whole = join(root, `${kind}-whole`);
    cpSync(folders.target, whole, { recursive: true });
    const { steps, forgotten } = await forgetAside(job(whole));
    expect(forgotten?.removed).toBeGreaterThan(0);
    expect(new Date(forgotten?.until ?? 0).getTime()).toBeGreaterThan(Date.parse(night(12).now));
    const left = objectsIn(whole)
      .map((path) => path.slice(whole.length))
      .sort();
    expect(left.length).toBeLessThan(before);
    for (const step of steps) {
      const target = join(root, `${kind}-${step.replaceAll(' ', '-')}`);
      cpSync(folders.target, target, { recursive: true });
      await forgetAside(job(target), step);
      await forgetAside(job(target));
      expect(
        objectsIn(target)
          .map((path) => path.slice(target.length))
          .sort(),
      ).toEqual(left);
    }
    const dataDir = join(root, `${kind}-data`);
    const step = async () => undefined;
    const from = { store: createFolderStore(whole), dataDir, identities: [], keepPairing: false, step };
    await restore({ ...from, secrets: 'new' });
    expect(tagsIn(dataDir, boreal)).toEqual([]);
    expect(filesIn(join(dataDir, 'companies')).some((path) => path.includes(`/companies/${aurora}/`))).toBe(
      kind === 'person',
    );
    if (kind === 'person') expect(tagsIn(dataDir, aurora)).toContain(SECRET);
    expect(await backUp({ dataDir, target: whole, ...night(13) })).toMatchObject({
      result: { differences: [] },
    });
  });
