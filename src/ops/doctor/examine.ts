import { existsSync, statSync } from 'node:fs';
import { countMigrations } from '../../core/db/migration-backup.ts';
import { type DatabaseFile, openFile } from '../../core/db/open-file.ts';
import { PLATFORM_MIGRATIONS } from '../../core/db/platform-database.ts';
import { TENANT_MIGRATIONS } from '../../core/db/tenants/tenants.ts';
import { checkCounters } from './check-counters.ts';
import { checkIntegrity, checkReferences, restoreAdvice } from './check-integrity.ts';
import { checkMedia } from './check-media.ts';
import { checkAudit, checkOutbox } from './check-rows.ts';
import { checkSearch } from './check-search-index.ts';
import type { Finding, Source } from './finding.ts';

/** `isAlone`: no server runs. Otherwise the file is opened read-only. */
export type Looking = { now: Date; isAlone: boolean };

export async function examine(source: Source, looking: Looking): Promise<Finding[]> {
  if (!statSync(source.database, { throwIfNoEntry: false })?.size)
    return [
      {
        what: `${source.remote?.name ?? source.database} is missing or empty`,
        todo: restoreAdvice(source),
      },
    ];
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

async function examineSource(database: DatabaseFile, source: Source, { now }: Looking): Promise<Finding[]> {
  const { findings, isReadable } = checkIntegrity(database, source);
  if (!isReadable) return findings;
  findings.push(...checkReferences(database, source));
  const outdated = checkVersion(database, source);
  if (outdated) return [...findings, outdated];
  findings.push(...checkSearch(database), ...(await checkMedia(database, source, now)));
  if (source.id !== 0) findings.push(...checkCounters(database), ...checkOutbox(database));
  findings.push(...(await checkAudit(database)));
  return findings;
}

function checkVersion(database: DatabaseFile, { id }: Source): Finding | undefined {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
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
  work: (database: DatabaseFile) => T | Promise<T>,
): Promise<T> {
  using database = openFile(path, isAlone ? 'rw' : 'ro');
  return await work(database);
}
