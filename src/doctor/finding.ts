import type { Database } from 'bun:sqlite';

export type Finding = {
  /** In plain words. */
  what: string;
  /** What to do about it, where `mend` does not. */
  todo?: string;
  /** Takes nothing away that somebody stored. Only while no desk runs, and behind a copy. */
  mend?(database: Database): void;
};

export type Place = {
  /** 0 is the platform. */
  id: number;
  isInBin: boolean;
  database: string;
  media: string;
};

export const nameOf = ({ id, isInBin }: Place): string =>
  id === 0 ? 'platform' : `company ${id}${isInBin ? ' (in the bin)' : ''}`;

/** It could not look at all. */
export class DoctorRefused extends Error {
  override name = 'DoctorRefused';
}
