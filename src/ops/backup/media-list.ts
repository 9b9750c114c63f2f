import { join } from 'node:path';
import type { Medium as Found, Media } from '../installation/installation.ts';
import { BackupFailure, failureOf } from './backup-failure.ts';
import { writeScratch } from './backup-store.ts';
import { Medium, type Part, type Stored } from './manifest.ts';
import { type Chest, readStored, storeFile } from './objects.ts';

/** A file with unchanged size and time is not read again. */
export async function mediaMonths(
  chest: Chest,
  media: Media,
  before: Part | undefined,
  scratch: string,
): Promise<Part['media']> {
  const known = await knownBefore(chest, before);
  const list = join(scratch, 'media-list');
  let files = 0;
  await writeScratch(
    list,
    (async function* () {
      for await (const found of media.list()) {
        const medium = await storeMedium(chest, media, found, known.get(found.path));
        if (!medium) continue;
        files += 1;
        yield new TextEncoder().encode(`${JSON.stringify(medium)}\n`);
      }
    })(),
  );
  const stored = (await storeFile(chest, list, true)) as Stored;
  return { ...stored, files };
}

/** Empty when the list is unreadable: its rehearsal will report that. */
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
  for await (const chunk of readStored(chest, list)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield mediumOf(line, list);
  }
}

function mediumOf(line: string, { object }: Stored): Medium {
  try {
    return Medium.parse(JSON.parse(line));
  } catch (cause) {
    throw new BackupFailure('unreadable', `${object} holds other bytes than were put there`, { cause });
  }
}

async function storeMedium(
  chest: Chest,
  media: Media,
  { path, stamp }: Found,
  before: Medium | undefined,
): Promise<Medium | undefined> {
  if (before?.stamp === stamp && chest.has(before.kept.object)) return before;
  const opened = await media.open(path);
  if (!opened) return undefined;
  const stored = await storeFile(chest, opened.path, false).finally(opened.done);
  return stored && { path, stamp, kept: stored };
}
