/**
 * `bun scripts/mutate.ts <source> <test files…>` changes one thing of the source at a time and runs the tests. A mutant
 * that no test notices survives: a test is missing, or the code is not needed. `--most=40` tries an even selection.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import pLimit from 'p-limit';
import { type Mutant, mutantsOf } from './testing/mutants.ts';
import { testEnvironment } from './testing/test-environment.ts';

type Run = { isPassed: boolean; cpuSeconds: number; output: string };

const [source = '', ...tests] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const most = Number(/--most=(\d+)/.exec(process.argv.join(' '))?.[1] ?? Number.POSITIVE_INFINITY);
if (tests.length === 0) stop('usage: bun scripts/mutate.ts <source> <test files…> [--most=40]');

const text = await Bun.file(source).text();
const all = mutantsOf(source, text);
const { env } = await testEnvironment();
const unchanged = await runTests(text);
if (!unchanged.isPassed) stop(`the tests fail without a mutation:\n${unchanged.output}`);

/** An endless loop ends by processor time, so that a busy machine does not look like one. */
const limitSeconds = Math.ceil(unchanged.cpuSeconds * 5 + 10);
const slots = pLimit(Math.min(availableParallelism(), 4));
const tried = await Promise.all(selectEvenly(all, most).map((mutant) => slots(() => tryMutant(mutant))));
const killed = tried.filter(({ isKilled }) => isKilled).length;
const score = Math.round((100 * killed) / Math.max(tried.length, 1));
report(`${source}: ${killed} of ${tried.length} mutants killed (of ${all.length} possible): ${score} %`);
process.exit(0);

async function tryMutant(mutant: Mutant): Promise<{ isKilled: boolean }> {
  const { isPassed } = await runTests(mutant.text, limitSeconds);
  if (isPassed) report(`survives ${source}:${mutant.line}: ${mutant.change}`);
  return { isKilled: !isPassed };
}

async function runTests(code: string, cpuLimit = 600): Promise<Run> {
  const test = [process.execPath, 'test', '--bail', '--timeout', '120000', '--no-isolate'];
  const preload = ['--preload', './scripts/testing/mutant-preload.ts'];
  const limited = ['sh', '-c', `ulimit -t ${cpuLimit}; exec "$@"`, 'sh'];
  const child = Bun.spawn([...limited, ...test, ...preload, ...tests], {
    env: { ...env, NODE_ENV: 'production', MUTATED_FILE: resolve(source), MUTANT: code },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  const isPassed = (await child.exited) === 0;
  endGroup(child.pid);
  const cpuSeconds = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6;
  return { isPassed, cpuSeconds, output: (await output).join('') };
}

/** A failed test leaves its own processes (a simulated bank) running, and they would hold the output open. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function selectEvenly(mutants: Mutant[], limit: number): Mutant[] {
  const every = Math.max(mutants.length / limit, 1);
  return Array.from(
    { length: Math.min(limit, mutants.length) },
    (_, n) => mutants[Math.floor(n * every)],
  ).filter((mutant) => mutant !== undefined);
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

function stop(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(2);
}
