import type { DatabaseFile } from '../../core/db/open-file.ts';

export type Finding = {
  what: string;
  todo?: string;
  mend?(database: DatabaseFile): void;
};

export type Source = {
  /** 0 is the platform. */
  id: number;
  isInBin: boolean;
  database: string;
  media: string;
};

export const nameOf = ({ id, isInBin }: Source): string =>
  id === 0 ? 'platform' : `company ${id}${isInBin ? ' (in the bin)' : ''}`;

export class DoctorRefused extends Error {
  override name = 'DoctorRefused';
}
