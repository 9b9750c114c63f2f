import { join } from 'node:path';
import * as schema from '@db/tenant/schema/index.ts';
import type { Ticks } from '../../clock.ts';
import { leadToOwner } from '../../cluster/request-route.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { PLATFORM } from '../../scope.ts';
import { openDatabase } from '../database.ts';
import { isDatabaseTrouble } from '../driver/database-errors.ts';
import type { LockWait } from '../driver/wait-for-lock.ts';
import { PLATFORM_NAMESPACE } from '../platform-database.ts';
import { createNamespaces, type DatabaseServer } from '../remote/database-server.ts';
import { createFence, type Fence, raiseEpoch } from '../remote/fence.ts';
import { RemoteClient } from '../remote/remote-client.ts';
import { createTenantFailures } from './tenant-failures.ts';
import type { Tenants } from './tenant-store.ts';
import { TENANT_MIGRATIONS, type TenantDatabase } from './tenants.ts';

export const namespaceOf = (companyId: number): string =>
  companyId === PLATFORM ? PLATFORM_NAMESPACE : `company-${companyId}`;

/** Below that of its first owner, whom a creation that still runs must not disturb. */
const FILLING = 0;

const IDLE_MS = 50_000;

export type RemoteTenants = Tenants & {
  /** Afterwards only this process writes, and nobody with a lower epoch. Throws ERR_NOT_OWNER, and as `open`. */
  take(companyId: number, epoch: number): Promise<void>;
  release(companyId: number): Promise<void>;
  /** At once: whatever still writes is refused. */
  drop(companyId: number): void;
};

export type RemoteTenantsOptions = {
  server: DatabaseServer;
  dataDir: string;
  ticks: Ticks;
  log?: Logger;
  lockWait?: LockWait | undefined;
  /** Makes the company this process's if no live process owns it. */
  claim(companyId: number): Promise<void>;
  /** False also while it is handed over. */
  holds(companyId: number): boolean;
};

type Reader = { database: Promise<TenantDatabase>; usedAt: number; uses: number };

const refuseWrites: Fence = () => {
  throw new AppError('ERR_NOT_OWNER');
};

