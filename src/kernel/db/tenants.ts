import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as schema from '@db/tenant/schema/index.ts';
import { type Ticks, yieldToLoop } from '../clock.ts';
import { AppError } from '../errors.ts';
import { createLanes } from '../lanes.ts';
import type { Logger } from '../log.ts';
import { type Database, openDatabase, type Reader } from './database.ts';
import { namesMedia } from './media-columns.ts';
import { type Patience, systemPatience } from './patience.ts';
import type { Ahead, Resting } from './resting.ts';
import { checkpoint } from './snapshot.ts';
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
   * Opens it, migrated, where it is closed. What it gives may be kept: closed meanwhile, it opens at its next use. Throws
   * ERR_COMPANY_DATA_MISSING when what should be there is not.
   */
  open(companyId: number): Promise<TenantDatabase>;
  /** The database that is open now, without counting as a use of it. */
  peek(companyId: number): Promise<TenantDatabase> | undefined;
  /** What lies ahead of a company at rest; undefined while its database is open, or where nobody knows. */
  ahead(companyId: number): Ahead | undefined;
  folder(companyId: number): string;
  /** Closes what has not been used for a minute and has nothing to do now; returns how many. */
  sweep(): Promise<number>;
  /** Closes it now, unless it is at work or has something to do. */
  rest(companyId: number): Promise<boolean>;
  /** Whether its database is where it should be, without opening it; noted as failing where it is not. */
  isThere(companyId: number): boolean;
  /** Companies whose database is open at this moment. */
  openIds(): number[];
  /** Companies whose database could not be opened when it was last tried. */
  failingIds(): number[];
  readonly size: number;
  closeAll(): Promise<void>;
};

export type TenantsOptions = {
  dataDir: string;
  ticks: Ticks;
  /** How many are open at once; those at work are not closed for another. */
  most?: number;
  /** A migrated, empty database to copy instead of migrating a new company's from nothing. */
  template?: string;
  log?: Logger;
  /** How long each database waits for another program's lock. */
  patience?: Patience;
  /** Where it is kept which companies have nothing to do; without it nobody knows. */
  rest?: {
    keeper: Resting;
    /** Undefined where it could not be found out. */
    look(companyId: number, database: TenantDatabase): Promise<Ahead | undefined>;
    now(): Date;
  };
};

export const TENANT_MIGRATIONS = join(import.meta.dir, '../../../db/tenant/migrations');

const IDLE_MS = 60_000;
/** One that takes long to open, or cannot be opened, does not keep the others waiting. */
const OPENED_AT_ONCE = 4;

type Entry = { database: Promise<TenantDatabase>; opened?: TenantDatabase; usedAt: number; uses: number };

