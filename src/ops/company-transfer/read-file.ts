import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Decrypter } from 'age-encryption';
import { type Extract, extract } from 'tar-stream';
import { countMigrations } from '../../core/db/migration-backup.ts';
import { TENANT_MIGRATIONS } from '../../core/db/tenants/tenants.ts';
import { loadSecrets } from '../../core/security/secrets.ts';
import {
  CompanyRows,
  type ImportJob,
  ROWS,
  type Unpacked,
} from '../../modules/company-files/company-files.schema.ts';
import { RestoreRefused } from '../backup/backup-failure.ts';
import { flushFolder, streamOf, writeFlushed } from '../backup/backup-store.ts';
import { boundedLines } from './bounded-lines.ts';
import { DATABASE, FORMAT, HEADER, Header, LIST, Listed, MEDIA, SECRETS } from './file-format.ts';
import { FileRefused } from './refusal.ts';
import { encryptedLines, takeOver } from './take-over.ts';
import { requireSpace } from './write-file.ts';

type Step = (name: string, done?: number, of?: number) => Promise<void>;
type Bytes = ReadableStream<Uint8Array>;
type Packer = ReadableWritablePair<Uint8Array, Uint8Array>;

/** Untrusted: only `takeOver` opens it. */
const THEIRS = 'theirs.db';
const MAX_TEXT = 16 * 1024 * 1024;
/** Start of each frame (RFC 8878 §3.1.1). */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const MAX_SCRYPT_LOG_N = 18;
const CHECK_EVERY = 64 * 1024 * 1024;

/** Into `scratch/company`, checked, with this server's keys. Throws RestoreRefused with a sentence. */
export async function readCompanyFile(job: ImportJob, step: Step): Promise<Unpacked> {
  const { scratch, source } = job;
  if (!existsSync(source)) throw new FileRefused('missing', `There is no file ${source}.`);
  await rm(scratch, { recursive: true, force: true });
  await mkdir(join(scratch, 'company', 'media'), { recursive: true, mode: 0o700 });
  const { head, rows, seen } = await unpack(job, step).catch(asRefusal);
  await requireListed(seen, join(scratch, LIST)).catch(asRefusal);
  await step('checked');
  await takeRows(job, head, rows);
  await step('taken over');
  await flushFolder(join(scratch, 'company'));
  if (job.shared) {
    const { storeImport } = await import('./store-import.ts');
    await storeImport(job, job.shared);
    await step('stored');
  }
  const { companyId } = job;
  const { name, madeAt, version, counts, hasSecrets } = head;
  const files = [...seen.keys()].filter((path) => MEDIA.test(path)).length;
  return { companyId, name, madeAt, version, messages: counts.messages ?? 0, files, hasSecrets };
}

type Seen = Map<string, string>;
type Contents = { head: Header; rows: CompanyRows; seen: Seen };
const MAX_ENTRIES = 500_000;
/** Limit of what the tar reader buffers before an entry: a header can claim any length. */
const MAX_AHEAD = 16 * 1024 * 1024;

async function unpack(job: ImportJob, step: Step): Promise<Contents> {
  const { dataDir, keepFree: reserveBytes } = job;
  const seen: Seen = new Map();
  let head: Header | undefined;
  let sinceCheck = CHECK_EVERY;
  let rows: CompanyRows | undefined;
  const tar = extract();
  const ahead = { bytes: 0 };
  const fed = feed(job, tar, ahead).catch((error) => tar.destroy(error));
  for await (const entry of tar) {
    const { name, type } = entry.header;
    ahead.bytes = 0;
    if (type !== 'file' || seen.has(name) || seen.size >= MAX_ENTRIES)
      throw new FileRefused('damaged', `The file contains an unknown entry: ${name}`);
    if (!head && name !== HEADER) throw new FileRefused('foreign', 'This file is not an exported company.');
    if (seen.has(LIST)) throw new FileRefused('damaged', 'The file has data after its index.');
    const hash = new Bun.CryptoHasher('sha256');
    let bytes = 0;
    const read = async function* () {
      for await (const chunk of entry as AsyncIterable<Uint8Array>) {
        hash.update(chunk);
        bytes += chunk.length;
        ahead.bytes = 0;
        sinceCheck += chunk.length;
        if (sinceCheck >= CHECK_EVERY) {
          await requireSpace(dataDir, reserveBytes);
          sinceCheck = 0;
        }
        yield chunk;
      }
    };
    if (name === HEADER) head = readHeader(await textOf(read()));
    else if (name === ROWS) rows = readRows(await textOf(read()));
    else await store(job, name, read(), head);
    seen.set(name, sumOf({ bytes, sha256: hash.digest('hex') }));
    if (!MEDIA.test(name) || seen.size % 50 === 0) await step(`read ${name}`, seen.size);
  }
  await fed;
  if (!head) throw new FileRefused('foreign', 'This file is not an exported company.');
  if (!rows) throw new FileRefused('damaged', `The file is damaged: ${ROWS} is missing.`);
  return { head, rows, seen };
}

async function feed(job: ImportJob, tar: Extract, ahead: { bytes: number }): Promise<void> {
  for await (const chunk of await opened(job)) {
    ahead.bytes += chunk.length;
    if (ahead.bytes > MAX_AHEAD)
      throw new FileRefused('damaged', 'The file is damaged: an entry has no end.');
    if (!tar.write(chunk)) await once(tar, 'drain');
  }
  tar.end(() => undefined);
}

