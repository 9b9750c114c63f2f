import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '@/core/security/secrets.ts';
import { BackupFailure } from '@/ops/backup/backup-failure.ts';
import { keysToRestore } from '@/ops/backup/backup-keys.ts';
import { createFolderStore } from '@/ops/backup/backup-store.ts';
import { listRuns, readManifest } from '@/ops/backup/manifest.ts';
import { readStored } from '@/ops/backup/objects.ts';
import { restore } from '@/ops/backup/restore/restore.ts';
import { createS3Store } from '@/ops/backup/s3-store.client.ts';
import { backUp } from '../support/backups.ts';
import { companyIn, type Folders, filledData, into, makeFolders, night, SECRET, tagsIn } from './filled.ts';

const RUN = '20260301T060000Z';
const MANIFEST = `runs/${RUN}/manifest.json`;
const MEGABYTE = 1 << 20;

/** Replies that differ from an honest store of the folder. */
type Lie = {
  list?: (page: number) => { keys: string[]; next: string };
  body?: (key: string) => ReadableStream<Uint8Array> | undefined;
};
let lie: Lie = {};
let pages = 0;
let folders: Folders;
let aurora: number;
let server: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  aurora = (await filledData()).aurora;
  folders = await makeFolders();
  expect((await backUp({ ...folders, ...night(1) })).result).toMatchObject({ differences: [] });
  server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: serve });
});
afterAll(async () => {
  await server.stop(true);
  rmSync(folders.root, { recursive: true, force: true });
});
beforeEach(() => {
  lie = {};
  pages = 0;
});

async function serve(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const key = decodeURIComponent(pathname.replace(/^\/backups\/?/, ''));
  if (key === '') return new Response(await listing(searchParams.get('prefix') ?? ''));
  const path = join(folders.target, key);
  if (!existsSync(path)) return new Response('<Error><Code>NoSuchKey</Code></Error>', { status: 404 });
  const headers = { 'Content-Length': String(statSync(path).size) };
  if (request.method === 'HEAD') return new Response(null, { headers });
  return new Response(lie.body?.(key) ?? Bun.file(path));
}

async function listing(prefix: string): Promise<string> {
  pages += 1;
  const page = lie.list?.(pages) ?? { keys: [], next: '' };
  if (!lie.list) for await (const key of createFolderStore(folders.target).list(prefix)) page.keys.push(key);
  const contents = page.keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('');
  const next = page.next && `<NextContinuationToken>${page.next}</NextContinuationToken>`;
  return `<?xml version="1.0"?><ListBucketResult><Name>backups</Name><IsTruncated>${next !== ''}</IsTruncated>${contents}${next}</ListBucketResult>`;
}

const store = () =>
  createS3Store(
    {
      endpoint: `http://127.0.0.1:${server.port}`,
      region: 'us-east-1',
      bucket: 'backups',
      accessKeyId: 'A',
      secretAccessKey: 'B',
    },
    join(folders.root, 'uploads'),
    { quietMs: 5_000 },
  );

/** Counts what was read, so that a test sees that reading stopped. */
function endless(chunk: Uint8Array): { stream: ReadableStream<Uint8Array>; sent: () => number } {
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += chunk.length;
      if (sent > 2_000 * MEGABYTE) controller.close();
      else controller.enqueue(chunk);
    },
  });
  return { stream, sent: () => sent };
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.reason ?? error.message,
  );

test('an honest store is restored', async () => {
  const back = into(folders, { store: store(), dataDir: join(folders.root, 'honest') });
  await restore(back);
  expect(tagsIn(back.dataDir, aurora)).toContain(SECRET);
});

test('a list without an end ends, and names elsewhere are not its own', async () => {
  lie = { list: (page) => ({ keys: [`runs/${page}/manifest.json`, '../../etc/passwd'], next: 'again' }) };
  const names: string[] = [];
  const read = async () => {
    for await (const name of store().list('runs/')) names.push(name);
  };
  expect(await reasonOf(read())).toBe('unreachable');
  expect(pages).toBe(10_000);
  expect(names.filter((name) => !name.startsWith('runs/'))).toEqual([]);
});

