import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Encrypter } from 'age-encryption';
import { type Pack, pack } from 'tar-stream';
import { openFile, withDatabase } from '../../core/db/open-file.ts';
import { loadSecrets } from '../../core/security/secrets.ts';
import { type Exported, type ExportJob, ROWS } from '../../modules/company-files/company-files.schema.ts';
import { BackupFailure } from '../backup/backup-failure.ts';
import { flushFolder, streamOf, writeFlushed } from '../backup/backup-store.ts';
import { inspect } from '../backup/database-snapshot.ts';
import { type Media, openInstallation, requireCompany } from '../installation/installation.ts';
import { DATABASE, FORMAT, HEADER, type Header, LIST, type Listed, MEDIA, SECRETS } from './file-format.ts';
import { openSecrets, strip } from './secrets.ts';

type Step = (name: string, done?: number, of?: number) => Promise<void>;
type Bytes = ReadableStream<Uint8Array>;
type Packer = ReadableWritablePair<Uint8Array, Uint8Array>;
/** 64 MB: the machine has one gigabyte. */
const SCRYPT_LOG_N = 16;
const MEDIA_PER_STEP = 50;

/** Runs while the server works; the file appears with all its bytes or not at all. */
export async function writeCompanyFile(job: ExportJob, step: Step): Promise<Exported> {
  const { dataDir, companyId, target } = job;
  const scratch = join(dataDir, 'export-scratch');
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const part = `${target}.part`;
  try {
    const installation = await openInstallation(dataDir, job.shared, scratch);
    const company = await requireCompany(installation, companyId);
    await requireSpace(dataDir, (await company.bytes()) * 3 + job.keepFree);
    const copy = join(scratch, DATABASE);
    await company.copyTo(copy);
    await step('snapshot');
    withDatabase(copy, (database) => strip(database, join(scratch, 'aside.db')));
    await step('stripped');
    const platform = join(scratch, 'platform.db');
    await installation.platform.copyTo(platform);
    const contents = await contentsOf(job, { scratch, platform, media: company.media });
    const bytes = await encrypt(job, zipped(tarOf(contents, step)));
    await writeFlushed(part, guarded(bytes, job));
    await step('written');
    await rename(part, target);
    await flushFolder(dirname(target));
    const { counts } = contents.head;
    const { size } = await stat(target);
    return { bytes: size, messages: counts.messages ?? 0, files: contents.media.length };
  } finally {
    await rm(part, { force: true });
    await rm(scratch, { recursive: true, force: true });
  }
}

type Contents = {
  head: Header;
  rows: string;
  copy: string;
  media: string[];
  source: Media;
  secrets: () => Iterable<string>;
};

type Copies = { scratch: string; platform: string; media: Media };

async function contentsOf(
  { dataDir, companyId, ...job }: ExportJob,
  { scratch, platform, media: source }: Copies,
): Promise<Contents> {
  const copy = join(scratch, DATABASE);
  const { counts, migrations } = inspect(copy);
  const rows = rowsOf(platform, companyId);
  const head: Header = {
    ...{ format: FORMAT, madeAt: job.now, version: job.version, companyId, name: String(rows.company.name) },
    ...{ migrations, counts, hasSecrets: job.withSecrets },
  };
  const keys = job.withSecrets ? loadSecrets(dataDir) : undefined;
  function* secrets() {
    if (!keys) return;
    using aside = openFile(join(scratch, 'aside.db'));
    for (const secret of openSecrets(aside, companyId, keys)) yield `${JSON.stringify(secret)}\n`;
  }
  return { head, rows: JSON.stringify(rows), copy, media: await listMedia(source), source, secrets };
}

function rowsOf(copy: string, companyId: number) {
  return withDatabase(copy, (database) => {
    const [company] = database.prepare('select * from companies where id = ?').all(companyId);
    const logins = database
      .prepare('select * from logins where company_id = ? order by email')
      .all(companyId);
    if (!company) throw new BackupFailure('broken', `There is no company ${companyId}.`);
    return { company: company as Record<string, unknown>, logins };
  });
}

