import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LibsqlError } from '@libsql/client';
import { getTableName } from 'drizzle-orm';
import { fetchDatabase } from '../../core/db/remote/copy-namespace.ts';
import { createNamespaces, stampOf } from '../../core/db/remote/database-server.ts';
import { openStream } from '../../core/db/remote/database-stream.ts';
import { namespaceOf } from '../../core/db/tenants/remote-tenants.ts';
import { codeOf } from '../../core/errors.ts';
import { createMediaBucket, type MediaBucket } from '../../core/storage/media-bucket.client.ts';
import { prefixOf } from '../../core/storage/shared-storage.ts';
import { BackupFailure } from '../backup/backup-failure.ts';
import type { DatabaseAt, Installation, Media, Shared } from './installation.ts';

type Servers = Installation & { databaseAt(id: number, isInBin: boolean): DatabaseAt };

export function installationOn({ database: server, media }: Shared, scratch: string): Servers {
  const bucket = createMediaBucket(media);
  const namespaces = createNamespaces(server);
  const databaseAt = (id: number, isInBin: boolean): DatabaseAt => {
    const name = namespaceOf(id);
    const read = async (sql: string, args: string[] = []) => {
      const stream = openStream(server, name);
      return asked(stream.read(sql, args)).finally(() => stream.close());
    };
    return {
      ...{ id, isInBin, name },
      isThere: () => asked(namespaces.has(name)),
      stamp: () => asked(stampOf(server, name)),
      async bytes() {
        const [row] = await read('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size');
        return Number(row?.[0] ?? 0);
      },
      copyTo: (path) => asked(fetchDatabase({ server, name }, path)),
      async namedNow(columns, paths) {
        const selects = columns.map(
          (column) =>
            `SELECT "${column.name}" FROM "${getTableName(column.table)}" WHERE "${column.name}" IN (SELECT value FROM json_each(?1))`,
        );
        const rows = await read(selects.join(' UNION '), [JSON.stringify(paths)]);
        return new Set(rows.map(([path]) => String(path)));
      },
      media: mediaOn(bucket, id, scratch),
    };
  };
  const platform = databaseAt(0, false);
  return {
    ...{ platform, databaseAt },
    async listCompanies() {
      const stream = openStream(server, platform.name);
      const sql = `SELECT id, 0 FROM companies UNION SELECT company_id, 1 FROM deleted_companies
        WHERE company_id NOT IN (SELECT id FROM companies) ORDER BY 1`;
      const rows = await asked(stream.read(sql)).finally(() => stream.close());
      return rows.map(([id, isInBin]) => databaseAt(Number(id), isInBin === 1));
    },
  };
}

/** An error of a statement is the namespace's own; all others are the server's. */
async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BackupFailure || codeOf(error) === 'ENOSPC') throw error;
    if (error instanceof LibsqlError && error.code !== 'SQLITE_PROTOCOL') throw error;
    const message = error instanceof Error ? error.message : String(error);
    const isRefused = / 40[13]\b/.test(message);
    throw new BackupFailure(isRefused ? 'refused' : 'unreachable', message, { cause: error });
  }
}

function mediaOn(bucket: MediaBucket, id: number, scratch: string): Media {
  const prefix = prefixOf(id);
  async function* list() {
    for await (const { name, size, modifiedAt } of bucket.list(prefix))
      yield {
        ...{ path: name.slice(prefix.length), changedAt: modifiedAt },
        stamp: `${size}-${modifiedAt.getTime()}`,
      };
  }
  return {
    where: prefix,
    list,
    async open(path) {
      const local = join(scratch, 'media', randomUUID());
      await mkdir(join(scratch, 'media'), { recursive: true, mode: 0o700 });
      if (!(await bucket.fetch(`${prefix}${path}`, local))) return undefined;
      return { path: local, done: () => rm(local, { force: true }) };
    },
    remove: (path) => bucket.remove(`${prefix}${path}`),
    async count() {
      let count = 0;
      for await (const _ of list()) count += 1;
      return count;
    },
    async names() {
      const names = new Set<string>();
      for await (const { path } of list()) names.add(path);
      return names;
    },
  };
}
