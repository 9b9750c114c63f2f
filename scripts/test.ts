import { availableParallelism } from 'node:os';
import { join, normalize } from 'node:path';
import { commitHere, proofOf, publishReport } from './testing/proof.ts';
import { bundleProcesses } from './testing/test-bundle.ts';
import { testEnvironment } from './testing/test-environment.ts';
import {
  listFailures,
  type Outcomes,
  readReport,
  secondsByFolder,
  slowest,
  sumUp,
  withMissing,
} from './testing/test-report.ts';
import { completeTimings, TIMINGS } from './testing/timings.ts';

const startedAt = performance.now();
const isBrowserOnly = process.argv.includes('--browser');
const isRelease = process.argv.includes('--release');
const isTimed = process.argv.includes('--times');
const commit = await commitHere();
if (isRelease && (!commit || commit.endsWith('+')))
  throw new Error('Commit all changes first: the proof of a release names the commit that was tested.');
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const [processes, prepared] = await Promise.all([
  named.length === 0 ? bundleProcesses() : undefined,
  testEnvironment(),
]);
const { folder } = prepared;
const env = {
  ...prepared.env,
  ...(processes && { BUNDLED_PROCESSES: processes }),
  ...(isRelease && { RANDOM_SEQUENCES: '200' }),
};

/**
 * React's production build makes every call a seventh faster. Tests of islands need `act`, which only the development
 * build has.
 */
const AS_SHIPPED = { NODE_ENV: 'production' };

/** Chromium takes half of a journey's time, and FTL does not pay off for a process that lives for seconds. */
const OF_JOURNEYS = { ...AS_SHIPPED, BUN_JSC_useFTLJIT: '0' };

/** Ends a test that hangs; a busy machine is six times slower. */
const TIMEOUT_MS = '300000';

const CORES = Math.min(availableParallelism(), 4);
const sideBySide = (processes: number) => [
  '--no-isolate',
  ...(processes > 1 ? [`--parallel=${processes}`, `--timings=${TIMINGS}`, '--update-timings'] : []),
];

let reports = 0;
const isList = named.length > 1 && named.every((path) => /\.(test|e2e)\.tsx?$/.test(path));
const outcomes = await (named.length === 0
  ? runAll()
  : isList
    ? runList(named.map((path) => normalize(path)))
    : runTests(named));
if (named.length === 0 && !isBrowserOnly) {
  const proof = proofOf(outcomes, { at: new Date(), commit });
  await Bun.write('public/proof.json', JSON.stringify(proof));
  if (isRelease) await publishReport(proof);
}
if (named.length === 0) {
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  process.stdout.write(`${minutes} minutes; the slowest files:\n${slowest(outcomes, 10)}\n`);
}
if (isTimed) process.stdout.write(`${slowest(outcomes, 60)}\nby folder:\n${secondsByFolder(outcomes)}\n`);
process.stdout.write(`${listFailures(outcomes)}${sumUp(outcomes)}\n`);
process.exit([...outcomes.values()].some(({ failed }) => failed > 0) ? 1 : 0);

async function runAll(): Promise<Outcomes> {
  // The test runner does not find *.e2e.ts files by itself.
  const journeys = listFiles('test/browser/*.e2e.ts');
  const tests = listFiles('{src,views,islands,scripts,test,bench,demo}/**/*.test.{ts,tsx}');
  return runList(isBrowserOnly ? journeys : [...tests, ...journeys]);
}

async function runList(paths: string[]): Promise<Outcomes> {
  await completeTimings(paths);
  const [journeys, tests] = split(paths, (path) => path.endsWith('.e2e.ts'));
  const [ofIslands, others] = split(tests, (path) => path.startsWith('islands/'));
  const [crashes, units] = split(others, (path) => path.startsWith('test/crash'));
  const first = await Promise.all([
    runFiles([...crashes, ...units], CORES + 2, AS_SHIPPED),
    runFiles(ofIslands, 1),
  ]);
  const then = await runFiles(journeys, CORES + 1, OF_JOURNEYS);
  return tryAgain([...crashes, ...journeys], new Map([...first, then].flatMap((outcomes) => [...outcomes])));
}

/** A busy machine makes browsers and killed processes fail, so such a file gets a second, reported try. */
async function tryAgain(paths: string[], outcomes: Outcomes): Promise<Outcomes> {
  const all = new Map(outcomes);
  for (const path of paths) {
    if (all.get(path)?.failed === 0) continue;
    process.stdout.write(`${path} failed and is run again\n`);
    for (const [again, outcome] of await runTests([`./${path}`], [path])) all.set(again, outcome);
  }
  return all;
}

async function runFiles(paths: string[], processes: number, more: object = {}): Promise<Outcomes> {
  if (paths.length === 0) return new Map();
  return runTests([...sideBySide(processes), ...paths.map((path) => `./${path}`)], paths, more);
}

async function runTests(what: string[], expected: string[] = [], more: object = {}): Promise<Outcomes> {
  reports += 1;
  const report = join(folder, `report-${reports}.xml`);
  const args = ['test', '--timeout', TIMEOUT_MS, '--reporter=junit', `--reporter-outfile=${report}`, ...what];
  const child = Bun.spawn([process.execPath, ...args], {
    env: { ...env, ...more },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await child.exited;
  const xml = await Bun.file(report)
    .text()
    .catch(() => '');
  return withMissing(readReport(xml), expected, code === 0 && xml !== '');
}

function split(paths: string[], isFirst: (path: string) => boolean): [string[], string[]] {
  return [paths.filter(isFirst), paths.filter((path) => !isFirst(path))];
}

function listFiles(pattern: string): string[] {
  return [...new Bun.Glob(pattern).scanSync('.')].sort();
}
