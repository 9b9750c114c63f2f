/** Processes that use the simulated network must trust its media host before they start. */
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority } from '../src/whatsapp/simulator/index.ts';
import { buildIfNeeded } from './build-if-needed.ts';

const isBrowserOnly = process.argv.includes('--browser');
const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const folder = mkdtempSync(join(tmpdir(), 'balcao-tests-'));
await buildIfNeeded();
const { caPath } = await createCertificateAuthority(folder);
const env = {
  ...process.env,
  NODE_EXTRA_CA_CERTS: caPath,
  SIMULATOR_CA_DIR: folder,
  TZ: 'America/Sao_Paulo',
};

type Count = { passed: number; failed: number; skipped: number };

const CORES = Math.min(availableParallelism(), 4);

let reports = 0;
const total: Count = { passed: 0, failed: 0, skipped: 0 };
const TESTS = [
  ...new Bun.Glob('{src,views,islands,scripts,test,bench}/**/*.test.{ts,tsx}').scanSync('.'),
].sort();
const CRASHES = TESTS.filter((path) => path.startsWith('test/crash'));
const UNITS = TESTS.filter((path) => !CRASHES.includes(path));

if (files.length > 0) add(await runTests(files));
else {
  if (!isBrowserOnly) add(await runTests([`--parallel=${CORES}`, ...UNITS.map((path) => `./${path}`)]));
  // The test runner does not find *.e2e.ts files by itself.
  const journeys = [...new Bun.Glob('test/browser/*.e2e.ts').scanSync('.')].sort();
  const crashes = isBrowserOnly ? [] : CRASHES;
  await sideBySide([...crashes, ...journeys].map((path) => `./${path}`));
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed > 0 ? 1 : 0);

async function sideBySide(paths: string[]): Promise<void> {
  const left = [...paths];
  const work = async () => {
    for (let path = left.shift(); path; path = left.shift()) add(await runPatiently(path));
  };
  await Promise.all(Array.from({ length: CORES }, work));
}

/** A busy machine makes browsers and killed processes fail, so a file gets a second try, which is reported. */
async function runPatiently(path: string): Promise<Count> {
  const first = await runTests([path], 'whole');
  if (first.failed === 0) return first;
  process.stdout.write(`${path} failed and is run again\n`);
  return runTests([path], 'whole');
}

function add(count: Count): void {
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
}

async function runTests(paths: string[], output: 'live' | 'whole' = 'live'): Promise<Count> {
  reports += 1;
  const report = join(folder, `report-${reports}.xml`);
  const args = ['test', '--timeout', '60000', '--reporter=junit', `--reporter-outfile=${report}`, ...paths];
  const printed = join(folder, `output-${reports}.txt`);
  // Two descriptors would overwrite each other.
  const out = output === 'whole' ? openSync(printed, 'a') : 'inherit';
  const child = Bun.spawn([process.execPath, ...args], { env, stdio: ['ignore', out, out] });
  const code = await child.exited;
  if (typeof out === 'number') {
    closeSync(out);
    process.stdout.write(await Bun.file(printed).text());
  }
  const xml = await Bun.file(report)
    .text()
    .catch(() => '');
  const root = /<testsuites[^>]*>/.exec(xml)?.[0] ?? '';
  const count = (name: string) => Number(new RegExp(`${name}="(\\d+)"`).exec(root)?.[1] ?? 0);
  const skipped = count('skipped');
  const passed = count('tests') - count('failures') - skipped;
  // A missing report, or a file that did not load, is a failure however many tests passed.
  const failed = Math.max(count('failures'), code !== 0 || root === '' ? 1 : 0);
  return { passed, failed, skipped };
}
