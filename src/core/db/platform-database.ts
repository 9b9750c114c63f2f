import { join } from 'node:path';
import * as schema from '@db/platform/schema/index.ts';
import { AppError, StartRefused } from '../errors.ts';
import { type Database, openDatabase, type Reader } from './database.ts';
import { isDatabaseTrouble, isLocked } from './driver/database-errors.ts';
import type { LockWait } from './driver/wait-for-lock.ts';
import type { DatabaseServer } from './remote/database-server.ts';

export type PlatformDatabase = Database<typeof schema>;
export type PlatformReader = Reader<typeof schema>;

export const PLATFORM_MIGRATIONS = join(import.meta.dir, '../../../db/platform/migrations');

export function openPlatform(dataDir: string, lockWait?: LockWait): Promise<PlatformDatabase> {
  const path = join(dataDir, 'platform.db');
  return openDatabase({ url: `file:${path}`, schema, migrations: PLATFORM_MIGRATIONS, lockWait }).catch(
    (error) => {
      if (error instanceof StartRefused) throw error;
      if (!isDatabaseTrouble(error))
        throw new StartRefused(
          `${path} is of an unknown schema or its upgrade failed (${messageOf(error)}); it is as it was: start the version that wrote it, or restore a backup.`,
        );
      if (isLocked(error))
        throw new StartRefused(`${path} is locked by another program: end it and start again.`);
      throw new StartRefused(
        `${path} cannot be read as a database (${error.message}): put it back from a copy.`,
      );
    },
  );
}

export const PLATFORM_NAMESPACE = 'platform';

/** Several processes may start at once, and migrate it. */
export async function openRemotePlatform(
  server: DatabaseServer,
  lockWait?: LockWait,
): Promise<PlatformDatabase> {
  const { createNamespaces, requireServer } = await import('./remote/database-server.ts');
  await requireServer(server, PLATFORM_NAMESPACE);
  await createNamespaces(server).create(PLATFORM_NAMESPACE).catch(ignoreTaken);
  // Again, because a token is only checked for a namespace that is there.
  await requireServer(server, PLATFORM_NAMESPACE);
  const namespace = { server, name: PLATFORM_NAMESPACE, isShared: true } as const;
  const open = () => openDatabase({ namespace, schema, migrations: PLATFORM_MIGRATIONS, lockWait });
  return open().catch(open);
}

function ignoreTaken(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'ERR_COMPANY_NUMBER_TAKEN')) throw error;
}

/** drizzle's message contains the whole statement; its cause says what went wrong. */
function messageOf(error: unknown): string {
  const reported = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (reported instanceof Error ? reported.message : String(reported)).split('\n')[0] ?? '';
}
