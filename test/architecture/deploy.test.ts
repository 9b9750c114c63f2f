import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedFiles } from '../../scripts/bundle/shipped-files.ts';
import { DOCUMENTS } from '../../scripts/release.ts';
import { CLUSTER_VARIABLES } from '../../src/core/cluster/cluster-variables.ts';
import { ROOT } from './sources.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const config = /\.object\(\{\n(.*?)\n {2}\}\)/s.exec(read('src/config.ts'))?.[1] ?? '';
const known = [
  ...[...config.matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name),
  ...Object.keys(CLUSTER_VARIABLES),
];
const example = read('.env.example');
const dockerfile = read('Dockerfile');
const unit = read('deploy/balcao.service');
const caddy = read('deploy/Caddyfile');

type Service = {
  environment?: Record<string, string | number>;
  env_file?: { path: string; required: boolean }[];
  networks?: Record<string, { ipv4_address: string }>;
  user?: string;
};
type Compose = { services: Record<string, Service> };
const compose = Bun.YAML.parse(read('compose.yml')) as Compose;
const ofScale = Bun.YAML.parse(read('deploy/scale/compose.scale.yml')) as Compose;
const withCaddy = Bun.YAML.parse(read('deploy/compose.caddy.yml')) as Compose;

const OTHERS = ['NODE_ENV', 'DOMAIN', 'DESK', 'BASE_IMAGE', 'BUN_INSTALL', 'CADDY_IMAGE'];
const unitHas = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1];

