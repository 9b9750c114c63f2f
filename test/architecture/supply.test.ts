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

  // CVE-2026-48063: in older ones a crafted message overwrites another one.
  test('Baileys is 7.0.0-rc13 or later', () => {
    const version = lock.packages['@whiskeysockets/baileys']?.[0].split('@').at(-1) ?? '0.0.0';
    expect(Bun.semver.order(version, '7.0.0-rc13')).toBeGreaterThanOrEqual(0);
    expect(Number(/rc(\d+)$/.exec(version)?.[1] ?? 99)).toBeGreaterThanOrEqual(13);
  });
});

describe('the image', () => {
  const dockerfile = read('Dockerfile');
  const base = /^ARG BASE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1] ?? '';
  const service = (
    Bun.YAML.parse(read('compose.yml')) as { services: Record<string, Record<string, unknown>> }
  ).services.desk;

  test('starts from the same Bun by its exact version, twice, and runs as nobody special', () => {
    const from = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(from).toEqual([`\${BASE_IMAGE}`, `\${BASE_IMAGE}`]);
    expect(base).toMatch(/^oven\/bun:\d+\.\d+\.\d+-slim(@sha256:[0-9a-f]{64})?$/);
    expect(/^USER (\S+)$/m.exec(dockerfile)?.[1]).toBe('bun');
    expect(dockerfile.lastIndexOf('\nRUN ')).toBeLessThan(dockerfile.indexOf('\nUSER '));
    expect(dockerfile.match(/bun install .*/g)?.every((line) => line.includes('--frozen-lockfile'))).toBe(
      true,
    );
  });

  test('starts from the digest that the operator has pinned, by the line that they are told', () => {
    expect(service?.build).toEqual({ context: '.', args: { BASE_IMAGE: `\${BASE_IMAGE:-${base}}` } });
    const told = /^docker pull -q (\S+) && docker image inspect --format '(\w+)=.*' (\S+) >> \.env$/m;
    expect(told.exec(read('README.md'))?.slice(1)).toEqual([base, 'BASE_IMAGE', base]);
  });

  test('has no right of the machine’s, and writes into its data alone', () => {
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

  test('is reached from this machine only: the rest is the proxy’s', () => {
    expect(service?.ports).toEqual(['127.0.0.1:3000:3000']);
  });

  test('holds no secret, no data and nothing that was built elsewhere', () => {
    const ignored = new Set(read('.dockerignore').split('\n').filter(Boolean));
    for (const name of ['.git', '.env', '.env.*', 'data', 'node_modules', 'public/build', '*.log'])
      expect([name, ignored.has(name)]).toEqual([name, true]);
    expect(dockerfile).not.toMatch(/^(ARG|ENV) .*(SECRET|PASSWORD|TOKEN|KEY)/im);
  });
});
