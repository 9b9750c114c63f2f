import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from '@libsql/client';
import { LocalClient } from '@/core/db/driver/local-client.ts';
import { systemLockWait } from '@/core/db/driver/wait-for-lock.ts';
import { createNamespaces, type DatabaseServer } from '@/core/db/remote/database-server.ts';
import { RemoteClient } from '@/core/db/remote/remote-client.ts';
import { namespaceOf } from '@/core/db/tenants/remote-tenants.ts';
import { PLATFORM } from '@/core/scope.ts';

/** The databases of one installation: of its companies by id, and of the platform as number 0. */
export type DatabasesAt = {
  has(companyId: number): Promise<boolean>;
  open(companyId: number): Client;
  create(companyId: number): Promise<Client>;
  remove(companyId: number): Promise<void>;
};

const ignore = () => undefined;

/** A deleted company is in the bin until its 30 days are over; the next start puts it there again. */
export function companyFolder(dataDir: string, companyId: number): string {
  const served = join(dataDir, 'companies', String(companyId));
  const deleted = join(dataDir, 'bin', String(companyId));
  return !existsSync(served) && existsSync(deleted) ? deleted : served;
}

export function databasesInFolder(dataDir: string): DatabasesAt {
  const pathOf = (companyId: number) =>
    companyId === PLATFORM
      ? join(dataDir, 'platform.db')
      : join(companyFolder(dataDir, companyId), 'company.db');
  const open = (companyId: number) => new LocalClient(pathOf(companyId), systemLockWait, ignore);
  return {
    has: async (companyId) => existsSync(pathOf(companyId)),
    open,
    async create(companyId) {
      mkdirSync(dirname(pathOf(companyId)), { recursive: true });
      const client = open(companyId);
      await client.execute('PRAGMA journal_mode = WAL');
      return client;
    },
    async remove(companyId) {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${pathOf(companyId)}${suffix}`, { force: true });
    },
  };
}

export function databasesOn(server: DatabaseServer): DatabasesAt {
  const namespaces = createNamespaces(server);
  const open = (companyId: number) => new RemoteClient({ server, name: namespaceOf(companyId) }, ignore);
  return {
    has: (companyId) => namespaces.has(namespaceOf(companyId)),
    open,
    async create(companyId) {
      await namespaces.create(namespaceOf(companyId));
      return open(companyId);
    },
    remove: (companyId) => namespaces.remove(namespaceOf(companyId)),
  };
}
