import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { workBeside } from '@/core/process/child-process.ts';
import type { Kernel } from '@/core/scope.ts';
import { RESERVED_BYTES } from '@/core/storage/disk-space.ts';
import { dataOf } from '@/modules/backups/data-location.logic.ts';
import {
  type ErasingFault,
  type ErasingJob,
  ErasingLine,
  planName,
  type Tombstone,
} from './erasures.schema.ts';

/** Store unreachable, disk full or shutdown: the step is retried. */
export class ErasingTrouble extends Error {
  override name = 'ErasingTrouble';
  constructor(
    readonly fault: ErasingFault,
    why: string,
  ) {
    super(why);
  }
}

const ENTRY = join(import.meta.dir, '../../ops/erasure/main.ts');

/** `companyId` is PLATFORM for the platform's own. */
export async function scrubInProcess(kernel: Kernel, companyId: number): Promise<void> {
  await run(kernel, { kind: 'scrub', ...dataOf(kernel.config), companyId, keepFree: RESERVED_BYTES });
}

export async function forgetInStore(
  kernel: Kernel,
  { tombstone, files }: { tombstone: Tombstone; files: string[] },
): Promise<{ until: Date | null; removed: number }> {
  const result = await kernel.services.backups.beside((store, ends) =>
    run(kernel, { kind: 'forget', store, now: kernel.clock().toISOString(), tombstone, files }, ends),
  );
  if (!('forgotten' in result))
    throw new ErasingTrouble('interrupted', 'the process said nothing of the store');
  const { until, removed } = result.forgotten;
  return { until: until === null ? null : new Date(until), removed };
}

/** Call once the outcome is stored: until then the same call returns the same result. */
export async function dropPlan({ config }: Kernel, { uuid }: { uuid: string }): Promise<void> {
  await rm(join(config.dataDir, planName(uuid)), { force: true });
}

type PersonJob = Omit<Extract<ErasingJob, { kind: 'person' }>, 'kind' | 'dataDir' | 'shared' | 'waits'>;

export async function writeInProcess(kernel: Kernel, job: PersonJob): Promise<{ bytes: number }> {
  const result = await run(kernel, { kind: 'person', ...dataOf(kernel.config), ...job });
  if (!('written' in result)) throw new ErasingTrouble('interrupted', 'the process said nothing of the file');
  return result.written;
}

async function run(kernel: Kernel, job: ErasingJob, ends = kernel.stopping) {
  for await (const text of workBeside(ENTRY, job, ends, kernel.config.dataDir)) {
    const line = ErasingLine.parse(text);
    if ('failed' in line) throw new ErasingTrouble(line.failed, line.why);
    if (!('step' in line)) return line;
  }
  throw new ErasingTrouble('interrupted', 'the process ended early');
}
