import { join } from 'node:path';
import pLimit from 'p-limit';
import { workBeside } from '@/core/process/child-process.ts';
import type { Kernel } from '@/core/scope.ts';
import {
  type Exported,
  type FileFailure,
  type FileJob,
  FileLine,
  type FileRefusal,
  type FileStep,
  type Unpacked,
} from './company-files.schema.ts';

declare module '@/core/scope.ts' {
  interface Services {
    companyFiles: CompanyFiles;
  }
}

type Failed = { failed: FileFailure; code?: FileRefusal | undefined; why: string };
export type FileEnd = { exported: Exported } | { unpacked: Unpacked } | Failed;

export type CompanyFiles = {
  /** Progress of each export, by id; null while it waits for another company's. */
  readonly exports: Map<number, { step: FileStep | null; stop: AbortController }>;
  /** One at a time for the whole server: each takes a processor and the disk. */
  run(job: FileJob, onStep: (step: FileStep) => void, stop: AbortSignal): Promise<FileEnd>;
};

const ENTRY = join(import.meta.dir, '../../ops/company-transfer/main.ts');
/** A passphrase may take 256 MB; the server has 1,024. */
const MAX_MEGABYTES = 380;
const MAX_MS = 3 * 3_600_000;

export function createCompanyFiles({ stopping }: Kernel): CompanyFiles {
  const oneAtATime = pLimit(1);
  return {
    exports: new Map(),
    run: (job, onStep, stop) =>
      oneAtATime(() => inChild(job, onStep, [stopping, stop, AbortSignal.timeout(MAX_MS)])),
  };
}

async function inChild(
  job: FileJob,
  onStep: (step: FileStep) => void,
  ends: AbortSignal[],
): Promise<FileEnd> {
  let ended: FileEnd = { failed: 'interrupted', why: '' };
  const memory = {
    mostMegabytes: MAX_MEGABYTES,
    exceeded: () => {
      ended = { failed: 'refused', code: 'damaged', why: `it takes more than ${MAX_MEGABYTES} MB` };
    },
  };
  for await (const output of workBeside(ENTRY, job, AbortSignal.any(ends), undefined, memory)) {
    const line = FileLine.parse(output);
    if ('step' in line) onStep(line);
    else ended = line;
  }
  return ended;
}
