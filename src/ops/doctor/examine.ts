import { Database } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { countMigrations } from '../../core/db/migration-backup.ts';
import { PLATFORM_MIGRATIONS } from '../../core/db/platform-database.ts';
import { TENANT_MIGRATIONS } from '../../core/db/tenants/tenants.ts';
import { checkCounters } from './check-counters.ts';
import { checkIntegrity, checkReferences, restoreAdvice } from './check-integrity.ts';
import { checkMedia } from './check-media.ts';
import { checkAudit, checkOutbox } from './check-rows.ts';
import { checkSearch } from './check-search-index.ts';
import type { Finding, Source } from './finding.ts';

const WAIT_MS = 20_000;

/** `isAlone`: no server runs. Otherwise the file is opened read-only. */
export type Looking = { now: Date; isAlone: boolean };

export async function examine(source: Source, looking: Looking): Promise<Finding[]> {
  if (!statSync(source.database, { throwIfNoEntry: false })?.size)
    return [{ what: `${source.database} is missing or empty`, todo: restoreAdvice(source) }];
  if (existsSync(`${source.database}.before`))
    return [{ what: 'an upgrade was interrupted', todo: 'start the desk: it begins again from the copy' }];
  try {
    return await withDatabase(source, looking.isAlone, (database) =>
      examineSource(database, source, looking),
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ what: `${source.database} cannot be read (${message})`, todo: restoreAdvice(source) }];
  }
}

async function examineSource(database: Database, source: Source, { now }: Looking): Promise<Finding[]> {
  const { findings, isReadable } = checkIntegrity(database, source);
  if (!isReadable) return findings;
  findings.push(...checkReferences(database, source));
  const outdated = checkVersion(database, source);
  if (outdated) return [...findings, outdated];
  findings.push(...checkSearch(database), ...checkMedia(database, source, now));
  if (source.id !== 0) findings.push(...checkCounters(database), ...checkOutbox(database));
  findings.push(...(await checkAudit(database)));
  return findings;
}

function checkVersion(database: Database, { id }: Source): Finding | undefined {
  const row = database.query<{ user_version: number }, []>('PRAGMA user_version').get();
  const version = row?.user_version ?? 0;
  const known = countMigrations(id === 0 ? PLATFORM_MIGRATIONS : TENANT_MIGRATIONS);
  if (version === known) return undefined;
  if (version > known)
    return { what: 'it was written by a newer version', todo: 'start that one, and look with its doctor' };
  return {
    what: 'it is of an older version',
    todo: 'start the desk, which brings it up to date, and look again',
  };
}

export async function withDatabase<T>(
  { database: path }: Source,
  isAlone: boolean,
  work: (database: Database) => T | Promise<T>,
): Promise<T> {
  const database = new Database(path, isAlone ? { readwrite: true, create: false } : { readonly: true });
  try {
    database.run(`PRAGMA busy_timeout = ${WAIT_MS}`);
    return await work(database);
  } finally {
    database.close();
  }
}
