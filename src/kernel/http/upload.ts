import { rm } from 'node:fs/promises';
import { fileTypeFromBlob } from 'file-type';
import { createMiddleware } from 'hono/factory';
import { AppError } from '../errors.ts';
import { perKernel } from '../per-kernel.ts';
import { createSeats } from '../seats.ts';
import type { Ctx, Env } from './env.ts';
import { isMultipart, keepForm } from './read-body.ts';
import { type FileLimits, type ReceivedFile, receiveFiles } from './receive-files.ts';

export type Upload = {
  /** Key in the company's media folder: our own name. */
  key: string;
  /** What the sender called it, without folders; only ever shown. */
  name: string;
  /** By content; the sender's word counts only for what content does not tell. */
  mime: string;
  size: number;
};

export type Uploads = { uploads: Upload[]; fields: FormData };

/** A request with all its files. */
export const MAX_REQUEST_BYTES = 96 * 1024 * 1024;
/** Each that is being received costs buffers and a place in the disk's queue, however large it is. */
const AT_ONCE = { person: 4, company: 8, address: 16, all: 16 };

/**
 * Says that a route takes files, behind `signedIn`: elsewhere they are refused unread. They are received when the
 * handler, or the validator of its form, asks for them. Those of a refused request do not stay.
 */
export const takesFiles = (limits: FileLimits) =>
  createMiddleware<Env>(async (c, next) => {
    c.set('files', limits);
    await next();
    if (c.error || c.res.status >= 400) await discard(c);
  });

/** As `takesFiles`, for one that is read and not kept. */
export const takesPassingFile = (limits: FileLimits) =>
  createMiddleware<Env>(async (c, next) => {
    c.set('files', limits);
    await next();
    await discard(c);
  });

async function discard(c: Ctx): Promise<void> {
  const received = await c.var.received?.catch(() => undefined);
  for (const { key } of received?.uploads ?? [])
    await c.var.kernel.storage.remove(c.var.scope.companyId, key);
}

/**
 * The stored files of a multipart request, and its other fields; the same for everybody who asks. Throws ERR_TOO_LARGE
 * (one file over `maxBytes`, or more than `maxFiles`), ERR_UNSUPPORTED_MEDIA for an empty file, ERR_VALIDATION for no
 * multipart, ERR_RATE_LIMITED and ERR_BUSY while too many are being received, ERR_NO_SPACE.
 */
export function readUploads(c: Ctx): Promise<Uploads> {
  const received = c.var.received ?? receive(c);
  c.set('received', received);
  return received;
}

/** The one file of a form, or undefined: a form without one may also come without its parts. Throws as `readUploads`. */
export async function readUpload(c: Ctx): Promise<Upload | undefined> {
  return isMultipart(c) ? (await readUploads(c)).uploads[0] : undefined;
}

/** The file of `takesPassingFile`; undefined when none was chosen, or it is empty. Throws as `readUploads`. */
export async function readPassingFile(c: Ctx): Promise<{ file: Blob; name: string } | undefined> {
  const received = await readUploads(c).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ERR_UNSUPPORTED_MEDIA') return undefined;
    throw error;
  });
  const upload = received?.uploads[0];
  const path = upload && c.var.kernel.storage.pathOf(c.var.scope.companyId, upload.key);
  return path ? { file: Bun.file(path), name: upload.name } : undefined;
}

async function receive(c: Ctx): Promise<Uploads> {
  const { files: limits, kernel, scope } = c.var;
  const { body, headers } = c.req.raw;
  if (!limits || !isMultipart(c) || !body) throw new AppError('ERR_VALIDATION');
  if (Number(headers.get('Content-Length') ?? 0) > MAX_REQUEST_BYTES)
    throw new AppError('ERR_TOO_LARGE', { bytes: limits.maxBytes });
  await kernel.space.requireForFiles();
  const userId = scope.actor.kind === 'user' ? scope.actor.id : 0;
  const place = placesOf(kernel).take({ companyId: scope.companyId, userId, address: c.var.address });
  if (typeof place === 'string') throw new AppError(place === 'all' ? 'ERR_BUSY' : 'ERR_RATE_LIMITED');
  try {
    const { files, fields } = await receiveFiles({
      body,
      contentType: headers.get('Content-Type') ?? '',
      limits,
      maxBytes: MAX_REQUEST_BYTES,
      place: () => kernel.storage.reserve(scope.companyId, 'part').path,
    });
    // What a validator reads of the form.
    keepForm(c, fields);
    return { uploads: await adopt(c, files), fields };
  } finally {
    place.leave();
  }
}

/** Under names of our own, by what they hold; all of them or none. */
async function adopt(c: Ctx, files: ReceivedFile[]): Promise<Upload[]> {
  const { storage } = c.var.kernel;
  const { companyId } = c.var.scope;
  // A form without a chosen file sends one without a name.
  const chosen = files.filter(({ size, name }) => size > 0 || name !== '');
  const uploads: Upload[] = [];
  try {
    // Left out in silence it would shift the captions of the others.
    if (chosen.some(({ size }) => size === 0)) throw new AppError('ERR_UNSUPPORTED_MEDIA');
    for (const file of chosen) {
      const { mime, extension } = await kindOf(file);
      const { key, size } = await storage.adopt(companyId, file.path, extension);
      uploads.push({ key, size, mime, name: shownName(file.name) });
    }
    return uploads;
  } catch (error) {
    for (const { key } of uploads) await storage.remove(companyId, key);
    throw error;
  } finally {
    for (const { path } of files) await rm(path, { force: true });
  }
}

const placesOf = perKernel(() => createSeats(AT_ONCE));

/** The name without folders and control characters; never a path. */
export function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replace(/\p{Cc}/gu, '')
      .slice(0, 200)
      .toWellFormed() || 'arquivo'
  );
}

/** Kinds a browser would run are stored as bytes to save, whatever the sender calls them. */
const HARMLESS = /^(text\/(plain|csv)|application\/[\w.+-]+)$/;

async function kindOf({ path, name, mime }: ReceivedFile): Promise<{ mime: string; extension: string }> {
  const seen = await fileTypeFromBlob(Bun.file(path));
  const ending = /\.([a-z0-9]{1,8})$/.exec(name.toLowerCase())?.[1] ?? 'bin';
  if (seen && !/xml|html|svg/.test(seen.mime)) return { mime: seen.mime, extension: seen.ext };
  const claimed = mime.split(';')[0]?.trim().toLowerCase() ?? '';
  const isHarmless = HARMLESS.test(claimed) && !/xml|html|svg|javascript/.test(claimed);
  return { mime: isHarmless ? claimed : 'application/octet-stream', extension: isHarmless ? ending : 'bin' };
}
