import { join } from 'node:path';
import { workBeside } from '@/core/process/child-process.ts';
import type { Kernel } from '@/core/scope.ts';
import { RESERVED_BYTES } from '@/core/storage/disk-space.ts';
import type { StoreJob } from '../backups.schema.ts';
import { dataOf } from '../data-location.logic.ts';
import {
  type FetchJob,
  FetchLine,
  type ReplaceJob,
  ReplaceLine,
  type RestoreFailure,
} from './restores.schema.ts';

declare module '@/core/scope.ts' {
  interface Services {
    restores: Restores;
  }
}

type Of = { companyId: number; name: string };
/** `waiting`: a backup is running, and no restore starts beside it. */
export type RestoreState =
  | { at: 'nothing' }
  | (Of & { at: 'waiting' | 'replacing' })
  | (Of & { at: 'fetching'; files: number; of: number })
  | (Of & { at: 'failed'; reason: RestoreFailure; why: string })
  | (Of & { at: 'done'; madeAt: string; damage: string[]; damaged: number; report: string; aside: string[] });

export type FetchEnd = { isFetched: true } | { failed: RestoreFailure; why: string };

/** One company at a time; the last result is shown until the next restore or the end of the process. */
export type Restores = {
  state: RestoreState;
  ended: Promise<void>;
  fetch(
    job: Omit<FetchJob, keyof StoreJob | 'keepFree'>,
    notify: (files: number, of: number) => void,
  ): Promise<FetchEnd>;
  /** On the servers of several nodes. Returns where a copy of the previous database is. */
  replace(job: Omit<ReplaceJob, 'dataDir' | 'shared'>): Promise<string[]>;
};

const REPLACE = join(import.meta.dir, '../../../ops/backup/restore/replace-main.ts');
const ENTRY = join(import.meta.dir, '../../../ops/backup/restore/fetch-main.ts');

/** No backup starts while a restore runs. */
export function createRestores(kernel: Kernel): Restores {
  return {
    state: { at: 'nothing' },
    ended: Promise.resolve(),
    fetch: (what, notify) =>
      kernel.services.backups.beside(async (store, ends) => {
        notify(0, 0);
        let ended: FetchEnd = { failed: 'interrupted', why: '' };
        const job: FetchJob = { ...store, ...what, keepFree: RESERVED_BYTES };
        for await (const sent of workBeside(ENTRY, job, ends)) {
          const line = FetchLine.parse(sent);
          if ('files' in line) notify(line.files, line.of);
          else ended = line;
        }
        return ended;
      }),
    async replace(what) {
      for await (const sent of workBeside(REPLACE, { ...dataOf(kernel.config), ...what }, kernel.stopping)) {
        const line = ReplaceLine.parse(sent);
        if ('aside' in line) return line.aside;
        throw new Error(line.failed);
      }
      throw new Error('the process ended early');
    },
  };
}

export const isUnderWay = ({ at }: RestoreState): boolean =>
  at === 'waiting' || at === 'fetching' || at === 'replacing';
