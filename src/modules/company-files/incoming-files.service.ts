import { existsSync, mkdirSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '@/core/errors.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import type { IncomingView } from './company-files.views.ts';

const DAY_MS = 86_400_000;
const MAX_LISTED = 100;
/** Uploaded through the browser; the uploader still has the original. */
const UPLOADED = 'uploaded';
const UPLOAD_RETAINED_MS = 7 * DAY_MS;
const ENDING = '.balcao';
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N} ._()+-]{0,120}$/u;

/** Server operators put files here that are too large for a browser. */
export const incomingFolder = ({ config }: Kernel): string => join(config.dataDir, 'incoming');

/** By name. Throws ERR_NO_SUPER. */
export async function listIncoming(scope: Scope): Promise<IncomingView[]> {
  requireSuper(scope);
  const root = incomingFolder(scope.kernel);
  const names = [
    ...(await namesIn(root)),
    ...(await namesIn(join(root, UPLOADED))).map((name) => `${UPLOADED}/${name}`),
  ].sort((a, b) => basename(a).localeCompare(basename(b)));
  const files: IncomingView[] = [];
  for (const file of names.slice(0, MAX_LISTED)) {
    const found = await stat(join(root, file)).catch(() => undefined);
    if (!found) continue;
    const isUploaded = file.startsWith(`${UPLOADED}/`);
    const name = file.slice(isUploaded ? UPLOADED.length + 1 : 0);
    files.push({
      id: files.length + 1,
      file,
      name,
      isUploaded,
      bytes: found.size,
      at: found.mtime.toISOString(),
    });
  }
  return files;
}

/** Returns the path, only for listed files. Throws ERR_NO_SUPER, ERR_NO_COMPANY_FILE_FOUND. */
export async function requireIncoming(scope: Scope, file: string): Promise<string> {
  const known = (await listIncoming(scope)).some((one) => one.file === file);
  if (!known) throw new AppError('ERR_NO_COMPANY_FILE_FOUND');
  return join(incomingFolder(scope.kernel), file);
}

/** Stores the upload at `path`; its content is checked when it is read. Throws ERR_NO_SUPER. */
export async function storeIncoming(
  scope: Scope,
  { path, name }: { path: string; name: string },
): Promise<void> {
  requireSuper(scope);
  const folder = join(incomingFolder(scope.kernel), UPLOADED);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await rename(path, join(folder, freeName(folder, name)));
}

export async function removeIncoming(scope: Scope, file: string): Promise<void> {
  await rm(await requireIncoming(scope, file), { force: true });
}

export async function sweepIncoming(kernel: Kernel): Promise<void> {
  const folder = join(incomingFolder(kernel), UPLOADED);
  for (const name of await namesIn(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && kernel.clock().getTime() - found.mtimeMs > UPLOAD_RETAINED_MS) await rm(join(folder, name));
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ENDING) && NAME.test(entry.name))
    .map(({ name }) => name);
}

function freeName(folder: string, name: string): string {
  const plain = name.replace(/\.balcao$/i, '').replace(/[^\p{L}\p{N} ._()+-]/gu, '-');
  const stem =
    plain
      .replace(/^[^\p{L}\p{N}_]+/u, '')
      .slice(0, 80)
      .trim() || 'empresa';
  for (let n = 1; ; n += 1) {
    const tried = n === 1 ? `${stem}${ENDING}` : `${stem} (${n})${ENDING}`;
    if (!existsSync(join(folder, tried))) return tried;
  }
}
