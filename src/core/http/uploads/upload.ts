import { rm } from 'node:fs/promises';
import { createMiddleware } from 'hono/factory';
import { AppError, InvalidInput } from '../../errors.ts';
import type { Storage } from '../../storage/storage.ts';
import { cacheForm, isMultipart } from '../body/read-body.ts';
import type { Ctx, Env } from '../env.ts';
import { requireOwnCompany } from '../routing/same-company.ts';
import { endingOf, honestName, shownName } from './file-names.ts';
import { type FileLimits, type ReceivedFile, receiveFiles } from './receive-files.ts';

export type Upload = {
  key: string;
  /** The sender's name for it, without folders and with a corrected extension; for display only, never a path. */
  name: string;
  sentName: string;
  mime: string;
  size: number;
};

export type Uploads = { uploads: Upload[]; fields: FormData };

export const MAX_REQUEST_BYTES = 96 * 1024 * 1024;
/** Concurrent uploads: each costs buffers and disk writes, whatever its size. */
export const UPLOADS_AT_ONCE = { person: 4, company: 8, address: 16, all: 16 };

export const takesFiles = (limits: FileLimits) =>
  createMiddleware<Env>(async (c, next) => {
    c.set('files', limits);
    await next();
    if (c.error || c.res.status >= 400) await discard(c);
  });

export const takesPassingFile = (limits: FileLimits) =>
  createMiddleware<Env>(async (c, next) => {
    c.set('files', limits);
    await next();
    await discard(c);
  });

export async function discard(c: Ctx): Promise<void> {
  const received = await c.var.received?.catch(() => undefined);
  for (const { key } of received?.uploads ?? [])
    await c.var.kernel.storage.remove(c.var.scope.companyId, key);
}

/**
 * Repeated calls give the same result. Throws ERR_TOO_LARGE (a file over `maxBytes`, or more than `maxFiles`),
 * ERR_UNSUPPORTED_MEDIA for an empty file, ERR_VALIDATION for a body that is not multipart, ERR_RATE_LIMITED and
 * ERR_BUSY while too many uploads run, ERR_BODY_TOO_SLOW, ERR_NO_SPACE, ERR_STORAGE_QUOTA.
 */
export function readUploads(c: Ctx): Promise<Uploads> {
  const received = c.var.received ?? receive(c);
  c.set('received', received);
  return received;
}

/** Undefined without a file, or for a form that is not multipart. Throws like `readUploads`. */
export async function readUpload(c: Ctx): Promise<Upload | undefined> {
  return isMultipart(c) ? (await readUploads(c)).uploads[0] : undefined;
}

/** Throws InvalidInput on `file` without one, else like `readUploads`. */
export async function requireUpload(c: Ctx): Promise<Upload> {
  const upload = await readUpload(c);
  if (!upload) throw new InvalidInput({ file: 'validation:required' });
  return upload;
}

/** The file of `takesPassingFile`; undefined when none was chosen or it is empty. Throws like `readUploads`. */
export async function readPassingFile(c: Ctx): Promise<{ file: Blob; name: string } | undefined> {
  const received = await readUploads(c).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ERR_UNSUPPORTED_MEDIA') return undefined;
    throw error;
  });
  const upload = received?.uploads[0];
  const path = upload && (await c.var.kernel.storage.open(c.var.scope.companyId, upload.key));
  return path ? { file: Bun.file(path), name: upload.name } : undefined;
}

/** Like `readPassingFile`; throws InvalidInput on `file` when none was chosen, or it is too large. */
export async function readChosenFile(c: Ctx): Promise<{ file: Blob; name: string }> {
  const chosen = await readPassingFile(c).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'ERR_TOO_LARGE') throw error;
    throw new InvalidInput({ file: 'validation:tooLarge' });
  });
  if (!chosen) throw new InvalidInput({ file: 'validation:required' });
  return chosen;
}

