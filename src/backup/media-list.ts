import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupFailure, failureOf } from './failure.ts';
import { Medium, type Part, type Stored } from './manifest.ts';
import { type Chest, keepFile, readKept } from './objects.ts';
import { writeScratch } from './store.ts';

/** A file whose size and time are as before is not read again. */
export async function keepMedia(
  chest: Chest,
  folder: string,
  before: Part | undefined,
  scratch: string,
): Promise<Part['media']> {
  const known = await knownBefore(chest, before);
  const list = join(scratch, 'media-list');
  let files = 0;
  await writeScratch(
    list,
    (async function* () {
      for (const path of await pathsIn(folder)) {
        const medium = await keepMedium(chest, folder, path, known.get(path));
        if (!medium) continue;
        files += 1;
        yield new TextEncoder().encode(`${JSON.stringify(medium)}\n`);
      }
    })(),
  );
  const kept = (await keepFile(chest, list, true)) as Stored;
  return { ...kept, files };
}

/** Empty when the list cannot be read: its rehearsal will tell. */
async function knownBefore(chest: Chest, before: Part | undefined): Promise<Map<string, Medium>> {
  const known = new Map<string, Medium>();
  if (!before) return known;
  try {
    for await (const medium of readMedia(chest, before.media)) known.set(medium.path, medium);
    return known;
  } catch (error) {
    if (failureOf(error).reason !== 'unreadable') throw error;
    return new Map();
  }
}

export async function* readMedia(chest: Pick<Chest, 'store' | 'keys'>, list: Stored): AsyncIterable<Medium> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of readKept(chest, list)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield mediumOf(line, list);
  }
}

/** Its hash comes last, so that a damaged list may be met here first. */
function mediumOf(line: string, { object }: Stored): Medium {
  try {
    return Medium.parse(JSON.parse(line));
  } catch (cause) {
    throw new BackupFailure('unreadable', `${object} holds other bytes than were put there`, { cause });
  }
}

async function keepMedium(
  chest: Chest,
  folder: string,
  path: string,
  before: Medium | undefined,
): Promise<Medium | undefined> {
  const found = await stat(join(folder, path)).catch(() => undefined);
  if (!found) return undefined;
  const stamp = `${found.size}-${found.mtimeMs}`;
  if (before?.stamp === stamp && chest.has(before.kept.object)) return before;
  const kept = await keepFile(chest, join(folder, path), false);
  return kept && { path, stamp, kept };
}

export const countFiles = async (folder: string): Promise<number> => (await pathsIn(folder)).length;

/** Months, and in them files: in this order, so that the same files make the same list. */
async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
