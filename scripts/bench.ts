/** `bun run bench`: every benchmark in a process of its own. Timings never make it fail. */
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Line } from '../bench/support/report.ts';
import { table } from '../bench/support/report.ts';
import { buildIfNeeded } from './bundle/build-if-needed.ts';

const BENCHES = [
  'calls',
  'list',
  'page',
  'search',
  'calendar',
  'conversation',
  'fan-out',
  'start',
  'companies',
  'backup',
  'inbound',
  'screen',
  'scroll',
  'burst',
  'dashboard',
  'campaign',
  'machines',
  'fairness',
  'memory',
];

const LONGEST_MS = 300_000;

await buildIfNeeded();
const chosen = process.argv.slice(2);
const lines: Line[] = [];
for (const name of chosen.length > 0 ? chosen : BENCHES) {
  const load = loadavg()[0]?.toFixed(1);
  const startedAt = performance.now();
  const child = Bun.spawn([process.execPath, `bench/${name}.ts`], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, NODE_ENV: 'production', BENCH_JSON: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LONGEST_MS,
  });
  const text = await new Response(child.stdout).text();
  const isWell = (await child.exited) === 0;
  const found = isWell ? (JSON.parse(text.trim().split('\n').at(-1) ?? '[]') as Line[]) : [];
  lines.push(...found);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const end = isWell ? '' : ', did not end well';
  process.stdout.write(`### \`bun bench/${name}.ts\`: ${seconds} s, load before it ${load}${end}\n\n`);
  if (found.length > 0) process.stdout.write(`${table(found)}\n\n`);
}
process.stdout.write(`\n${table(lines)}\n`);
