/** `bun run check [base]`: format, lint, types and the nearest tests of a change, in about 90 seconds. */
import { affectedTests, chooseTests } from './testing/affected-tests.ts';
import { changedFiles, usualBase } from './testing/changed-files.ts';
import { readGraph } from './testing/import-graph.ts';
import { timingsOf } from './testing/timings.ts';

const startedAt = performance.now();
const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;

/** Milliseconds of tests, which run side by side, and beside the compiler, within 90 seconds. */
const LIMIT_MS = 80_000;

const base = process.argv[2] ?? (await usualBase());
const changed = await changedFiles(base);
const affected = changed.length > 0 ? affectedTests({ changed, graph: readGraph() }) : [];
const timings = await timingsOf(affected.map(({ test }) => test));
const { chosen, left } = chooseTests(affected, { timings, limitMs: LIMIT_MS });
report(`${changed.length} files differ from ${base}; ${chosen.length} of ${affected.length} tests run`);

const results = await Promise.all([
  quietly('format and lint', ['x', 'biome', 'ci', '--error-on-warnings', '.']),
  quietly('types', [
    'x',
    'tsc',
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    'node_modules/.cache/types.json',
  ]),
  chosen.length === 0 || runTests(chosen),
]);

if (left.length > 0) report(`Left to \`bun run test\`, ${left.length} files:\n${byFolder(left)}`);
const isGood = results.every(Boolean);
report(`${isGood ? 'passed' : 'FAILED'} in ${seconds()}`);
process.exit(isGood ? 0 : 1);

/** Its output follows when it has ended, so that outputs do not mix. */
async function quietly(name: string, args: string[]): Promise<boolean> {
  const child = Bun.spawn([process.execPath, ...args], { stdout: 'pipe', stderr: 'pipe' });
  const [output, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  report(code === 0 ? `${name}: good, ${seconds()}` : `${output}${errors}${name}: FAILED, ${seconds()}`);
  return code === 0;
}

async function runTests(paths: string[]): Promise<boolean> {
  const child = Bun.spawn([process.execPath, 'scripts/test.ts', ...paths], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await child.exited;
  report(`tests: ${code === 0 ? 'good' : 'FAILED'}, ${seconds()}`);
  return code === 0;
}

function byFolder(paths: string[]): string {
  const folders = Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf('/')));
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');
  return [...folders]
    .sort()
    .map(([folder, files]) => `  ${folder}: ${files.map(nameOf).sort().join(', ')}`)
    .join('\n');
}

function report(text: string): void {
  process.stdout.write(`${text}\n`);
}
