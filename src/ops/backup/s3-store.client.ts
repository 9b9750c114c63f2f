import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { codeOf } from '../../core/errors.ts';
import type { Bucket } from '../../core/storage/bucket.ts';
import { objectsOf, wholeOf } from '../../core/storage/s3-answers.ts';
import { inTime } from '../../core/time-limits.ts';
import type { BackupReason } from '../../modules/backups/backups.schema.ts';
import { BackupFailure } from './backup-failure.ts';
import { type Store, writeFlushed } from './backup-store.ts';

const QUIET_MS = 60_000;
const BYTES_PER_MS = 50;

type Limits = { quietMs?: number; namesAtOnce?: number };

export function createS3Store(bucket: Bucket, scratch: string, limits: Limits = {}): Store {
  const { quietMs = QUIET_MS, namesAtOnce: maxKeys = 1_000 } = limits;
  const client = new Bun.S3Client({ ...bucket, retry: 2 });
  const ask = <T>(work: Promise<T>, bytes = 0) => answered(work, quietMs + bytes / BYTES_PER_MS);
  return {
    async put(name, bytes) {
      // Uploaded only when complete: a truncated upload would look whole.
      const path = await freshPath(scratch);
      try {
        const size = await writeFlushed(path, bytes);
        await ask(client.write(name, Bun.file(path)), size);
        return size;
      } finally {
        await rm(path, { force: true });
      }
    },
    async get(name) {
      const size = await ask(client.stat(name).then((found) => found.size, undefinedWhenMissing));
      if (size === undefined) return undefined;
      const stream = client.file(name).stream() as ReadableStream<Uint8Array>;
      // Decoded only when complete: network errors must not look like damage in the store.
      const path = await freshPath(scratch);
      await writeFlushed(path, wholeOf(stream, { size, ask, fail: unreachable })).catch(async (error) => {
        await rm(path, { force: true });
        throw error;
      });
      return onceFrom(path);
    },
    async *list(prefix) {
      const listing = {
        prefix,
        page: (continuationToken?: string) => ask(client.list({ prefix, continuationToken, maxKeys })),
        fail: unreachable,
      };
      for await (const { key } of objectsOf(listing)) yield key;
    },
    async remove(name) {
      await ask(client.unlink(name));
    },
  };
}

async function freshPath(scratch: string): Promise<string> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  return join(scratch, randomUUID());
}

/** Unlinks the file at once; its bytes go after reading. */
async function onceFrom(path: string): Promise<ReadableStream<Uint8Array>> {
  const file = createReadStream(path);
  await once(file, 'open');
  await rm(path);
  return Readable.toWeb(file) as unknown as ReadableStream<Uint8Array>;
}

function undefinedWhenMissing(error: unknown): undefined {
  if (codeOf(error) !== 'NoSuchKey') throw error;
}

const unreachable = (message: string) => new BackupFailure('unreachable', message);

async function answered<T>(work: Promise<T>, most: number): Promise<T> {
  try {
    return await inTime(work, most, () => unreachable('the store does not answer'));
  } catch (error) {
    throw error instanceof BackupFailure ? error : storeFailure(error);
  }
}

const REASONS: Partial<Record<string, BackupReason>> = {
  InsufficientStorage: 'full',
  QuotaExceeded: 'full',
  StorageQuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
  AccessDenied: 'refused',
  AllAccessDisabled: 'refused',
  AuthorizationHeaderMalformed: 'refused',
  ExpiredToken: 'refused',
  Forbidden: 'refused',
  InvalidAccessKeyId: 'refused',
  InvalidBucketName: 'refused',
  InvalidToken: 'refused',
  NoSuchBucket: 'refused',
  PermanentRedirect: 'refused',
  RequestTimeTooSkewed: 'refused',
  SignatureDoesNotMatch: 'refused',
};

function storeFailure(error: unknown): Error {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return error as Error;
  const message = error instanceof Error ? error.message : String(error);
  return new BackupFailure(REASONS[code] ?? 'unreachable', `the store: ${code} ${message}`);
}
