import { rm } from 'node:fs/promises';
import { AppError } from '../../errors.ts';
import { FetchRefused, type RefusedBecause } from '../../security/safe-fetch.ts';
import type { Ctx } from '../env.ts';
import { storeFile, type Upload } from './upload.ts';

const TIMEOUT_MS = 30_000;

/** Throws ERR_FILE_NOT_FETCHED, ERR_RATE_LIMITED, ERR_BUSY, ERR_NO_SPACE, ERR_STORAGE_QUOTA. */
export async function fetchUpload(
  c: Ctx,
  { url, name, maxBytes }: { url: string; name?: string | undefined; maxBytes: number },
): Promise<Upload> {
  const { scope, kernel } = c.var;
  return withPart(c, 0, async (path) => {
    try {
      const limits = { timeoutMs: TIMEOUT_MS, maxBytes, isPublicFile: true as const };
      const reply = await kernel.services.safeCall(url, limits);
      if (reply.status !== 200) throw new FetchRefused('status');
      if ((await Bun.write(path, reply)) === 0) throw refusal('empty');
      const mime = reply.headers.get('Content-Type') ?? '';
      return await storeFile(kernel.storage, scope.companyId, { path, mime, name: name || nameOf(url) });
    } catch (error) {
      throw error instanceof FetchRefused ? refusal(error.reason) : error;
    }
  });
}

/** Throws ERR_RATE_LIMITED, ERR_BUSY, ERR_NO_SPACE, ERR_STORAGE_QUOTA. */
export async function storeBytes(
  c: Ctx,
  { bytes, mime, name }: { bytes: Uint8Array; mime: string; name: string },
): Promise<Upload> {
  return withPart(c, bytes.length, async (path) => {
    await Bun.write(path, bytes);
    return storeFile(c.var.kernel.storage, c.var.scope.companyId, { path, mime, name });
  });
}

async function withPart(c: Ctx, size: number, work: (path: string) => Promise<Upload>): Promise<Upload> {
  const { scope, kernel } = c.var;
  const { companyId, actor } = scope;
  await kernel.space.requireForFiles();
  await kernel.storageQuota.requireFor(companyId, size);
  const userId = actor.kind === 'user' ? actor.id : 0;
  const slot = kernel.uploads.take({ companyId, userId, address: c.var.address });
  if (typeof slot === 'string') throw new AppError(slot === 'all' ? 'ERR_BUSY' : 'ERR_RATE_LIMITED');
  const { path } = kernel.storage.reserve(companyId, 'part');
  try {
    return await work(path);
  } finally {
    slot.leave();
    await rm(path, { force: true });
  }
}

const refusal = (reason: RefusedBecause | 'empty') => new AppError('ERR_FILE_NOT_FETCHED', { reason });

function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
