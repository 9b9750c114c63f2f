import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../architecture/sources.ts';

const DAY_MS = 86_400_000;
let root: string;
const inRoot = (path: string) => join(root, path);
const write = (path: string, text: string) => {
  mkdirSync(dirname(inRoot(path)), { recursive: true });
  writeFileSync(inRoot(path), text);
};
const read = (path: string) => readFileSync(inRoot(path), 'utf8').trim();
const calls = () => (existsSync(inRoot('calls')) ? read('calls').split('\n') : []);
const data = (mark: string, folder: string) => {
  for (const file of ['platform.db', 'secrets.json', 'companies/1/company.db', 'companies/1/media/a.jpg'])
    write(`${folder}/${file}`, mark);
};
const bun = (path: string, version: string) => {
  write(path, `#!/bin/sh\necho ${version}\n`);
  chmodSync(inRoot(path), 0o755);
};
const release = (folder: string, version: string) => {
  write(`${folder}/deploy/install.sh`, `BUN_VERSION=${version}`);
  write(`${folder}/RELEASE`, `1.0.0 ${version} x64\n`);
  for (const unit of ['balcao.service', 'balcao-copies.service', 'balcao-copies.timer'])
    write(`${folder}/deploy/${unit}`, version);
};

/** The script's own functions, below a folder; the machine's parts only note that they are called. */
function run(command: string, stubs = '') {
  const script = readFileSync(join(ROOT, 'deploy/install.sh'), 'utf8').replace(/^main "\$@"$/m, '');
  const paths = {
    ...{ APP: 'app', VERSIONS: 'versions', DATA: 'lib/balcao', BEFORE: 'lib/balcao-before' },
    ...{
      AFTER: 'lib/balcao-after',
      UNITS: 'units',
      UNIT: 'units/balcao.service',
      BUN: 'bin/bun',
      BUNS: 'buns',
    },
    ...{ BACKUPS: 'backups', SOURCE: 'new', SINGLE_FILES: 'tmpfiles.conf' },
  };
  const lines = Object.entries(paths).map(([name, path]) => `${name}=${inRoot(path)}`);
  const noted = `systemctl() { echo "systemctl $*" >>${inRoot('calls')}; }
    has_systemd() { true; }
    answers() { true; }
    chown() { true; }
    install() { local all=(); while [ $# -gt 0 ]; do case $1 in -o | -g) shift 2 ;; *) all+=("$1") && shift ;; esac; done
      command install "\${all[@]}"; }`;
  const text = [script, ...lines, noted, stubs, command].join('\n');
  const { exitCode, stderr } = Bun.spawnSync(['bash', '-c', text], { stdout: 'ignore' });
  return { exitCode, stderr: stderr.toString() };
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'balcao-installer-'));
  for (const [folder, version] of Object.entries({ 'versions/one': '1.1', 'versions/two': '1.2' }))
    release(folder, version);
  for (const version of ['1.1', '1.2']) bun(`buns/bun-${version}/bun`, version);
  mkdirSync(inRoot('bin'));
  symlinkSync(inRoot('buns/bun-1.2/bun'), inRoot('bin/bun'));
  symlinkSync(inRoot('versions/two'), inRoot('app'));
  write('versions/previous', inRoot('versions/one'));
  write('units/balcao.service', '1.2');
  data('new', 'lib/balcao');
  data('old', 'lib/balcao-before');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const afters = () => readdirSync(inRoot('lib')).filter((name) => name.startsWith('balcao-after'));
const running = () => ({
  app: readlinkSync(inRoot('app')).split('/').at(-1),
  bun: readlinkSync(inRoot('bin/bun')).split('/').at(-2),
  unit: read('units/balcao.service'),
  data: read('lib/balcao/platform.db'),
});
const NEW = { app: 'two', bun: 'bun-1.2', unit: '1.2', data: 'new' };
const OLD = { app: 'one', bun: 'bun-1.1', unit: '1.1', data: 'old' };

