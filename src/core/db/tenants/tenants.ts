import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as schema from '@db/tenant/schema/index.ts';
import { yieldToLoop } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { createKeyedLimits } from '../../queue/keyed-limits.ts';
import { type Database, type DatabaseTools, openDatabase, type Reader } from '../database.ts';
import { systemLockWait } from '../driver/wait-for-lock.ts';
import { namesMedia } from '../media-columns.ts';
import { checkpoint } from '../migration-backup.ts';
import type { Ahead } from './hibernation.ts';
import { createTenantFailures } from './tenant-failures.ts';
import {
  asDamaged,
  copyTemplate,
  databaseIn,
  firstFreeFolder,
  makeTenantFolder,
  moveFolder,
  requireDatabase,
  requireMedia,
} from './tenant-folder.ts';
import type { Furnish, Tenants, TenantsOptions } from './tenant-store.ts';

export type TenantDatabase = Database<typeof schema>;
export type TenantReader = Reader<typeof schema>;

export const TENANT_MIGRATIONS = join(import.meta.dir, '../../../../db/tenant/migrations');

/** Shorter than the minute between two sweeps, which is not exact: unused since the last one is enough. */
const IDLE_MS = 50_000;
/** Closed at once, so many databases hold files and memory that an ordinary collection frees too late. */
const MANY = 10;
/** Share of the limit that stays open when it is reached: several are closed at once, and the next ones find room. */
const AFTER_EVICTION = 0.9;
/** Closed databases keep their memory until they are collected. */
const MAX_UNCOLLECTED = 25;
/** A slow or broken database must not block the others. */
const OPENED_AT_ONCE = 4;

type Entry = { database: Promise<TenantDatabase>; opened?: TenantDatabase; usedAt: number; uses: number };