describe('environment variables', () => {
  test('the example file lists exactly those that are read', () => {
    expect(known.length).toBeGreaterThan(25);
    const shown = new Set([...example.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name));
    expect([...shown].sort()).toEqual([...known].sort());
  });

  test('docs/operations/settings.md documents each of them', () => {
    const table = read('docs/operations/settings.md');
    expect(known.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });

  test('deployment files and operator documents name only known ones', () => {
    const set = [
      ...Object.keys(compose.services.desk?.environment ?? {}),
      ...Object.keys(withCaddy.services.desk?.environment ?? {}),
      ...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').split(' ').map((pair) => pair.split('=')[0] ?? ''),
      ...(unitHas('Environment') ?? '').split(' ').map((pair) => pair.split('=')[0] ?? ''),
      ...[
        ...`${read('compose.yml')}${read('deploy/compose.caddy.yml')}${caddy}`.matchAll(/\{\$?([A-Z_]+)/g),
      ].map(([, name = '']) => name),
      ...[
        ...read('docs/operations/install.md').matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST)(?:=[^`]*)?`/g),
      ].map(([, name = '']) => name),
    ];
    expect(set.length).toBeGreaterThan(15);
    expect([...new Set(set)].filter((name) => !known.includes(name) && !OTHERS.includes(name))).toEqual([]);
  });
});

describe('consistency of deployment files', () => {
  test('port, data directory and health URL match', () => {
    expect(dockerfile).toMatch(/^ENV .*PORT=3000 DATA_DIR=\/data$/m);
    expect(dockerfile).toContain('EXPOSE 3000');
    expect(dockerfile).toContain('VOLUME /data');
    expect(unitHas('Environment')).toBe(
      'NODE_ENV=production HOST=127.0.0.1 PORT=3000 DATA_DIR=/var/lib/balcao',
    );
    expect(caddy).toContain('reverse_proxy {$DESK:127.0.0.1:3000}');
    expect(withCaddy.services.caddy?.environment?.DESK).toBe('desk:3000');
    expect(dockerfile).toContain("'/healthz'");
    expect(read('src/web/site.routes.ts')).toContain(".get('/healthz'");
  });

  test('a container reads .env but not its listen address and data directory', () => {
    expect(compose.services.desk?.env_file).toEqual([{ path: '.env', required: false }]);
    expect(dockerfile).toMatch(/^ENV .*HOST=0.0.0.0 PORT=3000 DATA_DIR=\/data$/m);
    expect(compose.services.desk?.environment).toMatchObject({
      ...{ HOST: '0.0.0.0', PORT: 3000, DATA_DIR: '/data' },
    });
  });

  test('the app trusts only the proxy in front of it', () => {
    const proxy = withCaddy.services.caddy?.networks?.front?.ipv4_address;
    expect(proxy).toMatch(/^172\.31\.77\.\d$/);
    expect(withCaddy.services.desk?.environment?.TRUSTED_PROXY).toBe(proxy as string);
  });

  test('the stop timeout exceeds the shutdown limit', () => {
    const limit = /const LIMIT_MS = ([\d_]+)/
      .exec(read('src/core/process/shutdown.ts'))?.[1]
      ?.replaceAll('_', '');
    const seconds = Number(limit) / 1000;
    expect(seconds).toBeGreaterThan(1);
    expect(Number(unitHas('TimeoutStopSec'))).toBeGreaterThan(seconds);
    expect(
      Number.parseInt((compose.services.desk as { stop_grace_period?: string }).stop_grace_period ?? '0', 10),
    ).toBeGreaterThan(seconds);
  });

  test('started, copied and named files exist', () => {
    const program = /^CMD \["bun", "(.*)"\]$/m.exec(dockerfile)?.[1] ?? '';
    expect(unitHas('ExecStart')).toBe(`/usr/local/bin/bun ${program}`);
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    const named = [
      ...read('docs/operations/install.md').matchAll(/(?:deploy|scripts|test)\/[\w./-]+\.\w+/g),
    ].map(([path]) => path);
    expect([program, ...copied, ...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const commandsIn = (path: string) =>
      [...read(path).matchAll(/bun run (?:--silent )?([\w-]+)/g)].map(([, command = '']) => command);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const pages = ['README', 'backups', 'install', 'monitoring', 'payments', 'settings'];
    const commands = ['README.md', ...pages.map((page) => `docs/operations/${page}.md`)].flatMap(commandsIn);
    expect(commands.filter((command) => !(command in scripts))).toEqual([]);
    const inImage = copied.flatMap((path) => /^scripts\/(.+)\.ts$/.exec(path)?.[1] ?? []);
    expect(
      inImage.filter((command) => !read('docs/operations/README.md').includes(`| \`bun run ${command}`)),
    ).toEqual([]);
  });
});

describe('the files for several nodes', () => {
  const nodes = Object.entries(ofScale.services).filter(([name]) => name.startsWith('desk-'));

  test('name only variables that are read, all that nodes need, and each node by its own address', () => {
    expect(nodes).toHaveLength(3);
    for (const [name, { environment = {} }] of nodes) {
      expect(Object.keys(environment).filter((key) => !known.includes(key))).toEqual([]);
      const needed = Object.keys(CLUSTER_VARIABLES).filter((key) => !/TOKEN|ADMIN_KEY|REGION/.test(key));
      expect(Object.keys(environment)).toEqual(expect.arrayContaining(needed));
      expect(environment.NODE_URL).toBe(`http://${name}:3000`);
    }
  });

  test('trust the balancer alone, and every service, volume and network is there', () => {
    const address = ofScale.services.balancer?.networks?.back?.ipv4_address;
    expect(address).toMatch(/^172\.31\.78\.\d$/);
    for (const [, { environment }] of nodes) expect(environment?.TRUSTED_PROXY).toBe(address as string);
    const text = read('deploy/scale/compose.scale.yml');
    const { volumes } = Bun.YAML.parse(text) as { volumes: Record<string, null> };
    const mounted = [...text.matchAll(/^ {4,6}- ([a-z][\w-]*):\//gm)].map(([, name = '']) => name);
    expect([...new Set(mounted)].sort()).toEqual(Object.keys(volumes).sort());
  });

  test('the marks of the nodes are those of their addresses', () => {
    const files = ['Caddyfile', 'haproxy.cfg'].map((name) => read(`deploy/scale/${name}`));
    for (const [name] of nodes) {
      const mark = createHash('sha256').update(`http://${name}:3000`).digest('hex').slice(0, 8);
      for (const text of files) expect(text).toContain(mark);
    }
  });
});

test('the systemd unit has no privileges and writes only to its data directory', () => {
  for (const [key, value] of [
    ['User', 'balcao'],
    ['StateDirectory', 'balcao'],
    ['StateDirectoryMode', '0700'],
    ['UMask', '0077'],
    ['MemoryMax', '768M'],
    ['OOMPolicy', 'continue'],
    ['ProtectSystem', 'strict'],
    ['NoNewPrivileges', 'yes'],
    ['CapabilityBoundingSet', ''],
    ['AmbientCapabilities', ''],
    ['PrivateDevices', 'yes'],
    ['PrivateTmp', 'yes'],
    ['RestrictNamespaces', 'yes'],
    ['IPAddressDeny', 'link-local multicast'],
  ])
    expect([key, unitHas(key as string)]).toEqual([key, value]);
});

test('browsers are redirected from http to https and other clients are refused', () => {
  const plain = /^http:\/\/\{\$DOMAIN[^{]*\{\n(.*?)^\}/ms.exec(caddy)?.[1] ?? '';
  expect(plain).toContain('@person header Accept *text/html*');
  expect(plain).toContain('redir @person https://{host}{uri} 308');
  expect(plain).toMatch(/respond "[^"]+" 403/);
  expect(plain).not.toContain('reverse_proxy');
});

describe('the installer', () => {
  const script = read('deploy/install.sh');
  const assigned = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(script)?.[1] ?? '';

  test('installs the Bun of the image, checked against whole checksums', () => {
    expect(dockerfile).toContain(`oven/bun:${assigned('BUN_VERSION')}-slim`);
    for (const cpu of ['x64', 'x64_baseline', 'aarch64'])
      expect([cpu, assigned(`BUN_SHA512_${cpu}`)]).toEqual([cpu, expect.stringMatching(/^[0-9a-f]{128}$/)]);
  });

  test('uses the paths and the port of the unit', () => {
    expect(assigned('APP')).toBe(unitHas('WorkingDirectory') ?? '');
    expect(unitHas('ExecStart')).toStartWith(`${assigned('BUN')} `);
    const environment = unitHas('Environment') ?? '';
    expect(environment).toContain(`DATA_DIR=${assigned('DATA')}`);
    expect(assigned('HEALTH')).toBe(`http://127.0.0.1:${/PORT=(\d+)/.exec(environment)?.[1]}/healthz`);
    expect(script.match(/[A-Z]+_(?:URL|PROXY|DIR)(?==)/g)?.every((name) => known.includes(name))).toBe(true);
  });

  test('removes the copies of an upgrade that it makes, after the note of the way back', () => {
    const [note = '', folders = ''] = read('deploy/balcao-copies.service').match(/^ExecStart=.*$/gm) ?? [];
    expect(note).toContain(`${assigned('VERSIONS')} -maxdepth 1 -name previous -mmin +10080 -delete`);
    expect(script).toContain('-mmin -10080');
    const lib = mkdtempSync(join(tmpdir(), 'balcao-copies-'));
    const [before, after] = ['BEFORE', 'AFTER'].map((name) => assigned(name).replace('/var/lib', lib));
    const moment = Bun.spawnSync(['date', `+${/date \+(\S+)\)/.exec(script)?.[1]}`])
      .stdout.toString()
      .trim();
    const own = [`${before}`, `${before}.partial`, `${after}`, `${after}-${moment}`];
    const strange = [`${lib}/balcao`, `${before}-0.2`, `${before}.partial-2`, `${after}-${moment}-2`];
    for (const folder of [...own, ...strange]) mkdirSync(folder);
    writeFileSync(`${before}-upgrade.tar.gz`, 'by hand');
    const command = folders
      .replace('ExecStart=', '')
      .replaceAll('/var/lib', lib)
      .replace(/ -cmin \S+/, '');
    Bun.spawnSync(command.split(' '));
    expect(own.filter((path) => existsSync(path))).toEqual([]);
    expect(strange.concat(`${before}-upgrade.tar.gz`).filter((path) => !existsSync(path))).toEqual([]);
    rmSync(lib, { recursive: true });
    expect(Number(/-cmin \+(\d+)/.exec(folders)?.[1])).toBeGreaterThan(10_080);
  });

  test.each(['install.sh', 'try-install.sh'])('%s is valid for bash, and executable', (name) => {
    const { exitCode } = Bun.spawnSync(['bash', '-n', join(ROOT, 'deploy', name)]);
    expect([exitCode, statSync(join(ROOT, 'deploy', name)).mode & 0o111]).toEqual([0, 0o111]);
  });

  test('explains itself without root, and a release contains what it copies', () => {
    const { stdout } = Bun.spawnSync(['bash', join(ROOT, 'deploy/install.sh'), '--help']);
    expect(stdout.toString()).toContain('--back');
    const files = shippedFiles(dockerfile).map(({ to }) => to);
    expect(files).toEqual(expect.arrayContaining(['src', 'locales', 'docs/guide', 'scripts/doctor.ts']));
    expect([...files, ...DOCUMENTS].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
