import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Decrypter } from 'age-encryption';
import { type Extract, extract } from 'tar-stream';
import { RestoreRefused } from '../backup/failure.ts';
import { faultsOf, lookAt, withDatabase } from '../backup/snapshot.ts';
import { flushFolder, streamOf, writeFlushed } from '../backup/store.ts';
import { countMigrations } from '../kernel/db/snapshot.ts';
import { TENANT_MIGRATIONS } from '../kernel/db/tenants.ts';
import { loadSecrets } from '../kernel/secrets.ts';
import {
  CompanyRows,
  type ImportJob,
  ROWS,
  type Unpacked,
} from '../modules/company-files/company-files.schema.ts';
import { DATABASE, FORMAT, HEAD, Head, LIST, Listed, MEDIA, SECRETS } from './format.ts';
import { FileRefused } from './refusal.ts';
import { sealedLines, takeOver } from './take-over.ts';
import { requireRoom } from './write-file.ts';

type Step = (name: string, done?: number, of?: number) => Promise<void>;
type Bytes = ReadableStream<Uint8Array>;
type Packer = ReadableWritablePair<Uint8Array, Uint8Array>;

const MOST_TEXT = 16 * 1024 * 1024;
/** What each of its frames begins with (RFC 8878 §3.1.1). */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const LOOK_EVERY = 64 * 1024 * 1024;

/**
 * Into `scratch/company`, checked, of this desk's version and with this desk's keys; nothing else is changed. Throws
 * RestoreRefused with a sentence.
 */
export async function readCompanyFile(job: ImportJob, step: Step): Promise<Unpacked> {
  const { scratch, source } = job;
  if (!existsSync(source)) throw new FileRefused('missing', `There is no file ${source}.`);
  await rm(scratch, { recursive: true, force: true });
  await mkdir(join(scratch, 'company', 'media'), { recursive: true, mode: 0o700 });
  const { head, seen } = await unpack(job, step).catch(asRefusal);
  requireListed(seen, await readList(scratch));
  await step('checked');
  const database = join(scratch, 'company', DATABASE);
  requireWhole(database, head);
  const companyId = job.takenIds.includes(head.companyId) ? job.nextId : head.companyId;
  await takeOver({ ...job, database, head, companyId, secrets: loadSecrets(job.dataDir) });
  await step('taken over');
  await flushFolder(join(scratch, 'company'));
  const { name, madeAt, version, counts, hasSecrets } = head;
  const files = [...seen.keys()].filter((path) => MEDIA.test(path)).length;
  return { companyId, name, madeAt, version, messages: counts.messages ?? 0, files, hasSecrets };
}

type Seen = Map<string, Listed>;

async function unpack(job: ImportJob, step: Step): Promise<{ head: Head; seen: Seen }> {
  const { dataDir, keepFree } = job;
  const seen: Seen = new Map();
  let head: Head | undefined;
  let sinceLook = LOOK_EVERY;
  const tar = extract();
  const fed = feed(job, tar).catch((error) => tar.destroy(error));
  for await (const entry of tar) {
    const { name, type } = entry.header;
    if (type !== 'file' || seen.has(name))
      throw new FileRefused('damaged', `The file holds what does not belong there: ${name}`);
    if (!head && name !== HEAD) throw new FileRefused('foreign', 'This is no file of a company.');
    if (seen.has(LIST)) throw new FileRefused('damaged', 'The file goes on behind its end.');
    const hash = new Bun.CryptoHasher('sha256');
    let bytes = 0;
    const read = async function* () {
      for await (const chunk of entry as AsyncIterable<Uint8Array>) {
        hash.update(chunk);
        bytes += chunk.length;
        sinceLook += chunk.length;
        if (sinceLook >= LOOK_EVERY) {
          await requireRoom(dataDir, keepFree);
          sinceLook = 0;
        }
        yield chunk;
      }
    };
    if (name === HEAD) head = readHead(await textOf(read()));
    else await keep(job, name, read(), head);
    seen.set(name, { path: name, bytes, sha256: hash.digest('hex') });
    if (!MEDIA.test(name) || seen.size % 50 === 0) await step(`read ${name}`, seen.size);
  }
  await fed;
  if (!head) throw new FileRefused('foreign', 'This is no file of a company.');
  return { head, seen };
}

async function feed(job: ImportJob, tar: Extract): Promise<void> {
  for await (const chunk of await opened(job)) if (!tar.write(chunk)) await once(tar, 'drain');
  tar.end(() => undefined);
}