export function createTenants(options: TenantsOptions): Tenants {
  const { dataDir, ticks, most = 100, template, scheduler, slowReads, log, lockWait, hibernating } = options;
  const entries = new Map<number, Entry>();
  /** Closed but still referenced: reused, so that a file never has two write queues. */
  const held = new Map<number, WeakRef<TenantDatabase>>();
  const opening = createKeyedLimits(OPENED_AT_ONCE);
  const failures = createTenantFailures(log);
  const gone = new Set<number>();
  const replacing = new Map<number, Promise<unknown>>();
  let uncollected = 0;
  const folder = (companyId: number) => join(dataDir, 'companies', String(companyId));

  function enter(companyId: number, database: Promise<TenantDatabase>): Entry {
    const entry: Entry = { database, usedAt: ticks(), uses: 0 };
    entries.set(companyId, entry);
    return entry;
  }

  async function openFolder(companyId: number): Promise<TenantDatabase> {
    requireDatabase(folder(companyId));
    await evict();
    await hibernating?.hibernation.end(companyId);
    const database = await openFile(databaseIn(folder(companyId)), {
      lockWait,
      scheduler: scheduler?.of(companyId),
      slowReads: slowReads?.of(companyId),
    }).catch(asDamaged);
    try {
      await requireMedia(folder(companyId), () => namesMedia(database.db));
    } catch (error) {
      await database.close();
      throw error;
    }
    failures.forget(companyId);
    return database;
  }

  function wake(companyId: number, database: TenantDatabase): Promise<void> {
    return opening.run(`${companyId}`, async () => {
      requireDatabase(folder(companyId));
      await evict();
      await hibernating?.hibernation.end(companyId);
      enter(companyId, Promise.resolve(database)).opened = database;
    });
  }

  async function evict(): Promise<void> {
    if (entries.size > most) await closeOldest(most * AFTER_EVICTION);
    if (uncollected <= Math.min(most / 4, MAX_UNCOLLECTED)) return;
    collect(true);
    // The driver releases collected statements in a separate turn of the event loop.
    await yieldToLoop();
  }

  async function closeOldest(enough: number): Promise<void> {
    const oldest = [...entries].sort((a, b) => a[1].usedAt - b[1].usedAt);
    for (const [companyId, entry] of oldest) {
      if (entries.size <= enough) break;
      await hibernate(companyId, entry, () => true);
    }
  }

  async function hibernate(
    companyId: number,
    entry: Entry,
    isRight: (ahead: Ahead | undefined) => boolean,
  ): Promise<boolean> {
    const database = entry.opened;
    if (!database || database.queue.pending > 0 || entries.get(companyId) !== entry) return false;
    return database.queue.run(async () => {
      const ahead = await hibernating?.lookAhead(companyId, database);
      entry.uses = database.uses;
      if (!isRight(ahead) || entries.get(companyId) !== entry) return false;
      if (!(await database.hibernate(() => wake(companyId, database)))) return false;
      entries.delete(companyId);
      held.set(companyId, new WeakRef(database));
      uncollected += 1;
      if (ahead) hibernating?.hibernation.begin(companyId, ahead);
      return true;
    });
  }

  async function swapClosed<T>(companyId: number, swap: () => Promise<T>): Promise<T> {
    const entry = entries.get(companyId);
    await entry?.database.catch(() => undefined);
    entries.delete(companyId);
    await entry?.opened?.close();
    // Stale handles must neither reopen the old database nor write through it.
    held.get(companyId)?.deref()?.client.close();
    held.delete(companyId);
    uncollected += 1;
    collect(true);
    await slowReads?.release(companyId);
    await hibernating?.hibernation.end(companyId);
    failures.forget(companyId);
    return swap();
  }

  const hasNothingDue = (ahead: Ahead | undefined) =>
    !hibernating || !ahead?.dueAt || ahead.dueAt.getTime() > hibernating.now().getTime();

  /** The driver keeps a closed database's files open until its prepared statements are collected. */
  function collect(isUrgent: boolean): void {
    if (uncollected === 0) return;
    uncollected = 0;
    Bun.gc(isUrgent);
    for (const [companyId, database] of held) if (!database.deref()) held.delete(companyId);
  }

  return {
    folder,
    firstFree: async (from) => firstFreeFolder(dataDir, from),
    create: (companyId, furnish) =>
      makeTenantFolder(folder(companyId), async (path) => {
        if (template) await copyTemplate(template, path);
        if (furnish || !template) await writeTemplate(path, furnish, !template);
      }),
    open(companyId) {
      const ended = replacing.get(companyId);
      if (ended) return ended.catch(() => undefined).then(() => this.open(companyId));
      if (gone.has(companyId)) return Promise.reject(new AppError('ERR_COMPANY_DATA_MISSING'));
      const known = entries.get(companyId);
      if (known) {
        known.usedAt = ticks();
        return known.database;
      }
      const saved = held.get(companyId)?.deref();
      if (saved) return Promise.resolve(saved);
      const database = opening.run(`${companyId}`, () => openFolder(companyId));
      const entry = enter(companyId, database);
      database.then(
        (opened) => {
          entry.opened = opened;
        },
        (error) => {
          entries.delete(companyId);
          failures.note(companyId, error);
        },
      );
      return database;
    },
    peek: (companyId) => entries.get(companyId)?.database,
    ahead: (companyId) => (entries.has(companyId) ? undefined : hibernating?.hibernation.find(companyId)),
    async sweep() {
      let closed = 0;
      for (const [companyId, entry] of [...entries]) {
        const database = entry.opened;
        if (!database) continue;
        if (database.uses !== entry.uses) entry.usedAt = Math.max(entry.usedAt, ticks());
        entry.uses = database.uses;
        if (ticks() - entry.usedAt <= IDLE_MS) {
          database.trim();
          continue;
        }
        if (await hibernate(companyId, entry, hasNothingDue)) closed += 1;
      }
      collect(closed >= MANY);
      return closed;
    },
    async hibernate(companyId) {
      const entry = entries.get(companyId);
      return entry !== undefined && hibernate(companyId, entry, hasNothingDue);
    },
    async moveAway(companyId, to) {
      gone.add(companyId);
      const entry = entries.get(companyId);
      await entry?.database.catch(() => undefined);
      if (entry && !(await hibernate(companyId, entry, () => true))) {
        entries.delete(companyId);
        await entry.opened?.close();
      }
      failures.forget(companyId);
      collect(true);
      moveFolder(folder(companyId), to);
      await slowReads?.release(companyId);
    },
    async bringBack(companyId, from) {
      moveFolder(from, folder(companyId));
      gone.delete(companyId);
    },
    erase: async () => undefined,
    replace(companyId, swap) {
      const ended = swapClosed(companyId, swap).finally(() => replacing.delete(companyId));
      replacing.set(companyId, ended);
      return ended;
    },
    isThere(companyId) {
      if (entries.has(companyId)) return true;
      try {
        requireDatabase(folder(companyId));
        return true;
      } catch (error) {
        failures.note(companyId, error);
        return false;
      }
    },
    openIds: () => [...entries.keys()],
    failingIds: failures.ids,
    most,
    get size() {
      return entries.size;
    },
    async closeAll() {
      await slowReads?.stop();
      for (const [companyId, entry] of [...entries]) {
        if (await hibernate(companyId, entry, () => true)) continue;
        entries.delete(companyId);
        const database = await entry.database.catch(() => undefined);
        await database?.close();
      }
      held.clear();
      await hibernating?.hibernation.idle();
    },
  };
}

function openFile(path: string, options: DatabaseTools = {}): Promise<TenantDatabase> {
  return openDatabase({ url: `file:${path}`, schema, migrations: TENANT_MIGRATIONS, ...options });
}

export async function writeTemplate(path: string, furnish?: Furnish, isNew = true): Promise<void> {
  if (isNew) rmSync(path, { force: true });
  const database = await openFile(path);
  try {
    await furnish?.(database);
    await checkpoint(database.client, systemLockWait);
  } finally {
    await database.close();
  }
}
