/**
 * `bun run test`: every test, or with `--browser` those in Chromium only. Ends with `N passed, N failed, N skipped`.
 * Processes that talk with the simulated network must trust its media host before they start.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

let reports = 0;
const total: Count = { passed: 0, failed: 0, skipped: 0 };
const UNITS = [
  'src',
  'views',
  'islands',
  'scripts',
  'test/unit',
  'test/architecture',
  'test/contract',
  'test/isolation',
  'test/live',
  'test/support',
];

if (files.length > 0) add(await runTests(files));
else {
  if (!isBrowserOnly) {
    add(await runTests(UNITS));
    add(await runPatiently('./test/crash.test.ts'));
  }
  // Files named *.e2e.ts are given by path: the runner does not look for them by itself.
  const journeys = [...new Bun.Glob('test/browser/*.e2e.ts').scanSync('.')].sort();
  for (const journey of journeys) add(await runPatiently(`./${journey}`));
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed > 0 ? 1 : 0);

/** A real browser, and processes that are killed, depend on a machine that others use too: a file gets a second try, said aloud. */
async function runPatiently(path: string): Promise<Count> {
  const first = await runTests([path]);
  if (first.failed === 0) return first;
  process.stdout.write(`${path} failed and is run again\n`);
  return runTests([path]);
}

function add(count: Count): void {
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
}

async function runTests(paths: string[]): Promise<Count> {
  reports += 1;
  const report = join(folder, `report-${reports}.xml`);
  const args = ['test', '--timeout', '60000', '--reporter=junit', `--reporter-outfile=${report}`, ...paths];
  const child = Bun.spawn([process.execPath, ...args], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await child.exited;
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