/** Companies as namespaces of a libSQL server: this process writes those that it took, and can read all others. */
export function createRemoteTenants(options: RemoteTenantsOptions): RemoteTenants {
  const { server, dataDir, ticks, log, lockWait, claim, holds } = options;
  const namespaces = createNamespaces(server);
  const own = new Map<number, TenantDatabase>();
  const readers = new Map<number, Reader>();
  const failures = createTenantFailures(log);
  const replacing = new Map<number, Promise<unknown>>();

  const openOwn = (companyId: number, epoch: number): Promise<TenantDatabase> => {
    const fence = createFence(() => epoch);
    return openNamespace(companyId, async (name) => {
      const raw = new RemoteClient({ server, name }, () => undefined);
      try {
        // Nothing but a creation may fill one: migrations would make an empty company of half a copy.
        if (epoch !== FILLING) await requireFilled(raw, name);
        await raiseEpoch(raw, epoch);
      } finally {
        raw.close();
      }
      return openDatabase({
        namespace: { server, name, fence },
        schema,
        migrations: TENANT_MIGRATIONS,
        lockWait,
      });
    });
  };

  const openReader = (companyId: number): Promise<TenantDatabase> =>
    openNamespace(companyId, async (name) => {
      const namespace = { server, name, fence: refuseWrites, isShared: true } as const;
      const database = await openDatabase({ namespace, schema, migrations: null, lockWait });
      await database.client.execute('SELECT 1');
      return database;
    });

  async function openNamespace(
    companyId: number,
    open: (name: string) => Promise<TenantDatabase>,
  ): Promise<TenantDatabase> {
    const name = namespaceOf(companyId);
    try {
      const database = await open(name);
      failures.forget(companyId);
      return database;
    } catch (error) {
      const reason = await whyNot(name, error);
      failures.note(companyId, reason);
      throw reason;
    }
  }

  async function requireFilled(raw: RemoteClient, name: string): Promise<void> {
    const { rows } = await raw.execute('PRAGMA user_version');
    if (Number(rows[0]?.user_version) > 0) return;
    const cause = new Error(`${name} holds no company, or half of one: restore it`);
    throw new AppError('ERR_COMPANY_DATA_MISSING', {}, { cause });
  }

  async function whyNot(name: string, error: unknown): Promise<unknown> {
    if (!(await namespaces.has(name).catch(() => true)))
      return new AppError('ERR_COMPANY_DATA_MISSING', {}, { cause: new Error(`there is no ${name}`) });
    if (error instanceof AppError || isDatabaseTrouble(error)) return error;
    return new AppError('ERR_COMPANY_DATA_DAMAGED', {}, { cause: error });
  }

  function enterReader(companyId: number): Promise<TenantDatabase> {
    const database = openReader(companyId);
    readers.set(companyId, { database, usedAt: ticks(), uses: 0 });
    database.catch(() => readers.delete(companyId));
    return database;
  }

  async function take(companyId: number, epoch: number): Promise<void> {
    if (replacing.has(companyId)) throw new AppError('ERR_NOT_OWNER');
    const database = await openOwn(companyId, epoch);
    await close(companyId);
    readers.delete(companyId);
    own.set(companyId, database);
  }

  async function close(companyId: number): Promise<void> {
    const taken = own.get(companyId);
    own.delete(companyId);
    await taken?.close();
  }

  async function swapClosed<T>(companyId: number, swap: () => Promise<T>): Promise<T> {
    await close(companyId);
    readers.delete(companyId);
    failures.forget(companyId);
    return swap();
  }

  return {
    folder: (companyId) => join(dataDir, 'companies', String(companyId)),
    async firstFree(from) {
      let next = from;
      while (await namespaces.has(namespaceOf(next))) next += 1;
      return next;
    },
    async create(companyId, furnish) {
      const name = namespaceOf(companyId);
      await namespaces.create(name);
      try {
        const database = await openOwn(companyId, FILLING);
        await furnish?.(database);
        await database.close();
      } catch (error) {
        await namespaces.remove(name);
        throw error;
      }
    },
    async open(companyId) {
      await replacing.get(companyId)?.catch(() => undefined);
      if (!own.has(companyId)) await claim(companyId);
      else if (!holds(companyId)) leadToOwner(companyId);
      const taken = own.get(companyId);
      if (taken) return taken;
      leadToOwner(companyId);
      const reader = readers.get(companyId);
      if (reader) reader.usedAt = ticks();
      return reader?.database ?? enterReader(companyId);
    },
    peek(companyId) {
      const taken = own.get(companyId);
      return taken && Promise.resolve(taken);
    },
    ahead: () => undefined,
    async sweep() {
      const before = readers.size;
      for (const [companyId, reader] of [...readers]) {
        const { uses } = await reader.database;
        if (uses !== reader.uses) reader.usedAt = ticks();
        reader.uses = uses;
        if (ticks() - reader.usedAt > IDLE_MS) readers.delete(companyId);
      }
      return before - readers.size;
    },
    hibernate: async () => false,
    async moveAway(companyId) {
      failures.forget(companyId);
      readers.delete(companyId);
      await close(companyId);
    },
    // The node that takes it serves it again.
    bringBack: async () => undefined,
    async erase(companyId) {
      readers.delete(companyId);
      await close(companyId);
      await namespaces.remove(namespaceOf(companyId));
    },
    replace(companyId, swap) {
      const ended = swapClosed(companyId, swap).finally(() => replacing.delete(companyId));
      replacing.set(companyId, ended);
      return ended;
    },
    isThere: (companyId) => !failures.has(companyId),
    openIds: () => [...own.keys()],
    failingIds: failures.ids,
    most: Number.POSITIVE_INFINITY,
    get size() {
      return own.size + readers.size;
    },
    take,
    release: close,
    drop(companyId) {
      own.get(companyId)?.client.close();
      own.delete(companyId);
    },
    async closeAll() {
      readers.clear();
      for (const companyId of [...own.keys()]) await close(companyId);
    },
  };
}