export function createTenants(options: TenantsOptions): Tenants {
  const { dataDir, ticks, most = 100, template, log, patience, rest } = options;
  const entries = new Map<number, Entry>();
  /** Closed, and still in somebody's hands: there is never a second one of the same file. */
  const held = new Map<number, WeakRef<TenantDatabase>>();
  const opening = createLanes(OPENED_AT_ONCE);
  const failing = new Map<number, string>();
  let uncollected = 0;
  const folder = (companyId: number) => join(dataDir, 'companies', String(companyId));

  function enter(companyId: number, database: Promise<TenantDatabase>): Entry {
    const entry: Entry = { database, usedAt: ticks(), uses: 0 };
    entries.set(companyId, entry);
    return entry;
  }

  async function openFolder(companyId: number): Promise<TenantDatabase> {
    requireDatabase(folder(companyId));
    await makeRoom();
    await rest?.keeper.end(companyId);
    const database = await openFile(databaseIn(folder(companyId)), patience);
    try {
      await requireMedia(folder(companyId), () => namesMedia(database.db));
    } catch (error) {
      await database.close();
      throw error;
    }
    failing.delete(companyId);
    return database;
  }

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

  /** Somebody kept it while its file was closed, and uses it again. */
  function wake(companyId: number, database: TenantDatabase): Promise<void> {
    return opening.run(`${companyId}`, async () => {
      requireDatabase(folder(companyId));
      await makeRoom();
      await rest?.keeper.end(companyId);
      enter(companyId, Promise.resolve(database)).opened = database;
    });
  }

  /** Those used longest ago go first, whatever lies ahead of them. */
  async function makeRoom(): Promise<void> {
    const oldest = [...entries].sort((a, b) => a[1].usedAt - b[1].usedAt);
    for (const [companyId, entry] of oldest) {
      if (entries.size <= most) break;
      await putToRest(companyId, entry, () => true);
    }
    if (uncollected <= most / 4) return;
    collect(true);
    // The driver lets go of what was collected in a turn of its own.
    await yieldToLoop();
  }

  async function putToRest(
    companyId: number,
    entry: Entry,
    isRight: (ahead: Ahead | undefined) => boolean,
  ): Promise<boolean> {
    const database = entry.opened;
    if (!database || database.queue.pending > 0 || entries.get(companyId) !== entry) return false;
    return database.queue.run(async () => {
      const ahead = await rest?.look(companyId, database);
      // What the look itself asked is no use of it.
      entry.uses = database.uses;
      if (!isRight(ahead) || entries.get(companyId) !== entry) return false;
      if (!(await database.rest(() => wake(companyId, database)))) return false;
      entries.delete(companyId);
      held.set(companyId, new WeakRef(database));
      uncollected += 1;
      if (ahead) rest?.keeper.begin(companyId, ahead);
      return true;
    });
  }

  const hasNothingDue = (ahead: Ahead | undefined) =>
    !rest || !ahead?.dueAt || ahead.dueAt.getTime() > rest.now().getTime();

  /** The driver keeps the files of a closed database until the statements prepared on it are collected. */
  function collect(isUrgent: boolean): void {
    if (uncollected === 0) return;
    uncollected = 0;
    Bun.gc(isUrgent);
    for (const [companyId, database] of held) if (!database.deref()) held.delete(companyId);
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
        known.usedAt = ticks();
        return known.database;
      }
      const kept = held.get(companyId)?.deref();
      if (kept) return Promise.resolve(kept);
      const database = opening.run(`${companyId}`, () => openFolder(companyId));
      const entry = enter(companyId, database);
      database.then(
        (opened) => {
          entry.opened = opened;
        },
        // A company whose migration failed is tried again at the next call, and the others stay up.
        (error) => {
          entries.delete(companyId);
          noteFailure(companyId, error);
        },
      );
      return database;
    },
    peek: (companyId) => entries.get(companyId)?.database,
    ahead: (companyId) => (entries.has(companyId) ? undefined : rest?.keeper.find(companyId)),
    async sweep() {
      let closed = 0;
      for (const [companyId, entry] of [...entries]) {
        const database = entry.opened;
        if (!database) continue;
        if (database.uses !== entry.uses) entry.usedAt = Math.max(entry.usedAt, ticks());
        entry.uses = database.uses;
        if (ticks() - entry.usedAt <= IDLE_MS) continue;
        if (await putToRest(companyId, entry, hasNothingDue)) closed += 1;
      }
      collect(false);
      return closed;
    },
    async rest(companyId) {
      const entry = entries.get(companyId);
      return entry !== undefined && putToRest(companyId, entry, hasNothingDue);
    },
    isThere(companyId) {
      if (entries.has(companyId)) return true;
      try {
        requireDatabase(folder(companyId));
        return true;
      } catch (error) {
        noteFailure(companyId, error);
        return false;
      }
    },
    openIds: () => [...entries.keys()],
    failingIds: () => [...failing.keys()],
    get size() {
      return entries.size;
    },
    async closeAll() {
      for (const [companyId, entry] of [...entries]) {
        if (await putToRest(companyId, entry, () => true)) continue;
        entries.delete(companyId);
        const database = await entry.database.catch(() => undefined);
        await database?.close();
      }
      held.clear();
      await rest?.keeper.idle();
    },
  };
}

function openFile(path: string, patience?: Patience): Promise<TenantDatabase> {
  return openDatabase({ url: `file:${path}`, schema, migrations: TENANT_MIGRATIONS, patience });
}

function reasonOf(error: unknown): string {
  const told = error instanceof AppError ? error.cause : error;
  return told instanceof Error ? told.message : String(told);
}

/** Makes a migrated, empty database. */
export async function writeTemplate(path: string): Promise<void> {
  rmSync(path, { force: true });
  const database = await openFile(path);
  // It is going to be copied without its log.
  await checkpoint(database.client, systemPatience);
  await database.close();
}
