import type { Ticks } from './clock.ts';
import { AppError } from './errors.ts';
import { createRecent } from './recent.ts';

export type CompanyRoom = {
  /** Throws ERR_STORAGE_QUOTA. */
  requireFor(companyId: number, bytes: number): Promise<void>;
  look(companyId: number): Promise<'enough' | 'scarce' | 'none'>;
};

type CompanyRoomDeps = {
  /** Undefined: a company may have as much as the disk holds. */
  mostOf: (companyId: number) => Promise<number | undefined>;
  /** Of its folder: database, its log and media. */
  measure: (companyId: number) => Promise<number>;
  ticks: Ticks;
};

/** A folder of many files takes its time; what is taken meanwhile is added. */
const FRESH_MS = 10 * 60_000;
const SCARCE_SHARE = 0.9;
const MOST_COMPANIES = 10_000;

type Measured = { at: number; bytes: Promise<number>; added: number };

/** Files are refused above the limit; texts, and what customers send, are always taken. */
export function createCompanyRoom({ mostOf, measure, ticks }: CompanyRoomDeps): CompanyRoom {
  const known = createRecent<Measured>(MOST_COMPANIES);

  function measured(companyId: number): Measured {
    const last = known.get(String(companyId));
    if (last && ticks() - last.at < FRESH_MS) return last;
    const fresh = { at: ticks(), bytes: measure(companyId).catch(() => 0), added: 0 };
    known.set(String(companyId), fresh);
    return fresh;
  }

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
      // Nothing is awaited between the look and the note, so that many at once do not all fit.
      const used = there + folder.added;
      if (used >= most || used + bytes > most) throw new AppError('ERR_STORAGE_QUOTA');
      folder.added += bytes;
    },
    async look(companyId) {
      const most = await mostOf(companyId);
      if (most === undefined) return 'enough';
      const used = await usedBy(companyId);
      return used >= most ? 'none' : used >= most * SCARCE_SHARE ? 'scarce' : 'enough';
    },
  };
}
