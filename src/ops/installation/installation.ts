import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { DatabaseServer } from '../../core/db/remote/database-server.ts';
import type { Bucket } from '../../core/storage/bucket.ts';
import { BackupFailure } from '../backup/backup-failure.ts';

export type Shared = { database: DatabaseServer; media: Bucket; secret: string };

export type Medium = {
  path: string;
  stamp: string;
  changedAt: Date;
};

export type Media = {
  where: string;
  list(): AsyncIterable<Medium>;
  /** The path of a local file with its content; undefined when it is gone. `done` is called after its use. */
  open(path: string): Promise<{ path: string; done(): Promise<void> } | undefined>;
  remove(path: string): Promise<void>;
  count(): Promise<number>;
  names(): Promise<{ has(path: string): boolean }>;
};

export type DatabaseAt = {
  id: number;
  isInBin: boolean;
  name: string;
  isThere(): Promise<boolean>;
  /** Changes with every commit; null when it is not known. */
  stamp(): Promise<string | null>;
  bytes(): Promise<number>;
  /** The file in use; undefined on a server. */
  path?: string;
  copyTo(path: string): Promise<void>;
  namedNow(columns: SQLiteColumn[], paths: string[]): Promise<Set<string>>;
  media: Media;
};

export type Installation = {
  platform: DatabaseAt;
  listCompanies(): Promise<DatabaseAt[]>;
};

/** Throws BackupFailure when it has no data. */
export async function requireCompany(installation: Installation, companyId: number): Promise<DatabaseAt> {
  const company = (await installation.listCompanies()).find(({ id }) => id === companyId);
  if (!company) throw new BackupFailure('broken', `There is no company ${companyId}.`);
  if (!(await company.isThere()))
    throw new BackupFailure('broken', `The database of company ${companyId} is missing.`);
  return company;
}

export async function openInstallation(
  dataDir: string,
  shared: Shared | null | undefined,
  scratch: string,
): Promise<Installation> {
  if (!shared) return (await import('./in-folder.ts')).installationIn(dataDir);
  return (await import('./on-servers.ts')).installationOn(shared, scratch);
}
