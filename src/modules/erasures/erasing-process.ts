import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { KEPT_FREE_BYTES } from '@/kernel/disk-space.ts';
import type { Kernel } from '@/kernel/scope.ts';
import { workBeside } from '@/kernel/work-beside.ts';
import {
  type ErasingFault,
  type ErasingJob,
  ErasingLine,
  planName,
  type Tombstone,
} from './erasures.schema.ts';

/** The store does not answer, the disk has no room, the desk stops: it is tried again. */
export class ErasingTrouble extends Error {
  override name = 'ErasingTrouble';
  constructor(
    readonly fault: ErasingFault,
    why: string,
  ) {
    super(why);
  }
}

const ENTRY = join(import.meta.dir, '../../erasing/main.ts');

/** Throws ErasingTrouble. */
export async function scrubAside(kernel: Kernel, path: string): Promise<void> {
  await run(kernel, { kind: 'scrub', path, keepFree: KEPT_FREE_BYTES });
}

/** With no backup beside it. Throws ErasingTrouble. */
export async function forgetInStore(
  kernel: Kernel,
  { tombstone, files }: { tombstone: Tombstone; files: string[] },
): Promise<{ until: Date | null; removed: number }> {
  const said = await kernel.services.backups.beside((store) =>
    run(kernel, { kind: 'forget', store, now: kernel.clock().toISOString(), tombstone, files }),
  );
  if (!('forgotten' in said))
    throw new ErasingTrouble('interrupted', 'the process said nothing of the store');
  const { until, removed } = said.forgotten;
  return { until: until === null ? null : new Date(until), removed };
}

/** Once its outcome is written down: until then the same call tells the same again. */
export async function dropPlan({ config }: Kernel, { uuid }: { uuid: string }): Promise<void> {
  await rm(join(config.dataDir, planName(uuid)), { force: true });
}

type PersonJob = Omit<Extract<ErasingJob, { kind: 'person' }>, 'kind' | 'waits'>;

/** Throws ErasingTrouble. */
export async function writeAside(kernel: Kernel, job: PersonJob): Promise<{ bytes: number }> {
  const said = await run(kernel, { kind: 'person', ...job });
  if (!('written' in said)) throw new ErasingTrouble('interrupted', 'the process said nothing of the file');
  return said.written;
}

async function run(kernel: Kernel, job: ErasingJob) {
  for await (const text of workBeside(ENTRY, job, kernel.stopping, kernel.config.dataDir)) {
    const line = ErasingLine.parse(text);
    if ('failed' in line) throw new ErasingTrouble(line.failed, line.why);
    if (!('step' in line)) return line;
  }
  throw new ErasingTrouble('interrupted', 'the process ended early');
}
