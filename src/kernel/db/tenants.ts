import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as schema from '@db/tenant/schema/index.ts';
import type { Clock } from '../clock.ts';
import { type Database, openDatabase, type Reader } from './database.ts';

export type TenantDatabase = Database<typeof schema>;
/** A company's database for reading; inside a write, its transaction. */
export type TenantReader = Reader<typeof schema>;

export type Tenants = {
  /** Opens, migrates on first use, and keeps it open while it is used. */
  open(companyId: number): Promise<TenantDatabase>;
  folder(companyId: number): string;
  /** Closes those unused for a while, oldest first, down to the limit; returns how many. */
  sweep(): Promise<number>;
  /** Companies whose database is open at this moment. */
  openIds(): number[];
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
};

export const TENANT_MIGRATIONS = join(import.meta.dir, '../../../db/tenant/migrations');

/** No handle is held longer than one piece of work, so a minute without use means nobody holds it. */
const IDLE_MS = 60_000;

type Entry = { database: Promise<TenantDatabase>; usedAt: number };

export function createTenants({ dataDir, clock, limit = 64, template }: TenantsOptions): Tenants {
  const entries = new Map<number, Entry>();
  const folder = (companyId: number) => join(dataDir, 'companies', String(companyId));
  const open = async (companyId: number): Promise<TenantDatabase> => {
    const path = join(folder(companyId), 'company.db');
    if (template && !existsSync(path)) {
      mkdirSync(dirname(path), { recursive: true });
      copyFileSync(template, path);
    }
    return openDatabase({ url: `file:${path}`, schema, migrations: TENANT_MIGRATIONS });
  };

  return {
    folder,
    open(companyId) {
      const known = entries.get(companyId);
      if (known) {
        known.usedAt = clock().getTime();
        return known.database;
      }
      const database = open(companyId);
      entries.set(companyId, { database, usedAt: clock().getTime() });
      // A company whose migration failed is tried again at the next call, and the others stay up.
      database.catch(() => entries.delete(companyId));
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

/** Makes the migrated, empty database that `template` names. */
export async function writeTemplate(path: string): Promise<void> {
  rmSync(path, { force: true });
  const database = await openDatabase({ url: `file:${path}`, schema, migrations: TENANT_MIGRATIONS });
  await database.close();
}
