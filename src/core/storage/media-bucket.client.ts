import { open, rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../errors.ts';
import { delayAfter } from '../queue/retry.ts';
import { inTime } from '../time-limits.ts';
import type { Bucket } from './bucket.ts';
import { objectsOf, wholeOf } from './s3-answers.ts';
import { signedCopy } from './signed-copy.logic.ts';
import { StoreFailure } from './store-failure.ts';

export type StoredObject = { name: string; size: number; modifiedAt: Date };

export type MediaBucket = {
  put(name: string, path: string): Promise<void>;
  /** False when there is no such object. The path has its whole content, or is left alone. */
  fetch(name: string, path: string): Promise<boolean>;
  sizeOf(name: string): Promise<number | undefined>;
  copy(from: string, to: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  list(prefix: string): AsyncGenerator<StoredObject>;
};

type Limits = { quietMs?: number; retryMs?: number; namesAtOnce?: number };

const QUIET_MS = 10_000;
const BYTES_PER_MS = 50;
const ATTEMPTS = 3;
const FULL = /StorageFull|QuotaExceeded|InsufficientStorage|ENOSPC|EDQUOT/;
const MISSING = ['NoSuchKey', 'NotFound'];

class TooLate extends Error {}
const late = () => new TooLate('the store does not answer');

/** Throws StoreFailure. A call that fails is repeated; one without an answer is not: the caller has waited enough. */
export function createMediaBucket(target: Bucket, limits: Limits = {}): MediaBucket {
  const { quietMs = QUIET_MS, retryMs = 200, namesAtOnce: maxKeys = 1_000 } = limits;
  const client = new Bun.S3Client({ ...target, retry: 0 });

  async function ask<T>(work: () => Promise<T>, bytes = 0): Promise<T> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await inTime(work(), quietMs + bytes / BYTES_PER_MS, late);
      } catch (error) {
        const text = `${codeOf(error)} ${error}`;
        if (FULL.test(text)) throw new StoreFailure('ERR_NO_SPACE', error);
        if (error instanceof TooLate || failures === ATTEMPTS) throw new StoreFailure('ERR_BUSY', error);
        await sleep(delayAfter(failures, { firstMs: retryMs, longestMs: 5 * retryMs }));
      }
    }
  }

  const sizeOf = (name: string) =>
    ask(() => client.stat(name).then(({ size }) => size as number | undefined, undefinedWhenMissing));

  return {
    sizeOf,
    async put(name, path) {
      const file = Bun.file(path);
      await ask(() => client.write(name, file), file.size);
    },
    async fetch(name, path) {
      const size = await sizeOf(name);
      if (size === undefined) return false;
      const draft = `${path}.fetched.part`;
      try {
        await ask(() => receive(client.file(name).stream(), { draft, size, quietMs }), size);
        await rename(draft, path);
      } finally {
        await rm(draft, { force: true });
      }
      return true;
    },
    copy: (from, to) =>
      ask(async () => {
        const { url, headers } = signedCopy(target, { from, to, at: new Date() });
        const reply = await fetch(url, { method: 'PUT', headers, signal: AbortSignal.timeout(quietMs) });
        const text = await reply.text();
        if (reply.status === 404 && text.includes('NoSuchKey')) return false;
        // Amazon answers 200 before it copies; the body names a failure.
        if (!reply.ok || text.includes('<Error>')) throw new Error(`the store: ${reply.status} ${text}`);
        return true;
      }),
    async remove(name) {
      await ask(() => client.unlink(name).catch(undefinedWhenMissing));
    },
    async *list(prefix) {
      const listing = {
        prefix,
        page: (continuationToken?: string) => ask(() => client.list({ prefix, continuationToken, maxKeys })),
        fail: (message: string) => new StoreFailure('ERR_BUSY', new Error(message)),
      };
      for await (const { key, size = 0, lastModified } of objectsOf(listing))
        yield { name: key, size, modifiedAt: new Date(lastModified ?? 0) };
    },
  };
}

type Receiving = { draft: string; size: number; quietMs: number };

async function receive(
  stream: ReadableStream<Uint8Array>,
  { draft, size, quietMs }: Receiving,
): Promise<void> {
  const file = await open(draft, 'w');
  try {
    const ask = <T>(read: Promise<T>) => inTime(read, quietMs, late);
    for await (const chunk of wholeOf(stream, { size, ask, fail: (message) => new Error(message) }))
      await file.writeFile(chunk);
  } finally {
    await file.close();
  }
}

function undefinedWhenMissing(error: unknown): undefined {
  if (!MISSING.includes(codeOf(error))) throw error;
}
