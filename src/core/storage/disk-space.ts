import { statfs, utimes } from 'node:fs/promises';
import type { Ticks } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';

export type FreeSpace = { level: 'enough' | 'scarce' | 'none'; freeBytes: number };

export type DiskSpace = {
  check(): Promise<FreeSpace>;
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
/** More than may be in progress at one moment: uploads, a company's migration, its database's log. */
const NONE_BYTES = 256 * MB;
export const RESERVED_BYTES = 2 * NONE_BYTES;
const FRESH_MS = 5_000;

/** A disk that cannot be measured counts as having enough space, a read-only one as full. */
export function createDiskSpace({ measure, ticks, log }: DiskSpaceDeps): DiskSpace {
  let last: { at: number; space: Promise<FreeSpace> } | undefined;
  let reported: FreeSpace['level'] = 'enough';

  async function measured(): Promise<FreeSpace> {
    const freeBytes = await measure().catch((error) => {
      if (error.code === 'EROFS') return 0;
      log.warn({ err: error }, 'the free space of the data folder is unknown');
      return Number.POSITIVE_INFINITY;
    });
    const level = levelOf(freeBytes);
    if (level !== reported) {
      const line = { freeMegabytes: Math.floor(freeBytes / MB), level };
      if (level === 'enough') log.info(line, 'the disk has room again');
      else
        log.error(
          line,
          level === 'none' ? 'the disk is full or read-only: files are refused' : 'the disk is nearly full',
        );
    }
    reported = level;
    return { level, freeBytes };
  }

  function check(): Promise<FreeSpace> {
    if (!last || ticks() - last.at >= FRESH_MS) last = { at: ticks(), space: measured() };
    return last.space;
  }

  return {
    check,
    async requireForFiles() {
      if ((await check()).level === 'none') throw new AppError('ERR_NO_SPACE');
    },
  };
}

export async function freeBytesOf(folder: string): Promise<number> {
  await requireWritable(folder);
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Throws EROFS for a read-only disk. A write, because the operating system's check of permissions does not know of a failed disk. */
export function requireWritable(folder: string): Promise<void> {
  const now = new Date();
  return utimes(folder, now, now);
}

function levelOf(freeBytes: number): FreeSpace['level'] {
  if (freeBytes < NONE_BYTES) return 'none';
  return freeBytes < SCARCE_BYTES ? 'scarce' : 'enough';
}
