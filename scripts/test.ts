/**
 * `bun run test`: every test, or with `--browser` those in Chromium only. Ends with `N passed, N failed, N skipped`.
 * Processes that talk with the simulated network must trust its media host before they start.
 */
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

/** More of them at once would not be faster, and browsers want room. */
const CORES = Math.min(availableParallelism(), 4);

let reports = 0;
const total: Count = { passed: 0, failed: 0, skipped: 0 };
const TESTS = [
  ...new Bun.Glob('{src,views,islands,scripts,test,bench}/**/*.test.{ts,tsx}').scanSync('.'),
].sort();
/** Processes that die on purpose are given time and a second try, like browsers; every other test is a unit. */
const CRASHES = TESTS.filter((path) => path.startsWith('test/crash'));
const UNITS = TESTS.filter((path) => !CRASHES.includes(path));

if (files.length > 0) add(await runTests(files));
else {
  if (!isBrowserOnly) add(await runTests([`--parallel=${CORES}`, ...UNITS.map((path) => `./${path}`)]));
  // Files named *.e2e.ts are given by path: the runner does not look for them by itself.
  const journeys = [...new Bun.Glob('test/browser/*.e2e.ts').scanSync('.')].sort();
  const crashes = isBrowserOnly ? [] : CRASHES;
  await sideBySide([...crashes, ...journeys].map((path) => `./${path}`));
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed > 0 ? 1 : 0);

/** Each file in a process of its own, as many at once as there are processors. */
async function sideBySide(paths: string[]): Promise<void> {
  const left = [...paths];
  const work = async () => {
    for (let path = left.shift(); path; path = left.shift()) add(await runPatiently(path));
  };
  await Promise.all(Array.from({ length: CORES }, work));
}

/** A real browser, and processes that are killed, depend on a machine that others use too: a file gets a second try, said aloud. */
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

/** `whole`: what is printed comes at the end, so that files that run side by side do not mix. */
async function runTests(paths: string[], output: 'live' | 'whole' = 'live'): Promise<Count> {
  reports += 1;
  const report = join(folder, `report-${reports}.xml`);
  const args = ['test', '--timeout', '60000', '--reporter=junit', `--reporter-outfile=${report}`, ...paths];
  const printed = join(folder, `output-${reports}.txt`);
  // One descriptor for both: two would write over each other.
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
  // No report, or a file that did not load, is a failure however many tests passed.
  const failed = Math.max(count('failures'), code !== 0 || root === '' ? 1 : 0);
  return { passed, failed, skipped };
}
