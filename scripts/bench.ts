/**
 * `bun run bench`: every benchmark in a process of its own, then docs/performance.md. `bun run bench list burst` only
 * prints those. Timings never make it fail.
 */
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Line, table } from '../bench/support/report.ts';
import { buildIfNeeded } from './bundle/build-if-needed.ts';
import { commitHere } from './testing/proof.ts';

const BENCHES = [
  ...['calls', 'list', 'page', 'search', 'calendar', 'conversation', 'fan-out', 'start', 'back-office'],
  ...[
    'companies',
    'backup',
    'inbound',
    'screen',
    'opening',
    'scroll',
    'burst',
    'dashboard',
    'campaign',
    'responders',
  ],
  ...['fairness', 'memory', 'crash', 'abuse 8', 'growth', 'live-companies 1000'],
];
const MAX_MS = 1_200_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REPORT = `${ROOT}docs/performance.md`;

await buildIfNeeded();
const chosen = process.argv.slice(2);
const startedAt = performance.now();
const lines: Line[] = [];
const failed: string[] = [];
for (const name of chosen.length > 0 ? chosen : BENCHES) {
  const load = loadavg()[0]?.toFixed(1);
  const found = await runOne(name);
  if (!found) failed.push(name);
  const measured = (found ?? []).map((line) => ({ ...line, bench: name, load }));
  lines.push(...measured);
  process.stdout.write(`### \`bun bench/${name}.ts\`, load ${load}\n\n${table(measured)}\n\n`);
}
if (failed.length > 0) process.stdout.write(`did not end well: ${failed.join(', ')}\n`);
if (chosen.length === 0) await Bun.write(REPORT, await report());

async function runOne(name: string): Promise<Line[] | undefined> {
  const [file, ...args] = name.split(' ');
  const child = Bun.spawn([process.execPath, `bench/${file}.ts`, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', BENCH_JSON: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: MAX_MS,
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) return undefined;
  return JSON.parse(text.trim().split('\n').at(-1) ?? '[]') as Line[];
}

async function report(): Promise<string> {
  const rank = ({ isMet }: Line) => (isMet === false ? 0 : isMet === null ? 2 : 1);
  const sorted = lines.toSorted((one, other) => rank(one) - rank(other));
  const misses = lines.filter(({ isMet }) => isMet === false).length;
  const minutes = Math.round((performance.now() - startedAt) / 60_000);
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `# Performance

Written by \`bun run bench\` in ${minutes} minutes on ${new Date().toISOString().slice(0, 10)}, commit \`${await commitHere()}\`, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${gigabytes} GB. ${misses} of ${lines.length} lines miss their budget; they come first.
${failed.length > 0 ? `\nNot measured to the end: ${failed.join(', ')}.\n` : ''}
A ratio compares with a bare ceiling measured in the same run (for growth: with the smaller company), so it can be trusted where a figure cannot; \`load\` is the machine's load before the benchmark. A benchmark prints and never fails by a
clock. The data: 10,000 contacts, 5,000 tickets, 100,000 messages in one company, or what the line says (\`bun run bench:seed\`). What a benchmark leaves out stands at the top of its file in \`bench/\`.

${table(sorted)}

\`bun run bench list burst\` prints some of them, \`bun run bench:crash -- 1000\` kills the server a thousand times, \`bun run bench:abuse 20\` attacks for twenty seconds each.
`;
}
