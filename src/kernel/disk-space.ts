import { statfs } from 'node:fs/promises';
import type { Ticks } from './clock.ts';
import { AppError } from './errors.ts';
import type { Logger } from './log.ts';

/** People are told at 'scarce'; at 'none' no files are taken, so that the rest is kept for text. */
export type Room = { level: 'enough' | 'scarce' | 'none'; freeBytes: number };

export type DiskSpace = {
  look(): Promise<Room>;
  /** Throws ERR_NO_SPACE. */
  requireForFiles(): Promise<void>;
};

export type DiskSpaceDeps = {
  measure: () => Promise<number>;
  ticks: Ticks;
  log: Logger;
};

const MB = 1024 * 1024;
const SCARCE_BYTES = 1024 * MB;
/** More than may be under way at one moment: uploads, a company's migration, its database's log. */
const NONE_BYTES = 256 * MB;
/** Left alone by work that nobody waits for: what is kept for words, and as much again. */
export const KEPT_FREE_BYTES = 2 * NONE_BYTES;
const FRESH_MS = 5_000;

/** A disk that cannot be measured counts as having enough room. */
export function createDiskSpace({ measure, ticks, log }: DiskSpaceDeps): DiskSpace {
  let last: { at: number; room: Promise<Room> } | undefined;
  let told: Room['level'] = 'enough';

  async function measured(): Promise<Room> {
    const freeBytes = await measure().catch((error) => {
      log.warn({ err: error }, 'the free space of the data folder is unknown');
      return Number.POSITIVE_INFINITY;
    });
    const level = levelOf(freeBytes);
    if (level !== told) {
      const line = { freeMegabytes: Math.floor(freeBytes / MB), level };
      if (level === 'enough') log.info(line, 'the disk has room again');
      else
        log.error(line, level === 'none' ? 'the disk is full: files are refused' : 'the disk is nearly full');
    }
    told = level;
    return { level, freeBytes };
  }

  function look(): Promise<Room> {
    if (!last || ticks() - last.at >= FRESH_MS) last = { at: ticks(), room: measured() };
    return last.room;
  }

  return {
    look,
    async requireForFiles() {
      if ((await look()).level === 'none') throw new AppError('ERR_NO_SPACE');
    },
  };
}

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function levelOf(freeBytes: number): Room['level'] {
  if (freeBytes < NONE_BYTES) return 'none';
  return freeBytes < SCARCE_BYTES ? 'scarce' : 'enough';
}