async function receive(c: Ctx): Promise<Uploads> {
  const { files: limits, kernel, scope } = c.var;
  const { body, headers } = c.req.raw;
  if (!limits || !isMultipart(c) || !body) throw new AppError('ERR_VALIDATION');
  if (Number(headers.get('Content-Length') ?? 0) > MAX_REQUEST_BYTES)
    throw new AppError('ERR_TOO_LARGE', { bytes: limits.maxBytes });
  await kernel.space.requireForFiles();
  await kernel.storageQuota.requireFor(scope.companyId, Number(headers.get('Content-Length') ?? 0));
  const userId = scope.actor.kind === 'user' ? scope.actor.id : 0;
  const slot = kernel.uploads.take({ companyId: scope.companyId, userId, address: c.var.address });
  if (typeof slot === 'string') throw new AppError(slot === 'all' ? 'ERR_BUSY' : 'ERR_RATE_LIMITED');
  try {
    const { files, fields } = await receiveFiles({
      body,
      contentType: headers.get('Content-Type') ?? '',
      limits,
      maxBytes: MAX_REQUEST_BYTES,
      position: () => kernel.storage.reserve(scope.companyId, 'part').path,
    });
    cacheForm(c, fields);
    return { uploads: await adopt(c, files, fields), fields };
  } finally {
    slot.leave();
  }
}

async function adopt(c: Ctx, files: ReceivedFile[], fields: FormData): Promise<Upload[]> {
  const { storage } = c.var.kernel;
  const { companyId } = c.var.scope;
  // A form without a chosen file sends an empty one without a name.
  const chosen = files.filter(({ size, name }) => size > 0 || name !== '');
  const uploads: Upload[] = [];
  try {
    requireOwnCompany(c, fields.getAll('companyId'));
    // Leaving out an empty file would shift the captions of the others.
    if (chosen.some(({ size }) => size === 0)) throw new AppError('ERR_UNSUPPORTED_MEDIA');
    for (const file of chosen) uploads.push(await storeFile(storage, companyId, file));
    return uploads;
  } catch (error) {
    for (const { key } of uploads) await storage.remove(companyId, key);
    throw error;
  } finally {
    for (const { path } of files) await rm(path, { force: true });
  }
}

export async function storeFile(
  storage: Storage,
  companyId: number,
  file: Omit<ReceivedFile, 'size'>,
): Promise<Upload> {
  const { mime, extension, name } = await kindOf(file);
  const { key, size } = await storage.adopt(companyId, file.path, extension);
  return { key, size, mime, name, sentName: file.name };
}

/** Existing clients send the file's name as its text; that is not a caption. */
export function captionFor({ name, sentName }: Upload, text: string): string {
  return text === name || text === sentName ? '' : text;
}

/** Types that a browser would run are stored as plain bytes, whatever the sender says. */
const HARMLESS = /^(text\/(plain|csv)|application\/[\w.+-]+)$/;

async function kindOf({
  path,
  name,
  mime,
}: Omit<ReceivedFile, 'size'>): Promise<{ mime: string; extension: string; name: string }> {
  const { fileTypeFromBlob, supportedExtensions } = await import('file-type');
  const found = await fileTypeFromBlob(Bun.file(path));
  const seen = found && !/xml|html|svg/.test(found.mime) ? found : undefined;
  const shown = shownName(name);
  // Some programs write a few bytes before the header, and readers accept that.
  const isPdf = !seen && endingOf(shown) === 'pdf' && (await headerOf(path)).includes('%PDF-');
  const honest = isPdf ? shown : honestName(shown, seen, supportedExtensions);
  if (seen) return { mime: seen.mime, extension: seen.ext, name: honest };
  const ending = endingOf(name) || 'bin';
  const claimed = mime.split(';')[0]?.trim().toLowerCase() ?? '';
  const isHarmless = HARMLESS.test(claimed) && !/xml|html|svg|javascript/.test(claimed);
  const kind = isHarmless
    ? { mime: claimed, extension: ending }
    : { mime: 'application/octet-stream', extension: 'bin' };
  return { ...kind, name: honest };
}

const headerOf = (path: string) => Bun.file(path).slice(0, 1024).text();
