import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const config = /\.object\(\{\n(.*?)\n {2}\}\)/s.exec(read('src/config.ts'))?.[1] ?? '';
/** What the desk reads of its environment. */
const known = [...config.matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
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
const withCaddy = Bun.YAML.parse(read('deploy/compose.caddy.yml')) as Compose;

/** Of Bun, Docker Compose and Caddy; the image’s base. */
const OTHERS = ['NODE_ENV', 'DOMAIN', 'DESK', 'BASE_IMAGE', 'BUN_INSTALL', 'CADDY_IMAGE'];
const unitSays = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1];

describe('names of the environment', () => {
  test('the example has each that is read, and no other', () => {
    expect(known.length).toBeGreaterThan(25);
    const shown = new Set([...example.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name));
    expect([...shown].sort()).toEqual([...known].sort());
  });

  test('the README tells of each', () => {
    const table = read('README.md').replaceAll(/`_([A-Z0-9_]+)`/g, '`BACKUP_S3_$1`');
    expect(known.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  });

  test('what is written for operators names those alone', () => {
    const set = [
      ...Object.keys(compose.services.desk?.environment ?? {}),
      ...Object.keys(withCaddy.services.desk?.environment ?? {}),
      ...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').split(' ').map((pair) => pair.split('=')[0] ?? ''),
      ...(unitSays('Environment') ?? '').split(' ').map((pair) => pair.split('=')[0] ?? ''),
      ...[
        ...`${read('compose.yml')}${read('deploy/compose.caddy.yml')}${caddy}`.matchAll(/\{\$?([A-Z_]+)/g),
      ].map(([, name = '']) => name),
      ...[...read('docs/deploy.md').matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST)(?:=[^`]*)?`/g)].map(
        ([, name = '']) => name,
      ),
    ];
    expect(set.length).toBeGreaterThan(15);
    expect([...new Set(set)].filter((name) => !known.includes(name) && !OTHERS.includes(name))).toEqual([]);
  });
});

describe('the same everywhere', () => {
  test('the port, the folder of the data, and the address that tells how it is', () => {
    expect(dockerfile).toMatch(/^ENV .*PORT=3000 DATA_DIR=\/data$/m);
    expect(dockerfile).toContain('EXPOSE 3000');
    expect(dockerfile).toContain('VOLUME /data');
    expect(unitSays('Environment')).toBe(
      'NODE_ENV=production HOST=127.0.0.1 PORT=3000 DATA_DIR=/var/lib/balcao',
    );
    expect(caddy).toContain('reverse_proxy {$DESK:127.0.0.1:3000}');
    expect(withCaddy.services.caddy?.environment?.DESK).toBe('desk:3000');
    expect(dockerfile).toContain("'/healthz'");
    expect(read('src/site.ts')).toContain(".get('/healthz'");
  });

  test('a container reads the settings of .env, but not where it listens and writes', () => {
    expect(compose.services.desk?.env_file).toEqual([{ path: '.env', required: false }]);
    expect(dockerfile).toMatch(/^ENV .*HOST=0.0.0.0 PORT=3000 DATA_DIR=\/data$/m);
    expect(compose.services.desk?.environment).toMatchObject({
      ...{ HOST: '0.0.0.0', PORT: 3000, DATA_DIR: '/data' },
    });
  });

  test('the desk believes the one proxy that stands before it', () => {
    const proxy = withCaddy.services.caddy?.networks?.front?.ipv4_address;
    expect(proxy).toMatch(/^172\.31\.77\.\d$/);
    expect(withCaddy.services.desk?.environment?.TRUSTED_PROXY).toBe(proxy as string);
  });

  test('it is given time to end', () => {
    const limit = /const LIMIT_MS = ([\d_]+)/.exec(read('src/shutdown.ts'))?.[1]?.replaceAll('_', '');
    const seconds = Number(limit) / 1000;
    expect(seconds).toBeGreaterThan(1);
    expect(Number(unitSays('TimeoutStopSec'))).toBeGreaterThan(seconds);
    expect(
      Number.parseInt((compose.services.desk as { stop_grace_period?: string }).stop_grace_period ?? '0', 10),
    ).toBeGreaterThan(seconds);
  });

  test('what is started, copied and named is there', () => {
    const program = /^CMD \["bun", "(.*)"\]$/m.exec(dockerfile)?.[1] ?? '';
    expect(unitSays('ExecStart')).toBe(`/usr/local/bin/bun ${program}`);
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    const named = [...read('docs/deploy.md').matchAll(/(?:deploy|scripts|test)\/[\w./-]+\.\w+/g)].map(
      ([path]) => path,
    );
    expect([program, ...copied, ...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const verbsIn = (path: string) =>
      [...read(path).matchAll(/bun run (?:--silent )?([\w-]+)/g)].map(([, verb = '']) => verb);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const verbs = [...verbsIn('docs/deploy.md'), ...verbsIn('docs/operations.md'), ...verbsIn('README.md')];
    expect(verbs.filter((verb) => !(verb in scripts))).toEqual([]);
    const inImage = copied.flatMap((path) => /^scripts\/(.+)\.ts$/.exec(path)?.[1] ?? []);
    expect(inImage.filter((verb) => !read('docs/operations.md').includes(`| \`bun run ${verb}`))).toEqual([]);
  });
});

test('the unit has no right of the machine’s, and writes into its data alone', () => {
  for (const [key, value] of [
    ['User', 'balcao'],
    ['StateDirectory', 'balcao'],
    ['StateDirectoryMode', '0700'],
    ['UMask', '0077'],
    ['MemoryMax', '768M'],
    ['ProtectSystem', 'strict'],
    ['NoNewPrivileges', 'yes'],
    ['CapabilityBoundingSet', ''],
    ['AmbientCapabilities', ''],
    ['PrivateDevices', 'yes'],
    ['PrivateTmp', 'yes'],
    ['RestrictNamespaces', 'yes'],
    ['IPAddressDeny', 'link-local multicast'],
  ])
    expect([key, unitSays(key as string)]).toEqual([key, value]);
});

test('people are led from http to https; programs are refused, so that they notice', () => {
  const plain = /^http:\/\/\{\$DOMAIN[^{]*\{\n(.*?)^\}/ms.exec(caddy)?.[1] ?? '';
  expect(plain).toContain('@person header Accept *text/html*');
  expect(plain).toContain('redir @person https://{host}{uri} 308');
  expect(plain).toMatch(/respond "[^"]+" 403/);
  expect(plain).not.toContain('reverse_proxy');
});
