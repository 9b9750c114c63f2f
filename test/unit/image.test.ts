import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../scripts/build.ts';
import { finalStep, shippedFiles } from '../../scripts/bundle/shipped-files.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dir, '../..');
const MINUTE = 60_000;
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
const fixture = finalStep(dockerfile);
const program = /^CMD \["bun", "(.*)"\]$/m.exec(fixture)?.[1] ?? '';
const environment = Object.fromEntries(
  (/^ENV (.*)$/m.exec(fixture)?.[1] ?? '').split(' ').map((pair) => pair.split('=') as [string, string]),
);

const root = mkdtempSync(join(tmpdir(), 'balcao-image-'));
const app = join(root, 'app');

beforeAll(async () => {
  mkdirSync(app);
  for (const { from, to } of shippedFiles(dockerfile))
    cpSync(join(ROOT, from), join(app, to), { recursive: true });
  cpSync(join(ROOT, 'public'), join(app, 'public'), { recursive: true });
  await build({ outdir: join(app, 'public/build') });
  const [, ...install] = (/^RUN (bun install .*)$/m.exec(fixture)?.[1] ?? '').split(' ');
  const done = Bun.spawnSync([process.execPath, ...install], { cwd: app, stderr: 'pipe' });
  if (done.exitCode !== 0) throw new Error(done.stderr.toString());
}, MINUTE);
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the files the Dockerfile copies', () => {
  test(
    'are enough to start, respond and stop',
    async () => {
      const port = String(freePort());
      const child = Bun.spawn([process.execPath, program], {
        cwd: app,
        env: {
          PATH: process.env.PATH,
          ...environment,
          HOST: '127.0.0.1',
          PORT: port,
          DATA_DIR: join(root, 'data'),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const read = (path: string) =>
        fetch(`http://127.0.0.1:${port}${path}`, { headers: { Accept: 'text/html, */*' } });
      await until(
        'the desk answers',
        async () => (await read('/healthz').catch(() => undefined))?.ok === true,
        {
          timeoutMs: MINUTE,
        },
      );
      const page = await (await read('/login')).text();
      const assets = [...page.matchAll(/(?:src|href)="(\/(?:build|public)\/[^"]+)"/g)].map(
        ([, path = '']) => path,
      );
      expect(assets.length).toBeGreaterThan(1);
      for (const path of assets) expect([path, (await read(path)).status]).toEqual([path, 200]);
      child.kill('SIGTERM');
      expect(await child.exited).toBe(0);
    },
    2 * MINUTE,
  );

  test('include every operator command with its usage text', () => {
    const { scripts } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const subcommand of [
      'restore',
      'rotate-secrets',
      'doctor',
      'export-company',
      'import-company',
      'move-to-cluster',
    ]) {
      const [, entry = ''] = (scripts[subcommand] ?? '').split(' ');
      const { exitCode, stdout } = Bun.spawnSync([process.execPath, entry, '--help'], { cwd: app });
      expect([subcommand, exitCode, stdout.toString().includes(`bun run ${subcommand}`)]).toEqual([
        subcommand,
        0,
        true,
      ]);
    }
  });

  test('exist and include no test or build tools', () => {
    for (const folder of ['test', 'bench', 'demo', '.git', '.env'])
      expect(existsSync(join(app, folder))).toBe(false);
    expect(readdirSync(join(app, 'docs')).sort()).toEqual(['guide', 'pictures']);
    for (const name of ['playwright-core', 'drizzle-kit', '@biomejs/biome'])
      expect(existsSync(join(app, 'node_modules', name))).toBe(false);
  });
});
