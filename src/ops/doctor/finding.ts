import type { DatabaseFile } from '../../core/db/open-file.ts';
import type { Media } from '../installation/installation.ts';

export type Finding = {
  what: string;
  todo?: string;
  mend?(database: DatabaseFile): void | Promise<void>;
};

export type Source = {
  id: number;
  isInBin: boolean;
  database: string;
  media: Media;
  /** With it `database` is a copy. */
  remote?: { name: string; fetch(): Promise<void>; store(): Promise<void>; drop(): Promise<void> };
};

export const nameOf = ({ id, isInBin }: Source): string =>
  id === 0 ? 'platform' : `company ${id}${isInBin ? ' (in the bin)' : ''}`;

export class DoctorRefused extends Error {
  override name = 'DoctorRefused';
}