async function keep(
  { scratch, dataDir }: ImportJob,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  head?: Head,
): Promise<void> {
  const [, key] = MEDIA.exec(name) ?? [];
  if (key) {
    const path = join(scratch, 'company', 'media', key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFlushed(path, bytes);
  } else if (name === DATABASE) await writeFlushed(join(scratch, 'company', DATABASE), bytes);
  else if (name === ROWS)
    await writeFile(join(scratch, ROWS), JSON.stringify(readRows(await textOf(bytes))), { mode: 0o600 });
  else if (name === LIST) await writeFlushed(join(scratch, LIST), bytes);
  else if (name === SECRETS && head?.hasSecrets)
    await writeFlushed(join(scratch, SECRETS), sealedLines(bytes, loadSecrets(dataDir)));
  else throw new FileRefused('damaged', `The file holds what does not belong there: ${name}`);
}

function readHead(text: string): Head {
  const { format } = parse(text, (value) => Head.pick({ format: true }).parse(value));
  if (format > FORMAT) throw new FileRefused('newer', NEWER);
  const head = parse(text, (value) => Head.parse(value));
  if (head.migrations > countMigrations(TENANT_MIGRATIONS))
    throw new FileRefused('newer', `${NEWER} It was made by ${head.version}.`);
  return head;
}

const NEWER = 'This file was made by a later version of the desk: bring this desk up to date first.';

const readRows = (text: string) => parse(text, (value) => CompanyRows.parse(value));

function parse<T>(text: string, read: (value: unknown) => T): T {
  try {
    return read(JSON.parse(text));
  } catch {
    throw new FileRefused('damaged', 'The file is damaged: what it says of the company cannot be read.');
  }
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MOST_TEXT)
      throw new FileRefused('damaged', 'The file is damaged: what it says of the company is too long.');
    chunks.push(Uint8Array.from(chunk));
  }
  return Buffer.concat(chunks).toString();
}

async function readList(scratch: string): Promise<Listed[]> {
  const path = join(scratch, LIST);
  if (!existsSync(path)) throw new FileRefused('damaged', 'The file ends before its end.');
  const lines = (await Bun.file(path).text()).split('\n').filter(Boolean);
  return lines.map((line) => parse(line, (value) => Listed.parse(value)));
}

function requireListed(seen: Seen, list: Listed[]): void {
  for (const { path, bytes, sha256 } of list) {
    const found = seen.get(path);
    if (found?.bytes !== bytes || found.sha256 !== sha256)
      throw new FileRefused('damaged', `The file is damaged: ${path} is not what was put in.`);
  }
  for (const name of [HEAD, ROWS, DATABASE])
    if (!seen.has(name)) throw new FileRefused('damaged', `The file is damaged: ${name} is missing.`);
  if (list.length !== seen.size - 1) throw new FileRefused('damaged', 'The file holds more than it says.');
}

function requireWhole(path: string, { migrations, counts }: Head): void {
  // Under its own name with its own log: as it was put in it has none.
  const faults = faultsOf(path);
  if (faults.length > 0) throw new FileRefused('damaged', `The file is damaged: ${faults[0]}`);
  const looked = lookAt(path);
  const tables = new Set([...Object.keys(counts), ...Object.keys(looked.counts)]);
  for (const table of tables)
    if (looked.counts[table] !== counts[table])
      throw new FileRefused('damaged', `The file is damaged: ${table} is not complete.`);
  if (looked.migrations !== migrations)
    throw new FileRefused('damaged', 'The file is damaged: its version is another one.');
  withDatabase(path, (database) => database.run('PRAGMA journal_mode = WAL'));
}

async function opened({ source, passphrase, identities }: ImportJob): Promise<AsyncIterable<Uint8Array>> {
  const handle = await open(source, 'r');
  const start = Buffer.alloc(22);
  await handle.read(start, 0, start.length, 0);
  await handle.close();
  const isSealed = start.toString('latin1').startsWith('age-encryption.org/v1');
  if (!isSealed && !start.subarray(0, ZSTD.length).equals(ZSTD))
    throw new FileRefused('foreign', 'This is no file of a company.');
  if (isSealed && passphrase === null && identities.length === 0)
    throw new FileRefused(
      'encrypted',
      'This file is encrypted: it takes its passphrase, or an age identity.',
    );
  const stream = streamOf(source);
  const plain = isSealed ? await decrypted(stream, passphrase, identities) : stream;
  const unpacked = plain.pipeThrough(
    new DecompressionStream('zstd' as CompressionFormat) as unknown as Packer,
  );
  return unpacked as unknown as AsyncIterable<Uint8Array>;
}

async function decrypted(sealed: Bytes, passphrase: string | null, identities: string[]): Promise<Bytes> {
  const decrypter = new Decrypter();
  if (passphrase !== null) decrypter.addPassphrase(passphrase);
  for (const identity of identities) decrypter.addIdentity(identity);
  return decrypter.decrypt(sealed).catch(() => {
    throw new FileRefused('passphrase', 'The file does not open with this passphrase or identity.');
  });
}

/** Whatever the readers of tar, zstd and age say of it. */
function asRefusal(error: unknown): never {
  if (error instanceof RestoreRefused) throw error;
  const code = error instanceof Error && 'reason' in error ? error.reason : undefined;
  if (code === 'full') throw error;
  throw new FileRefused(
    'damaged',
    `The file is damaged: ${error instanceof Error ? error.message : String(error)}`,
  );
}
