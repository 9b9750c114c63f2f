import { join } from 'node:path';
import { createLanes } from '@/kernel/lanes.ts';
import type { Kernel } from '@/kernel/scope.ts';
import { workBeside } from '@/kernel/work-beside.ts';
import {
  type Exported,
  type FileFailure,
  type FileJob,
  FileLine,
  type FileRefusal,
  type FileStep,
  type Unpacked,
} from './company-files.schema.ts';

declare module '@/kernel/scope.ts' {
  interface Services {
    companyFiles: CompanyFiles;
  }
}

type Failed = { failed: FileFailure; code?: FileRefusal | undefined; why: string };
export type FileEnd = { exported: Exported } | { unpacked: Unpacked } | Failed;

export type CompanyFiles = {
  /** How far each export is, by its id; one that waits for another company's has begun nothing yet. */
  readonly exports: Map<number, { step: FileStep | null; stop: AbortController }>;
  /** One after the other for the whole desk: each takes a processor and the disk. */
  run(job: FileJob, heard: (step: FileStep) => void, stop: AbortSignal): Promise<FileEnd>;
};

const ENTRY = join(import.meta.dir, '../../company-file/main.ts');
/** A passphrase may take 256 of them; the machine has 1,024. */
const MOST_MEGABYTES = 380;
/** Nothing may hold the others' turn for ever. */
const LONGEST_MS = 3 * 3_600_000;

export function createCompanyFiles({ stopping }: Kernel): CompanyFiles {
  const turns = createLanes(1);
  return {
    exports: new Map(),
    run: (job, heard, stop) =>
      turns.run('one', () => inChild(job, heard, [stopping, stop, AbortSignal.timeout(LONGEST_MS)])),
  };
}

async function inChild(job: FileJob, heard: (step: FileStep) => void, ends: AbortSignal[]): Promise<FileEnd> {
  let ended: FileEnd = { failed: 'interrupted', why: '' };
  const memory = {
    mostMegabytes: MOST_MEGABYTES,
    exceeded: () => {
      ended = { failed: 'refused', code: 'damaged', why: `it takes more than ${MOST_MEGABYTES} MB` };
    },
  };
  for await (const said of workBeside(ENTRY, job, AbortSignal.any(ends), undefined, memory)) {
    const line = FileLine.parse(said);
    if ('step' in line) heard(line);
    else ended = line;
  }
  return ended;
}
