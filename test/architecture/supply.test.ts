import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
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