describe('the way back', () => {
  test('exchanges version, Bun, unit and data, and moves backups along', () => {
    write('lib/balcao/backups/set', 'x');
    expect(run('go_back')).toMatchObject({ exitCode: 0 });
    expect(running()).toEqual(OLD);
    expect([read('lib/balcao/backups/set'), afters().length]).toEqual(['x', 1]);
    expect(calls()).toContain('systemctl restart balcao');
    expect(run('go_back').stderr).toContain('no version before');
  });

  test('never removes what an earlier one put aside', () => {
    write('lib/balcao-after-20260101T000000/platform.db', 'two days of messages');
    expect(run('go_back')).toMatchObject({ exitCode: 0 });
    expect(read('lib/balcao-after-20260101T000000/platform.db')).toBe('two days of messages');
    expect(afters()).toHaveLength(2);
  });

  const gone = 'the data from before the upgrade is gone';
  const refusals: [name: string, begin: () => unknown, reason: string, stubs?: string][] = [
    [
      'a copy that was removed except for its media',
      () => {
        for (const file of ['platform.db', 'secrets.json', 'companies/1/company.db'])
          rmSync(inRoot(`lib/balcao-before/${file}`));
      },
      gone,
    ],
    [
      'a copy older than seven days',
      () => {
        const at = new Date(Date.now() - 7 * DAY_MS - 60_000);
        utimesSync(inRoot('versions/previous'), at, at);
      },
      gone,
    ],
    [
      'a version whose Bun is not there and not known',
      () => rmSync(inRoot('buns/bun-1.1'), { recursive: true }),
      'Bun 1.1 is needed',
    ],
    ['a version without its unit', () => rmSync(inRoot('versions/one/deploy/balcao.service')), 'contains no'],
    ['data on a disk of its own', () => undefined, 'a disk of its own', 'mountpoint() { true; }'],
  ];
  test.each(refusals)('refuses %s, and changes nothing', (_name, begin, reason, stubs = '') => {
    begin();
    const { exitCode, stderr } = run('go_back', stubs);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(reason)]);
    expect([running(), calls(), afters()]).toEqual([NEW, [], []]);
    expect(existsSync(inRoot('lib/balcao-before/companies/1/media/a.jpg'))).toBe(true);
  });

  test('killed behind its second move has exchanged all, so that the new version does not migrate the old data', () => {
    write('lib/balcao/backups/set', 'x');
    const stub = `mv() { case $* in *backups*) kill -KILL $$ ;; *) command mv "$@" ;; esac; }`;
    run('go_back', stub);
    expect(running()).toEqual(OLD);
    expect(calls()).not.toContain('systemctl restart balcao');
  });

  test('goes on without backups that are a mount of their own', () => {
    write('lib/balcao/backups/set', 'x');
    const stub = `mv() { case $* in *backups*) false ;; *) command mv "$@" ;; esac; }`;
    expect([run('go_back', stub).exitCode, running()]).toEqual([0, OLD]);
    expect(calls()).toContain('systemctl restart balcao');
  });

  test('goes on after a kill between its two moves', () => {
    write('lib/balcao/backups/set', 'x');
    renameSync(inRoot('lib/balcao'), inRoot('lib/balcao-after-20260101T000000'));
    expect(run('go_back')).toMatchObject({ exitCode: 0 });
    expect([running(), afters(), read('lib/balcao/backups/set')]).toEqual([
      OLD,
      ['balcao-after-20260101T000000'],
      'x',
    ]);
  });
});

describe('an upgrade', () => {
  const PARTS = ['check_machine', 'check_domain', 'install_packages', 'install_user', 'write_settings'];
  const stubs = [...PARTS, 'install_site', 'start'].map((name) => `${name}() { true; }`).join('\n');
  const FULL = `${stubs}\ndf() { printf 'x\\nx 1 1 0 1 x\\n'; }`;

  beforeEach(() => {
    release('new', '1.3');
    bun('buns/bun-1.3/bun', '1.3');
  });

  test('puts the copy aside, then exchanges Bun, unit and version', () => {
    write('tmpfiles.conf', 'e');
    expect(run('install_all desk.example.com', stubs)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(existsSync(inRoot('tmpfiles.conf'))).toBe(false);
    expect(running()).toEqual({ app: '1.0.0-1.3', bun: 'bun-1.3', unit: '1.3', data: 'new' });
    expect(read('lib/balcao-before/platform.db')).toBe('new');
    expect(read('units/balcao.service.d/backups.conf')).toEndWith(`ReadWritePaths=-${inRoot('backups')}`);
  });

  test('without room for the copy leaves version, Bun and unit, and starts the service again', () => {
    const { exitCode, stderr } = run('install_all desk.example.com', FULL);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('are free')]);
    expect(running()).toEqual(NEW);
    expect(calls().at(-1)).toBe('systemctl start balcao');
  });

  test('of an installation by hand copies its Bun, and leaves it where it is when there is no room', () => {
    rmSync(inRoot('app'));
    renameSync(inRoot('versions/two'), inRoot('app'));
    rmSync(inRoot('bin/bun'));
    renameSync(inRoot('buns/bun-1.2/bun'), inRoot('bin/bun'));
    expect(run('install_all desk.example.com', FULL).exitCode).toBe(1);
    expect([read('app/RELEASE'), read('bin/bun')]).toEqual(['1.0.0 1.2 x64', expect.stringContaining('1.2')]);
    expect(run('install_all desk.example.com', stubs)).toMatchObject({ exitCode: 0 });
    expect([running().bun, read('versions/by-hand/RELEASE')]).toEqual(['bun-1.3', '1.0.0 1.2 x64']);
    expect(run('go_back')).toMatchObject({ exitCode: 0 });
    expect([running().bun, running().app]).toEqual(['bun-1.2', 'by-hand']);
  });

  test('of one by hand that has no installer notes its Bun, for the way back', () => {
    rmSync(inRoot('app'));
    renameSync(inRoot('versions/two'), inRoot('app'));
    rmSync(inRoot('app/deploy/install.sh'));
    expect(run('install_all desk.example.com', stubs)).toMatchObject({ exitCode: 0 });
    expect(run('go_back')).toMatchObject({ exitCode: 0 });
    expect(running()).toEqual({ ...NEW, app: 'by-hand' });
  });

  test('killed behind the exchange of the copy leaves no note of the one before', () => {
    expect(run('store_before')).toMatchObject({ exitCode: 0 });
    expect(run('go_back').stderr).toContain('no version before');
    expect(running()).toEqual(NEW);
  });

  test('is refused before anything is stopped when the data is on a disk of its own', () => {
    expect(run('install_all desk.example.com', `${stubs}\nmountpoint() { true; }`).exitCode).toBe(1);
    expect([running(), calls()]).toEqual([NEW, []]);
  });
});
