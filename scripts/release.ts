/** `bun run release [--cpu x64|arm64] [--out FOLDER]`: the archive that deploy/install.sh installs. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json';
import { build } from './build.ts';
import { shippedFiles } from './bundle/shipped-files.ts';
import { makeSbom } from './sbom.ts';

const ROOT = join(import.meta.dir, '..');
/** Besides the image's files: the installer, and documents for those who run it. */
export const DOCUMENTS = [
  'deploy',
  'docs',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
  '.env.example',
];
const CPUS = ['x64', 'arm64'] as const;
type Cpu = (typeof CPUS)[number];

if (import.meta.main) {
  const { values } = parseArgs({
    options: { cpu: { type: 'string', default: process.arch }, out: { type: 'string', default: ROOT } },
  });
  const cpu = CPUS.find((known) => known === values.cpu);
  if (!cpu) throw new Error(`--cpu is one of ${CPUS.join(', ')}`);
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  const { path, bytes, sha256 } = await makeRelease(out, cpu);
  process.stdout.write(`${path}: ${(bytes / 1e6).toFixed(1)} MB\nsha256 ${sha256}\n`);
}

type Release = { path: string; bytes: number; sha256: string };

/** The same commit makes the same files; their times are the commit's. */
async function makeRelease(out: string, cpu: Cpu): Promise<Release> {
  const name = `balcao-${manifest.version}`;
  const stage = mkdtempSync(join(tmpdir(), 'balcao-release-'));
  try {
    await fill(join(stage, name), cpu);
    const path = join(out, `${name}-linux-${cpu}.tar.gz`);
    const fixed = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${commitTime()}`];
    run(['tar', ...fixed, '-C', stage, '-I', 'gzip -n -9', '-cf', path, name], ROOT);
    const content = readFileSync(path);
    const sha256 = new Bun.CryptoHasher('sha256').update(content).digest('hex');
    writeFileSync(`${path}.sha256`, `${sha256}  ${name}-linux-${cpu}.tar.gz\n`);
    return { path, bytes: content.length, sha256 };
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

async function fill(folder: string, cpu: Cpu): Promise<void> {
  mkdirSync(folder);
  const copied = DOCUMENTS.map((path) => ({ from: path, to: path }));
  const shipped = shippedFiles(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  for (const { from, to } of [...shipped, ...copied])
    cpSync(join(ROOT, from), join(folder, to), { recursive: true, filter: isWanted });
  for (const part of ['icons', 'sounds', 'sw.js', 'widget.js'])
    cpSync(join(ROOT, 'public', part), join(folder, 'public', part), { recursive: true });
  await build({ outdir: join(folder, 'public/build') });
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(makeSbom(), null, 2)}\n`);
  writeFileSync(join(folder, 'RELEASE'), `${manifest.version} ${commit()} ${cpu}\n`);
  const platform = ['--os', 'linux', '--cpu', cpu, '--libc', 'glibc'];
  run([process.execPath, 'install', '--frozen-lockfile', '--production', ...platform], folder);
}

function isWanted(path: string): boolean {
  return !/\.(test|test-support)\.tsx?$/.test(path);
}

function commit(): string {
  return run(['git', 'describe', '--always', '--dirty', '--abbrev=12'], ROOT);
}

function commitTime(): string {
  return run(['git', 'log', '-1', '--format=%ct'], ROOT);
}

function run(command: string[], cwd: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd, stderr: 'pipe' });
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr}`);
  return stdout.toString().trim();
}
