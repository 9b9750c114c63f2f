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

const total = { passed: 0, failed: 0, skipped: 0 };
let isBroken = false;
if (files.length > 0) await runTests(files);
else {
  if (!isBrowserOnly)
    await runTests([
      'src',
      'views',
      'islands',
      'scripts',
      'test/unit',
      'test/architecture',
      'test/contract',
      'test/isolation',
      'test/live',
      'test/crash',
      'test/support',
    ]);
  // Files named *.e2e.ts are given by path: the runner does not look for them by itself.
  await runTests([...new Bun.Glob('test/browser/*.e2e.ts').scanSync('.')].map((path) => `./${path}`).sort());
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(isBroken || total.failed > 0 ? 1 : 0);

async function runTests(paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  const report = join(folder, `report-${total.passed}.xml`);
  const args = ['test', '--timeout', '60000', '--reporter=junit', `--reporter-outfile=${report}`, ...paths];
  const child = Bun.spawn([process.execPath, ...args], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await child.exited;
  const root =
    /<testsuites[^>]*>/.exec(
      await Bun.file(report)
        .text()
        .catch(() => ''),
    )?.[0] ?? '';
  const count = (name: string) => Number(new RegExp(`${name}="(\\d+)"`).exec(root)?.[1] ?? 0);
  total.failed += count('failures');
  total.skipped += count('skipped');
  total.passed += count('tests') - count('failures') - count('skipped');
  // No report, or a file that did not load, is a failure however many tests passed.
  if (code !== 0 || root === '') isBroken = true;
  if (code !== 0 && count('failures') === 0) total.failed += 1;
}