async function store(
  { scratch, dataDir }: ImportJob,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  head?: Header,
): Promise<void> {
  const [, key] = MEDIA.exec(name) ?? [];
  if (key) {
    const path = join(scratch, 'company', 'media', key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFlushed(path, bytes);
  } else if (name === DATABASE) await writeFlushed(join(scratch, THEIRS), bytes);
  else if (name === LIST) await writeFlushed(join(scratch, LIST), bytes);
  else if (name === SECRETS && head?.hasSecrets)
    await writeFlushed(join(scratch, SECRETS), encryptedLines(bytes, loadSecrets(dataDir)));
  else throw new FileRefused('damaged', `The file contains an unknown entry: ${name}`);
}

function readHeader(text: string): Header {
  const { format } = parse(text, (value) => Header.pick({ format: true }).parse(value));
  if (format > FORMAT) throw new FileRefused('newer', NEWER);
  const head = parse(text, (value) => Header.parse(value));
  if (head.migrations > countMigrations(TENANT_MIGRATIONS))
    throw new FileRefused('newer', `${NEWER} It was made by ${head.version}.`);
  return head;
}

const NEWER = 'This file was made by a later version: upgrade this server first.';

const readRows = (text: string) => parse(text, (value) => CompanyRows.parse(value));

function parse<T>(text: string, read: (value: unknown) => T): T {
  try {
    return read(JSON.parse(text));
  } catch {
    throw new FileRefused('damaged', 'The file is damaged: its description of the company cannot be read.');
  }
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_TEXT)
      throw new FileRefused('damaged', 'The file is damaged: its description of the company is too long.');
    chunks.push(Uint8Array.from(chunk));
  }
  return Buffer.concat(chunks).toString();
}

const sumOf = ({ bytes, sha256 }: Omit<Listed, 'path'>) => `${bytes} ${sha256}`;

async function requireListed(seen: Seen, list: string): Promise<void> {
  if (!existsSync(list)) throw new FileRefused('damaged', 'The file is incomplete: its index is missing.');
  let listed = 0;
  for await (const line of boundedLines(streamOf(list) as AsyncIterable<Uint8Array>)) {
    const { path, ...sum } = parse(line, (value) => Listed.parse(value));
    if (seen.get(path) !== sumOf(sum))
      throw new FileRefused('damaged', `The file is damaged: ${path} differs from what was written.`);
    listed += 1;
  }
  for (const name of [HEADER, ROWS, DATABASE])
    if (!seen.has(name)) throw new FileRefused('damaged', `The file is damaged: ${name} is missing.`);
  if (listed !== seen.size - 1)
    throw new FileRefused('damaged', 'The file contains entries that its index does not list.');
}

/** The file's own database is only read: its rows are copied into a new one, then it is deleted. */
async function takeRows(job: ImportJob, head: Header, rows: CompanyRows): Promise<void> {
  const { scratch, dataDir, keepFree: reserveBytes } = job;
  const theirs = join(scratch, THEIRS);
  const database = join(scratch, 'company', DATABASE);
  await requireSpace(dataDir, (await stat(theirs)).size * 3 + reserveBytes);
  const taken = await takeOver({ ...job, theirs, database, head, rows, secrets: loadSecrets(dataDir) });
  await rm(theirs);
  await writeFile(join(scratch, ROWS), JSON.stringify(taken), { mode: 0o600 });
}

async function opened({ source, passphrase, identities }: ImportJob): Promise<AsyncIterable<Uint8Array>> {
  const handle = await open(source, 'r');
  const start = Buffer.alloc(200);
  await handle.read(start, 0, start.length, 0);
  await handle.close();
  const isEncrypted = start.toString('latin1').startsWith('age-encryption.org/v1');
  if (!isEncrypted && !start.subarray(0, ZSTD.length).equals(ZSTD))
    throw new FileRefused('foreign', 'This file is not an exported company.');
  if (isEncrypted && passphrase === null && identities.length === 0)
    throw new FileRefused(
      'encrypted',
      'This file is encrypted: its passphrase or an age identity is needed.',
    );
  requireCheapKey(start);
  const stream = streamOf(source);
  const plain = isEncrypted ? await decrypted(stream, passphrase, identities) : stream;
  const unpacked = plain.pipeThrough(
    new DecompressionStream('zstd' as CompressionFormat) as unknown as Packer,
  );
  return unpacked as unknown as AsyncIterable<Uint8Array>;
}

/** The file sets the memory of its passphrase: 2^18 is 256 MB, as age's own program chooses. */
function requireCheapKey(start: Buffer): void {
  const stanza = start
    .toString('latin1')
    .split('\n')
    .find((line) => line.startsWith('-> scrypt '));
  const exponent = stanza?.split(' ')[3] ?? '0';
  if (!(Number(exponent) <= MAX_SCRYPT_LOG_N))
    throw new FileRefused('damaged', 'The passphrase needs more memory than this server allows.');
}

async function decrypted(encrypted: Bytes, passphrase: string | null, identities: string[]): Promise<Bytes> {
  const decrypter = new Decrypter();
  if (passphrase !== null) decrypter.addPassphrase(passphrase);
  for (const identity of identities) decrypter.addIdentity(identity);
  return decrypter.decrypt(encrypted).catch(() => {
    throw new FileRefused('passphrase', 'The file does not open with this passphrase or identity.');
  });
}

function asRefusal(error: unknown): never {
  if (error instanceof RestoreRefused) throw error;
  const code = error instanceof Error && 'reason' in error ? error.reason : undefined;
  if (code === 'full') throw error;
  throw new FileRefused(
    'damaged',
    `The file is damaged: ${error instanceof Error ? error.message : String(error)}`,
  );
}
