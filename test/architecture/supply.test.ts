import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.ts';

type Lock = { packages: Record<string, [name: string, source: string, ...rest: unknown[]]> };

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const lock = Bun.JSONC.parse(read('bun.lock')) as Lock;
const wanted: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies };

describe('dependencies', () => {
  test('are pinned to exact versions', () => {
    expect(
      Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    ).toEqual([]);
  });

  test('match the lockfile', () => {
    const held = (name: string) => lock.packages[name]?.[0];
    const other = Object.entries(wanted).filter(([name, version]) => held(name) !== `${name}@${version}`);
    expect(other).toEqual([]);
  });

  test('name no registry in the lockfile', () => {
    const sources = Object.entries(lock.packages).filter(
      ([, [, source]]) => typeof source === 'string' && source !== '',
    );
    expect(sources).toEqual([]);
    expect(read('bun.lock')).not.toMatch(/https?:\/\/|git\+|ssh:/);
  });

  test('run no install scripts', () => {
    expect(manifest.trustedDependencies ?? []).toEqual([]);
  });

  // CVE-2026-48063: in older versions a crafted message overwrites another one.
  test('use Baileys 7.0.0-rc13 or later', () => {
    const version = lock.packages['@whiskeysockets/baileys']?.[0].split('@').at(-1) ?? '0.0.0';
    expect(Bun.semver.order(version, '7.0.0-rc13')).toBeGreaterThanOrEqual(0);
    expect(Number(/rc(\d+)$/.exec(version)?.[1] ?? 99)).toBeGreaterThanOrEqual(13);
  });
});

describe('Docker image', () => {
  const dockerfile = read('Dockerfile');
  const base = /^ARG BASE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1] ?? '';
  const service = (
    Bun.YAML.parse(read('compose.yml')) as { services: Record<string, Record<string, unknown>> }
  ).services.desk;

  test('uses the same exact Bun version in both stages and runs unprivileged', () => {
    const from = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(from).toEqual([`\${BASE_IMAGE}`, `\${BASE_IMAGE}`]);
    expect(base).toMatch(/^oven\/bun:\d+\.\d+\.\d+-slim(@sha256:[0-9a-f]{64})?$/);
    expect(/^USER (\S+)$/m.exec(dockerfile)?.[1]).toBe('bun');
    expect(dockerfile.lastIndexOf('\nRUN ')).toBeLessThan(dockerfile.indexOf('\nUSER '));
    expect(dockerfile.match(/bun install .*/g)?.every((line) => line.includes('--frozen-lockfile'))).toBe(
      true,
    );
  });

  test('can be built from a digest pinned by the operator with the documented command', () => {
    expect(service?.build).toEqual({ context: '.', args: { BASE_IMAGE: `\${BASE_IMAGE:-${base}}` } });
    const reported = /^docker pull -q (\S+) && docker image inspect --format '(\w+)=.*' (\S+) >> \.env$/m;
    expect(reported.exec(read('docs/operations/install.md'))?.slice(1)).toEqual([base, 'BASE_IMAGE', base]);
  });

  test('runs without privileges and writes only to its data volume', () => {
    expect(service).toMatchObject({
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      read_only: true,
      tmpfs: [expect.stringMatching(/^\/tmp:size=\d+m/)],
      volumes: ['data:/data'],
      mem_limit: expect.any(String),
    });
    for (const more of ['privileged', 'cap_add', 'devices', 'network_mode', 'pid', 'ipc'])
      expect(service).not.toHaveProperty(more);
  });

  test('publishes its port only on the local machine', () => {
    expect(service?.ports).toEqual(['127.0.0.1:3000:3000']);
  });

  test('excludes secrets, data and build output', () => {
    const ignored = new Set(read('.dockerignore').split('\n').filter(Boolean));
    for (const name of ['.git', '.env', '.env.*', 'data', 'node_modules', 'public/build', '*.log'])
      expect([name, ignored.has(name)]).toEqual([name, true]);
    expect(dockerfile).not.toMatch(/^(ARG|ENV) .*(SECRET|PASSWORD|TOKEN|KEY)/im);
  });
});
