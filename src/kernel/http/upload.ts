import { fileTypeFromBlob } from 'file-type';
import { AppError } from '../errors.ts';
import type { Ctx } from './env.ts';

export type Upload = {
  /** Key in the company's media folder: our own name. */
  key: string;
  /** What the sender called it, without folders; only ever shown. */
  name: string;
  /** By content; the sender's word counts only for what content does not tell. */
  mime: string;
  size: number;
};

export type Uploads = { uploads: Upload[]; fields: FormData; discard(): Promise<void> };

/**
 * Stores the files of a multipart request. `discard` removes them when the verb refuses.
 * Throws ERR_TOO_LARGE (one file over `maxBytes`, or more than `maxFiles`), ERR_UNSUPPORTED_MEDIA for an empty
 * file, ERR_VALIDATION for no multipart.
 */
export async function readUploads(
  c: Ctx,
  field: string,
  limits: { maxBytes: number; maxFiles: number },
): Promise<Uploads> {
  const fields = await readForm(c);
  const files = fields
    .getAll(field)
    // A form without a chosen file sends one without a name, which Bun reads as undefined.
    .filter((value): value is File => value instanceof File && (value.size > 0 || Boolean(value.name)));
  if (files.length > limits.maxFiles) throw new AppError('ERR_TOO_LARGE', { files: limits.maxFiles });
  if (files.some((file) => file.size > limits.maxBytes))
    throw new AppError('ERR_TOO_LARGE', { bytes: limits.maxBytes });
  // Left out in silence it would shift the captions of the others.
  if (files.some((file) => file.size === 0)) throw new AppError('ERR_UNSUPPORTED_MEDIA');
  const { storage } = c.var.kernel;
  const { companyId } = c.var.scope;
  const uploads: Upload[] = [];
  const discard = async () => {
    for (const upload of uploads) await storage.remove(companyId, upload.key);
  };
  try {
    for (const file of files) {
      const { mime, extension } = await kindOf(file);
      const { key, size } = await storage.save(companyId, file, extension);
      uploads.push({ key, size, mime, name: shownName(file.name) });
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { uploads, fields, discard };
}

/** Also after a validator has read it: what Hono keeps is then no promise. */
async function readForm(c: Ctx): Promise<FormData> {
  try {
    return await c.req.formData();
  } catch (cause) {
    throw new AppError('ERR_VALIDATION', {}, { cause });
  }
}

/**
 * The one file of a multipart request that is read and not kept. Throws ERR_VALIDATION without one, ERR_TOO_LARGE
 * over `maxBytes`.
 */
export async function readFile(c: Ctx, field: string, maxBytes: number): Promise<File> {
  const form = await c.req.formData().catch((cause) => {
    throw new AppError('ERR_VALIDATION', {}, { cause });
  });
  const file = form.get(field);
  if (!(file instanceof File) || file.size === 0) throw new AppError('ERR_VALIDATION');
  if (file.size > maxBytes) throw new AppError('ERR_TOO_LARGE', { bytes: maxBytes });
  return file;
}

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

async function kindOf(file: File): Promise<{ mime: string; extension: string }> {
  const seen = await fileTypeFromBlob(file);
  const ending = /\.([a-z0-9]{1,8})$/.exec(file.name.toLowerCase())?.[1] ?? 'bin';
  if (seen && !/xml|html|svg/.test(seen.mime)) return { mime: seen.mime, extension: seen.ext };
  const claimed = file.type.split(';')[0]?.trim().toLowerCase() ?? '';
  const isHarmless = HARMLESS.test(claimed) && !/xml|html|svg|javascript/.test(claimed);
  return { mime: isHarmless ? claimed : 'application/octet-stream', extension: isHarmless ? ending : 'bin' };
}
