import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as schema from '@db/tenant/schema/index.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { type Database, openDatabase, type Reader } from './database.ts';
import { namesMedia } from './media-columns.ts';
import {
  copyTemplate,
  databaseIn,
  makeTenantFolder,
  requireDatabase,
  requireMedia,
} from './tenant-folder.ts';

export type TenantDatabase = Database<typeof schema>;
/** A company's database for reading; inside a write, its transaction. */
export type TenantReader = Reader<typeof schema>;

export type Tenants = {
  /** Makes a new company's folder with an empty database; no other call makes one. */
  create(companyId: number): Promise<void>;
  /**
   * Opens, migrates on first use, and keeps it open while it is used. Throws ERR_COMPANY_DATA_MISSING when what
   * should be there is not.
   */
  open(companyId: number): Promise<TenantDatabase>;
  folder(companyId: number): string;
  /** Closes those unused for a while, oldest first, down to the limit; returns how many. */
  sweep(): Promise<number>;
  /** Companies whose database is open at this moment. */
  openIds(): number[];
  /** Companies whose database could not be opened when it was last tried. */
  failingIds(): number[];
  readonly size: number;
  closeAll(): Promise<void>;
};

export type TenantsOptions = {
  dataDir: string;
  clock: Clock;
  /** How many stay open although nobody uses them. */
  limit?: number;
  /** A migrated, empty database to copy instead of migrating a new company's from nothing. */
  template?: string;
  log?: Logger;
};

export const TENANT_MIGRATIONS = join(import.meta.dir, '../../../db/tenant/migrations');

/** No handle is held longer than one piece of work, so a minute without use means nobody holds it. */
const IDLE_MS = 60_000;

type Entry = { database: Promise<TenantDatabase>; usedAt: number };

export function createTenants({ dataDir, clock, limit = 64, template, log }: TenantsOptions): Tenants {
  const entries = new Map<number, Entry>();
  const folder = (companyId: number) => join(dataDir, 'companies', String(companyId));
  const failing = new Map<number, string>();
  const open = async (companyId: number): Promise<TenantDatabase> => {
    requireDatabase(folder(companyId));
    const database = await openFile(databaseIn(folder(companyId)));
    try {
      await requireMedia(folder(companyId), () => namesMedia(database.db));
    } catch (error) {
      await database.close();
      throw error;
    }
    failing.delete(companyId);
    return database;
  };

  /** One line when it begins, not one for each request that meets it. */
  function noteFailure(companyId: number, error: unknown): void {
    const reason = reasonOf(error);
    if (failing.get(companyId) === reason) return;
    failing.set(companyId, reason);
    const isMissing = error instanceof AppError;
    log?.error(
      { companyId, ...(!isMissing && { err: error }) },
      `company ${companyId} is stopped: ${reason}`,
    );
  }

  return {
    folder,
    create: (companyId) =>
      makeTenantFolder(folder(companyId), (path) =>
        template ? copyTemplate(template, path) : writeTemplate(path),
      ),
    open(companyId) {
      const known = entries.get(companyId);
      if (known) {
        known.usedAt = clock().getTime();
        return known.database;
      }
      const database = open(companyId);
      entries.set(companyId, { database, usedAt: clock().getTime() });
      // A company whose migration failed is tried again at the next call, and the others stay up.
      database.catch((error) => {
        entries.delete(companyId);
        noteFailure(companyId, error);
      });
      return database;
    },
    async sweep() {
      const idleSince = clock().getTime() - IDLE_MS;
      const idle = [...entries]
        .filter(([, entry]) => entry.usedAt < idleSince)
        .sort((a, b) => a[1].usedAt - b[1].usedAt);
      let closed = 0;
      for (const [companyId, entry] of idle.slice(0, Math.max(0, entries.size - limit))) {
        const database = await entry.database;
        if (database.queue.pending > 0) continue;
        entries.delete(companyId);
        await database.close();
        closed += 1;
      }
      return closed;
    },
    openIds: () => [...entries.keys()],
    failingIds: () => [...failing.keys()],
    get size() {
      return entries.size;
    },
    async closeAll() {
      const open = [...entries.values()];
      entries.clear();
      await Promise.all(open.map(async (entry) => (await entry.database).close()));
    },
  };
}

function openFile(path: string): Promise<TenantDatabase> {
  return openDatabase({ url: `file:${path}`, schema, migrations: TENANT_MIGRATIONS });
}

function reasonOf(error: unknown): string {
  const told = error instanceof AppError ? error.cause : error;
  return told instanceof Error ? told.message : String(told);
}

/** Makes a migrated, empty database. */
export async function writeTemplate(path: string): Promise<void> {
  rmSync(path, { force: true });
  const database = await openFile(path);
  await database.close();
}
