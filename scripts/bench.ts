/** `bun run bench`: every benchmark in a process of its own, and one table at the end. Never fails by a clock. */
import type { Line } from '../bench/support/report.ts';
import { table } from '../bench/support/report.ts';
import { buildIfNeeded } from './build-if-needed.ts';

const BENCHES = [
  'list',
  'page',
  'messages',
  'search',
  'conversation',
  'login',
  'fan-out',
  'start',
  'inbound',
  'screen',
  'burst',
  'memory',
];

await buildIfNeeded();
const chosen = process.argv.slice(2);
const lines: Line[] = [];
for (const name of chosen.length > 0 ? chosen : BENCHES) {
  process.stdout.write(`${name} …\n`);
  const child = Bun.spawn([process.execPath, `bench/${name}.ts`], {
    cwd: new URL('..', import.meta.url).pathname,
    env: { ...process.env, NODE_ENV: 'production', BENCH_JSON: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) === 0)
    lines.push(...(JSON.parse(text.trim().split('\n').at(-1) ?? '[]') as Line[]));
  else process.stdout.write(`${name} did not end well\n`);
}
process.stdout.write(`\n${table(lines)}\n`);