test('more bytes than were announced are not read', async () => {
  const { stream, sent } = endless(new Uint8Array(MEGABYTE));
  lie = { body: (key) => (key === MANIFEST ? stream : undefined) };
  expect(await reasonOf(readManifest(store(), RUN))).toBe('unreachable');
  expect(sent()).toBeLessThan(200 * MEGABYTE);
});

test('a manifest that does not come once is no reason to restore an older set', async () => {
  const target = join(folders.root, 'two nights');
  cpSync(folders.target, target, { recursive: true });
  expect((await backUp({ ...folders, target, ...night(2) })).result).toMatchObject({ differences: [] });
  const whole = createFolderStore(target);
  const [newest] = (await listRuns(whole)).reverse();
  let failures = 0;
  const get: typeof whole.get = async (key) => {
    if (key !== `runs/${newest?.name}/manifest.json` || failures > 0) return whole.get(key);
    failures += 1;
    throw new BackupFailure('unreachable', 'the store does not answer');
  };
  const back = into(folders, { store: { ...whole, get }, dataDir: join(folders.root, 'hiccup') });
  expect(await reasonOf(restore(back))).toBe('unreachable');
  expect(existsSync(join(back.dataDir, 'platform.db'))).toBe(false);
  expect((await restore(back)).run).toBe(newest?.name ?? '');
});

test('an older manifest that never comes prevents neither the newest set nor a named one', async () => {
  const own = await makeFolders(join(folders.root, 'three nights'));
  await backUp({ ...own, ...night(1) });
  writeFileSync(companyIn(own.dataDir, aurora), 'no database');
  for (const n of [2, 3]) await backUp({ ...own, ...night(n) });
  const whole = createFolderStore(own.target);
  const get: typeof whole.get = async (key) => {
    if (key === 'runs/20260302T060000Z/manifest.json')
      throw new BackupFailure('unreachable', 'the store: InternalError');
    return whole.get(key);
  };
  for (const [run, reported] of [
    ['20260303T060000Z', 1],
    [RUN, 0],
  ] as const) {
    const back = into(own, { store: { ...whole, get }, dataDir: join(own.root, run), run });
    const { damage } = await restore(back);
    expect(tagsIn(back.dataDir, aurora)).toContain(SECRET);
    expect(damage.first.filter(({ what }) => what.startsWith('not delivered'))).toHaveLength(reported);
  }
});

test('an object that unpacks to more than the manifest says is unreadable, and reading stops', async () => {
  const manifest = await readManifest(createFolderStore(folders.target), RUN);
  const { database } = manifest.platform;
  const bomb = Bun.zstdCompressSync(new Uint8Array(500 * MEGABYTE));
  const root = join(folders.root, 'bomb');
  cpSync(folders.target, root, { recursive: true });
  await Bun.write(join(root, database.object), bomb);
  const keys = keysToRestore([]);
  let read = 0;
  const consume = async () => {
    for await (const chunk of readStored({ store: createFolderStore(root), keys }, database))
      read += chunk.length;
  };
  expect(await reasonOf(consume())).toBe('unreadable');
  expect(read).toBeLessThanOrEqual(database.bytes);
});

test.each(['../data/secrets.json', '/etc/passwd', 'objects/../../data/secrets.json', 'objects/aa/x'])(
  'a manifest that names %s is not read',
  async (object) => {
    const [line = ''] = readFileSync(join(folders.target, MANIFEST), 'utf8').split('\n');
    const manifest = JSON.parse(line);
    manifest.platform.database.object = object;
    const text = JSON.stringify(manifest);
    const root = join(folders.root, 'forged');
    await Bun.write(join(root, MANIFEST), `${text}\n${fingerprint(text)}\n`);
    expect(await reasonOf(readManifest(createFolderStore(root), RUN))).not.toBe('done');
  },
);
