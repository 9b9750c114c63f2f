import { createRecent } from '../bounded-cache.ts';
import type { Ticks } from '../clock.ts';
import { AppError } from '../errors.ts';

export type StorageQuota = {
  /** Throws ERR_STORAGE_QUOTA. */
  requireFor(companyId: number, bytes: number): Promise<void>;
  level(companyId: number): Promise<'enough' | 'scarce' | 'none'>;
};

type StorageQuotaDeps = {
  /** Undefined means no limit but the disk. */
  mostOf: (companyId: number) => Promise<number | undefined>;
  measure: (companyId: number) => Promise<number>;
  ticks: Ticks;
};

/** Measuring a folder of many files is slow; bytes stored meanwhile are added to the last measurement. */
const FRESH_MS = 10 * 60_000;
const SCARCE_FRACTION = 0.9;
const MAX_COMPANIES = 10_000;

type Measured = { at: number; bytes: Promise<number>; added: number };

/** Above the limit files are refused; texts, and what customers send, are always accepted. */
export function createStorageQuota({ mostOf, measure, ticks }: StorageQuotaDeps): StorageQuota {
  const known = createRecent<Measured>(MAX_COMPANIES);

  function measured(companyId: number): Measured {
    const last = known.get(String(companyId));
    if (last && ticks() - last.at < FRESH_MS) return last;
    const fresh = { at: ticks(), bytes: measure(companyId).catch(() => lastKnown(last)), added: 0 };
    known.set(String(companyId), fresh);
    return fresh;
  }

  /** The store may be away: what was known stays, and what was never known limits nothing. */
  const lastKnown = async (last: Measured | undefined) => (last ? (await last.bytes) + last.added : 0);

  async function usedBy(companyId: number): Promise<number> {
    const { bytes, added } = measured(companyId);
    return (await bytes) + added;
  }

  return {
    async requireFor(companyId, bytes) {
      const most = await mostOf(companyId);
      if (most === undefined) return;
      const folder = measured(companyId);
      const there = await folder.bytes;
      // No await between check and reservation, so that concurrent uploads cannot all pass.
      const used = there + folder.added;
      if (used >= most || used + bytes > most) throw new AppError('ERR_STORAGE_QUOTA');
      folder.added += bytes;
    },
    async level(companyId) {
      const most = await mostOf(companyId);
      if (most === undefined) return 'enough';
      const used = await usedBy(companyId);
      return used >= most ? 'none' : used >= most * SCARCE_FRACTION ? 'scarce' : 'enough';
    },
  };
}
