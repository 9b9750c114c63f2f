import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.ts';

type Lock = { packages: Record<string, [name: string, source: string, ...rest: unknown[]]> };

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const lock = Bun.JSONC.parse(read('bun.lock')) as Lock;
const wanted: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies };

describe('what we depend on', () => {
  test('is named by exact versions', () => {
    expect(
      Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    ).toEqual([]);
  });

  test('is what the lockfile holds', () => {
    const held = (name: string) => lock.packages[name]?.[0];
    const other = Object.entries(wanted).filter(([name, version]) => held(name) !== `${name}@${version}`);
    expect(other).toEqual([]);
  });

  test('comes from whatever registry the builder trusts: the lockfile names none', () => {
    const sources = Object.entries(lock.packages).filter(
      ([, [, source]]) => typeof source === 'string' && source !== '',
    );
    expect(sources).toEqual([]);
    expect(read('bun.lock')).not.toMatch(/https?:\/\/|git\+|ssh:/);
  });

  test('runs no script of a package when it is installed', () => {
    expect(manifest.trustedDependencies ?? []).toEqual([]);
  });

  // Older ones let a crafted message overwrite another one (CVE-2026-48063).
  test('Baileys is 7.0.0-rc13 or later', () => {
    const version = lock.packages['@whiskeysockets/baileys']?.[0].split('@').at(-1) ?? '0.0.0';
    expect(Bun.semver.order(version, '7.0.0-rc13')).toBeGreaterThanOrEqual(0);
    expect(Number(/rc(\d+)$/.exec(version)?.[1] ?? 99)).toBeGreaterThanOrEqual(13);
  });
});

type Sizes = { gz: number; br: number };
const KB = 1000;
const build = join(ROOT, 'public/build');
const hasBuild =
  existsSync(join(build, 'manifest.json')) && !('dev' in JSON.parse(read('public/build/manifest.json')));
if (!hasBuild)
  process.stdout.write('the weight of scripts and styles is not checked: there is no finished build\n');

describe.skipIf(!hasBuild)('what a browser downloads', () => {
  const { script, style } = hasBuild
    ? JSON.parse(read('public/build/manifest.json'))
    : { script: '', style: '' };
  const entry = script.split('/').at(-1);

  test('the login page: the client entry only, at most 20 KB', () => {
    expect([...staticClosure([entry])]).toEqual([entry]);
    expect(weigh([entry]).gz).toBeLessThanOrEqual(20 * KB);
  });

  test('the desk: everything its three islands need, at most 60 KB', () => {
    const files = staticClosure([entry, ...named('boot'), ...named('desk-islands')]);
    expect(files.size).toBeGreaterThan(4);
    const { gz } = weigh(files);
    process.stdout.write(`the desk's scripts weigh ${(gz / KB).toFixed(1)} KB\n`);
    expect(gz).toBeLessThanOrEqual(60 * KB);
  });

  test('the style sheet: at most 15 KB as browsers get it', () => {
    expect(weigh([style.split('/').at(-1)]).br).toBeLessThanOrEqual(15 * KB);
  });
});

function named(name: string): string[] {
  return [...new Bun.Glob(`${name}-*.js`).scanSync(build)];
}

function weigh(files: Iterable<string>): Sizes {
  const sum = (ending: string) =>
    [...files].reduce((total, file) => total + Bun.file(join(build, file + ending)).size, 0);
  return { gz: sum('.gz'), br: sum('.br') };
}

/** What is loaded before the first line of these runs; what is fetched later does not count. */
function staticClosure(start: string[]): Set<string> {
  const seen = new Set<string>();
  const open = [...start];
  for (let file = open.pop(); file; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = readFileSync(join(build, file), 'utf8');
    open.push(...[...text.matchAll(/(?:from|import)"\/build\/([\w.-]+)"/g)].map(([, name]) => name ?? ''));
  }
  return seen;
}