async function listMedia(source: Media): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of source.list()) paths.push(join('media', path));
  return paths.filter((path) => MEDIA.test(path)).sort();
}

async function* tarOf(contents: Contents, step: Step): AsyncIterable<Uint8Array> {
  const tar = pack();
  const filled = fill(tar, contents, step).then(
    () => tar.finalize(),
    (error) => tar.destroy(error),
  );
  for await (const chunk of tar) yield chunk as Uint8Array;
  await filled;
}

async function fill(tar: Pack, { head, rows, copy, media, source, secrets }: Contents, step: Step) {
  const listed: Listed[] = [];
  const add = async (path: string, size: number, bytes: AsyncIterable<Uint8Array>) => {
    listed.push({ path, bytes: size, sha256: await addEntry(tar, path, size, bytes) });
  };
  const addText = (path: string, text: string) => add(path, Buffer.byteLength(text), bytesOf([text]));
  await addText(HEADER, JSON.stringify(head));
  await addText(ROWS, rows);
  await add(DATABASE, (await stat(copy)).size, streamOf(copy) as AsyncIterable<Uint8Array>);
  await step('database', 0, media.length);
  if (head.hasSecrets) {
    let size = 0;
    for (const line of secrets()) size += Buffer.byteLength(line);
    await add(SECRETS, size, bytesOf(secrets()));
  }
  for (const [n, path] of media.entries()) {
    const found = await source.open(path.slice('media/'.length));
    // Deleted meanwhile: the server's own rows reference it no better.
    if (!found) continue;
    await add(path, (await stat(found.path)).size, streamOf(found.path) as AsyncIterable<Uint8Array>);
    await found.done();
    if (n % MEDIA_PER_STEP === 0) await step('media', n + 1, media.length);
  }
  await step('before list');
  const lines = listed.map((one) => `${JSON.stringify(one)}\n`).join('');
  await addEntry(tar, LIST, Buffer.byteLength(lines), bytesOf([lines]));
}

async function addEntry(
  tar: Pack,
  name: string,
  size: number,
  bytes: AsyncIterable<Uint8Array>,
): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256');
  const hashed = async function* () {
    for await (const chunk of bytes) {
      hash.update(chunk);
      yield chunk;
    }
  };
  // A fixed date: only names and contents of files count.
  const entry = tar.entry({ name, size, mtime: new Date(0), mode: 0o600 });
  await pipeline(Readable.from(hashed(), { objectMode: false }), entry);
  return hash.digest('hex');
}

async function* bytesOf(texts: Iterable<string>): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

function zipped(plain: AsyncIterable<Uint8Array>): Bytes {
  const packer = new CompressionStream('zstd' as CompressionFormat) as unknown as Packer;
  const stream = Readable.toWeb(Readable.from(plain, { objectMode: false })) as unknown as Bytes;
  return stream.pipeThrough(packer);
}

async function encrypt({ passphrase, recipient }: ExportJob, plain: Bytes): Promise<Bytes> {
  if (passphrase === null && recipient === null) return plain;
  const encrypter = new Encrypter();
  if (recipient !== null) encrypter.addRecipient(recipient);
  else {
    encrypter.setScryptWorkFactor(SCRYPT_LOG_N);
    encrypter.setPassphrase(passphrase ?? '');
  }
  return encrypter.encrypt(plain);
}

const CHECK_EVERY = 64 * 1024 * 1024;

/** Reserves free space for texts. */
async function* guarded(
  bytes: Bytes,
  { dataDir, keepFree: reserveBytes }: ExportJob,
): AsyncIterable<Uint8Array> {
  let since = CHECK_EVERY;
  for await (const chunk of bytes as unknown as AsyncIterable<Uint8Array>) {
    since += chunk.length;
    if (since >= CHECK_EVERY) {
      await requireSpace(dataDir, reserveBytes);
      since = 0;
    }
    yield chunk;
  }
}

export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes) throw new BackupFailure('full', `${folder} has no room for it`);
}
