import { join } from 'node:path';
import { KEPT_FREE_BYTES } from '@/kernel/disk-space.ts';
import type { Kernel } from '@/kernel/scope.ts';
import { workBeside } from '@/kernel/work-beside.ts';
import type { StoreJob } from '../backups.schema.ts';
import { type FetchJob, FetchLine, type RestoreFailure } from './restores.schema.ts';

declare module '@/kernel/scope.ts' {
  interface Services {
    restores: Restores;
  }
}

type Of = { companyId: number; name: string };
/** `waiting`: a backup is being made, which no restore reads beside. */
export type RestoreState =
  | { at: 'nothing' }
  | (Of & { at: 'waiting' | 'replacing' })
  | (Of & { at: 'fetching'; files: number; of: number })
  | (Of & { at: 'failed'; reason: RestoreFailure; why: string })
  | (Of & { at: 'done'; madeAt: string; damage: string[]; damaged: number; report: string; aside: string[] });

export type FetchEnd = { isFetched: true } | { failed: RestoreFailure; why: string };

/** One company at a time; what came of the last one is told until the next, or the desk's end. */
export type Restores = {
  state: RestoreState;
  /** Of the last one that was begun. */
  ended: Promise<void>;
  fetch(
    job: Omit<FetchJob, keyof StoreJob | 'keepFree'>,
    tell: (files: number, of: number) => void,
  ): Promise<FetchEnd>;
};

const ENTRY = join(import.meta.dir, '../../../backup/fetch-main.ts');

/** No backup is made meanwhile. */
export function createRestores(kernel: Kernel): Restores {
  return {
    state: { at: 'nothing' },
    ended: Promise.resolve(),
    fetch: (what, tell) =>
      kernel.services.backups.beside(async (store) => {
        tell(0, 0);
        let ended: FetchEnd = { failed: 'interrupted', why: '' };
        const job: FetchJob = { ...store, ...what, keepFree: KEPT_FREE_BYTES };
        for await (const said of workBeside(ENTRY, job, kernel.stopping)) {
          const line = FetchLine.parse(said);
          if ('files' in line) tell(line.files, line.of);
          else ended = line;
        }
        return ended;
      }),
  };
}

export const isUnderWay = ({ at }: RestoreState): boolean =>
  at === 'waiting' || at === 'fetching' || at === 'replacing';
