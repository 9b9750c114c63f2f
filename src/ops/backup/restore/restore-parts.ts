import { createReadStream, existsSync } from 'node:fs';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type DatabaseFile, withDatabase } from '../../../core/db/open-file.ts';
import { moveDatabase } from '../../../core/db/tenants/tenant-folder.ts';
import type { Tombstone } from '../../../modules/erasures/erasures.schema.ts';
import { eraseAgain } from '../../erasure/erase-again.ts';
import { stopDueSends } from '../../work-under-way.ts';
import type { Keys } from '../backup-keys.ts';
import { flushFolder, type Store } from '../backup-store.ts';
import { type Manifest, Medium, type Part, partsOf, type Stored } from '../manifest.ts';
import { copyRowsOnly } from './copy-rows-only.ts';
import { type DamageReport, requireDamage } from './damage-report.ts';
import { describeFile } from './describe-file.ts';
import { fetchCopy } from './fetch-copy.ts';

export type Source = {
  store: Store;
  keys: Keys;
  others(): AsyncIterable<Manifest>;
  report: DamageReport;
  keepPairing: boolean;
  /** A single company is restored as rows only, never as a schema. */
  rowsOnly: boolean;
  nameOf(companyId: number): string | null;
  erasedSince(run: string): Promise<Tombstone[]>;
  fetched?: (() => void) | undefined;
};

/** A company's folder from a set; damaged parts come from another set, or are missing and reported. */
export async function restorePart(source: Source, run: string, part: Part, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'company.db');
  const draft = `${path}.restoring`;
  const from = await fetchDatabase(source, run, part, draft);
  if (from)
    withDatabase(draft, (opened) => {
      if (!source.keepPairing) endPast(opened);
    });
  await restoreMedia(source, part, join(folder, 'media'), draft);
  if (!from) return;
  await finishDatabase(draft, path);
  const erased = await source.erasedSince(from);
  await eraseAgain(
    folder,
    erased.filter(({ companyId }) => companyId === part.id),
  );
}

/** Returns the set it came from; undefined if no set has a readable one. */
export async function fetchDatabase(
  source: Source,
  run: string,
  part: Part,
  path: string,
): Promise<string | undefined> {
  const { report } = source;
  const about = { companyId: part.id, company: source.nameOf(part.id), conversation: null };
  const file = part.id === 0 ? 'platform.db' : 'company.db';
  try {
    await fetchOne(source, part, path);
    return run;
  } catch (error) {
    requireDamage(error);
  }
  for await (const { other, found } of elsewhere(source, part.id)) {
    if (found.database.sha256 === part.database.sha256) continue;
    try {
      await fetchOne(source, found, path);
      report.add({ ...about, file, what: `damaged in the backup ${run}; taken from the backup ${other}` });
      return other;
    } catch (error) {
      requireDamage(error);
    }
  }
  report.add({ ...about, file, what: 'damaged in every backup, and not restored' });
  return undefined;
}

async function fetchOne(source: Source, part: Part, path: string): Promise<void> {
  await fetchCopy(source, part.database, path);
  if (source.rowsOnly) await copyRowsOnly(path, part);
}

export async function finishDatabase(draft: string, path: string): Promise<void> {
  moveDatabase(draft, path);
  withDatabase(path, (opened) => opened.exec('PRAGMA journal_mode = WAL'));
  await flushFolder(dirname(path));
}

export async function restoreMedia(
  source: Source,
  { id, media }: Part,
  folder: string,
  database: string,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const list = `${folder}-list.restoring`;
  if (!(await fetchMediaList(source, id, media, list))) return;
  for await (const { path, kept: stored } of mediaIn(list)) {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    try {
      await fetchCopy(source, stored, join(folder, path));
    } catch (error) {
      requireDamage(error);
      const named = existsSync(database) ? describeFile(database, path) : null;
      source.report.add({
        companyId: id,
        company: source.nameOf(id),
        conversation: named?.conversation ?? null,
        file: named?.name ? `${path} (${named.name})` : path,
        what: 'damaged or missing in the backup, and not restored',
      });
      // Also keeps the folder non-empty: the server would stop the company as for an unmounted disk.
      await appendFile(join(folder, LEFT_OUT), `${path}\n`, { mode: 0o600 });
    }
    source.fetched?.();
  }
  await rm(list, { force: true });
}

const LEFT_OUT = 'not-restored.txt';

async function fetchMediaList(source: Source, id: number, list: Stored, path: string): Promise<boolean> {
  try {
    await fetchCopy(source, list, path);
    return true;
  } catch (error) {
    requireDamage(error);
  }
  const about = { companyId: id, company: source.nameOf(id), conversation: null, file: 'list of files' };
  for await (const { other, found } of elsewhere(source, id)) {
    try {
      await fetchCopy(source, found.media, path);
      source.report.add({
        ...about,
        what: `damaged; files as in the backup ${other}, newer ones are missing`,
      });
      return true;
    } catch (error) {
      requireDamage(error);
    }
  }
  source.report.add({ ...about, what: 'damaged in every backup: no files are restored' });
  return false;
}

export async function* mediaIn(list: string): AsyncIterable<Medium> {
  for await (const line of createInterface({
    input: createReadStream(list),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const medium = Medium.parse(JSON.parse(line));
    if (medium.path.split('/').includes('..')) throw new Error(`${medium.path} leads out of its folder`);
    yield medium;
  }
}

async function* elsewhere({ others }: Source, id: number): AsyncIterable<{ other: string; found: Part }> {
  for await (const manifest of others()) {
    const found = partsOf(manifest).find((part) => part.id === id);
    if (found) yield { other: manifest.name, found };
  }
}

/** An old Signal ratchet makes WhatsApp's peers lose messages: the connection must pair anew. */
function endPast(database: DatabaseFile): void {
  database.transaction(() => {
    stopDueSends(database);
    database.exec('delete from session_keys');
    database.exec(
      "update connections set status = 'DISCONNECTED', qrcode = '', pairing_code = '', retries = 0, trouble = null",
    );
  })();
}
