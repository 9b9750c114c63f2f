import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entryOf } from '../support/entry.ts';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dir, '../..');
const LIMIT_MS = 240_000;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-start-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const inDir = (name: string) => join(dir, name);

type Options = { answers?: boolean; texts?: string; meanwhile?: () => Promise<unknown> };

async function start(env: Record<string, string> = {}, options: Options = {}) {
  const child = Bun.spawn([process.execPath, entryOf(join(ROOT, 'src/main.ts'))], {
    cwd: ROOT,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dir, PORT: '0', HOST: '127.0.0.1', ...env },
  });
  const errors = new Response(child.stderr).text();
  if (options.answers) {
    const { texts = '/setup/' } = options;
    for await (const chunk of child.stdout) if (new TextDecoder().decode(chunk).includes(texts)) break;
    await options.meanwhile?.().catch((error) => child.kill('SIGKILL') ?? Promise.reject(error));
    child.kill('SIGTERM');
  }
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  const code = await child.exited;
  clearTimeout(limit);
  return { code, lines: (await errors).trimEnd().split('\n') };
}

async function filled(): Promise<void> {
  expect((await start({}, { answers: true })).code).toBe(0);
}

async function expectRefusal(texts: RegExp, env?: Record<string, string>): Promise<void> {
  const { code, lines } = await start(env);
  expect(lines).toEqual([expect.stringMatching(texts)]);
  expect(code).toBe(1);
}

describe('start fails with one readable line', () => {
  test('for a port that is in use', async () => {
    const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
    await expectRefusal(/^PORT: \d+ is in use/, { PORT: String(other.port) });
    await other.stop(true);
  });

  test('for an address that is not on this machine', async () => {
    await expectRefusal(/^HOST: nobody can listen on 203\.0\.113\.5/, { HOST: '203.0.113.5' });
    await expectRefusal(/^HOST: nobody can listen on no-such\.invalid/, { HOST: 'no-such.invalid' });
  });

  test('for a data folder that is a file or not writable', async () => {
    writeFileSync(inDir('file'), '');
    await expectRefusal(/^DATA_DIR: .*file is a file, not a folder/, { DATA_DIR: inDir('file') });
    // Root may write to every folder but those of the kernel.
    const isRoot = process.getuid?.() === 0;
    const closed = isRoot ? '/proc/balcao' : inDir('closed');
    if (!isRoot) mkdirSync(closed, { mode: 0o500 });
    await expectRefusal(/^DATA_DIR: .* cannot be written to/, { DATA_DIR: closed });
  });

  test('for keys that are broken, missing or empty beside a platform database', async () => {
    await filled();
    writeFileSync(inDir('secrets.json'), '{"jwt":"geheim');
    await expectRefusal(/secrets\.json is broken: put it back/);
    writeFileSync(inDir('secrets.json'), '');
    await expectRefusal(/secrets\.json is missing or empty, but .*platform\.db is there/);
    rmSync(inDir('secrets.json'));
    await expectRefusal(/secrets\.json is missing or empty, but .*platform\.db is there/);
    expect(readdirSync(dir)).not.toContain('secrets.json');
  });

  test('for a platform database that is corrupt, or missing while companies exist', async () => {
    await filled();
    mkdirSync(inDir('companies/1'), { recursive: true });
    copyFileSync(inDir('platform.db'), inDir('companies/1/company.db'));
    writeFileSync(inDir('platform.db'), 'no database at all, but long enough to look like one. '.repeat(100));
    await expectRefusal(/platform\.db cannot be read as a database/);
    writeFileSync(inDir('platform.db'), '');
    await expectRefusal(/platform\.db is missing or empty, but .*companies holds companies/);
    rmSync(inDir('platform.db'));
    await expectRefusal(/platform\.db is missing or empty, but .*companies holds companies/);
    rmSync(inDir('companies/1/company.db'));
    writeFileSync(inDir('companies/1/photo.jpg'), 'x');
    await expectRefusal(/platform\.db is missing or empty, but .*companies holds companies/);
    expect(readdirSync(dir)).not.toContain('platform.db');
  });
});

test('data files are readable by their owner only, even where an older version left them open', async () => {
  await filled();
  const files = () => readdirSync(dir, { recursive: true, encoding: 'utf8' }).map(inDir);
  const open = () => [dir, ...files()].filter((path) => (statSync(path).mode & 0o077) !== 0);
  expect(open()).toEqual([]);
  mkdirSync(inDir('companies/7/media'), { recursive: true, mode: 0o755 });
  writeFileSync(inDir('companies/7/media/x'), 'x', { mode: 0o644 });
  for (const path of [dir, inDir('companies'), inDir('companies/7')]) chmodSync(path, 0o755);
  chmodSync(inDir('platform.db'), 0o644);
  expect(open().length).toBeGreaterThan(4);
  await filled();
  expect(open()).toEqual([]);
  expect(files().length).toBeGreaterThan(5);
});

test('database logs of a running app are owner-only, and start removes partial files', async () => {
  const admin = { ADMIN_EMAIL: 'dona@aurora.test', ADMIN_PASSWORD: 'uma senha bem comprida' };
  const modeOf = (name: string) => statSync(inDir(name), { throwIfNoEntry: false })?.mode ?? 0;
  const runs = (meanwhile: () => Promise<unknown>) =>
    start(admin, { answers: true, texts: 'answers', meanwhile });
  await runs(async () => {
    await until('its company is open', () => modeOf('companies/1/company.db-shm') > 0);
    for (const database of ['platform.db', 'companies/1/company.db'])
      for (const file of [database, `${database}-wal`, `${database}-shm`])
        expect([file, modeOf(file) & 0o777]).toEqual([file, 0o600]);
  });
  const month = inDir('companies/1/media/202603');
  mkdirSync(month, { recursive: true });
  for (const name of [`${'p'.repeat(32)}.jpg.7d2f-1.part`, `${'w'.repeat(32)}.jpg`, 'a.part'])
    writeFileSync(join(month, name), '');
  await runs(() => until('the half-written file is gone', () => readdirSync(month).length < 3));
  expect(readdirSync(month).sort()).toEqual(['a.part', `${'w'.repeat(32)}.jpg`].sort());
});
