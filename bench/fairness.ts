/**
 * `bun bench/fairness.ts [part of a flood's name]`: how much the answers of one company wait while another floods the desk.
 * Where the system lets it, the desk has a core to itself and whoever makes the flood another, and who answers goes before
 * the flood there: what is left out is what a flood's own making and other programs take. What is left in is one thread
 * and one disk.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deskProcess } from '@test/crash/desk-process.ts';
import { addCompanies } from '@test/support/many-companies.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { createCertificateAuthority, startSimulator } from '@/whatsapp/simulator/index.ts';
import { apart } from './support/apart.ts';
import type { Assault } from './support/assaults.ts';
import { type Firm, openFirm } from './support/firm.ts';
import { type Line, main, percentile } from './support/report.ts';

const ROUNDS = 4;
const SECONDS = 6;
/** The agent's first answers are not counted, and the flood must not end before the last. */
const FLOOD_SECONDS = SECONDS + 1;
const MOST_RATIO = 1.2;

type Flood = () => Promise<unknown>;

export async function runFairness(only = process.argv[2] ?? ''): Promise<Line[]> {
  installConsoleFilter();
  const areOthersApart = apart.others();
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-fairness-'));
  const ca = await createCertificateAuthority(join(dataDir, 'ca'));
  const network = await startSimulator({ ca });
  const [calm, other] = await addCompanies(dataDir, 2);
  if (!calm || !other) throw new Error('no company was made');
  const desk = deskProcess({ dataDir, network, caPath: ca.caPath, env: profiling() });
  desk.spawn();
  await desk.answers();
  const isApart = areOthersApart && apart.desk(desk.pid);
  const quiet = await openFirm(network, desk.url, calm);
  const busy = await openFirm(network, desk.url, other);
  const common = { url: desk.url, token: '', seconds: SECONDS };
  const answering: Assault = { ...common, cookie: calm.cookie, ticketId: quiet.ticketId };
  const flooding: Assault = {
    ...common,
    seconds: FLOOD_SECONDS,
    cookie: other.cookie,
    ticketId: busy.ticketId,
  };
  const assault = (name: string): [string, Flood] => [
    name,
    () => run(['assaults', name, JSON.stringify(flooding)]),
  ];
  const floods: Record<string, Flood> = Object.fromEntries([
    assault('answers of sixteen tabs, without a pause'),
    assault('lists and pages, again and again'),
    assault('20,000 frames on /ws'),
    ['customers, twenty messages at once', () => manyWrite(busy, FLOOD_SECONDS)],
  ]);
  const lines: Line[] = [];
  await timesOf(answering);
  for (const [name, flood] of Object.entries(floods).filter(([name]) => name.includes(only))) {
    const times = { without: [] as number[], during: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.without.push(...(await timesOf(answering)));
      const [during] = await Promise.all([timesOf(answering), flood()]);
      times.during.push(...during);
    }
    lines.push(lineOf(name, times, isApart));
  }
  await desk.stop();
  await network.stop();
  rmSync(dataDir, { recursive: true });
  return lines;
}

/** `BENCH_PROFILE=<folder>` writes a CPU profile of the desk there. */
function profiling(): Record<string, string> {
  const folder = process.env.BENCH_PROFILE;
  return folder ? { BUN_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` } : {};
}

async function manyWrite({ owner, customer }: Firm, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    await Promise.all(Array.from({ length: 20 }, (_, n) => customer.send(owner, { text: `recado ${n}` })));
    await Bun.sleep(100);
  }
}

async function timesOf(given: Assault): Promise<number[]> {
  const { times, failed } = JSON.parse(await run(['calm-agent', JSON.stringify(given)], apart.first));
  if (failed > 0) throw new Error(`${failed} answers failed`);
  return times as number[];
}

/** A process of its own, so that the desk does not pay for it. */
async function run([program, ...args]: string[], before: string[] = []): Promise<string> {
  const file = join(import.meta.dir, `support/${program}.ts`);
  const child = Bun.spawn([...before, process.execPath, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  });
  const text = await new Response(child.stdout).text();
  await child.exited;
  return text;
}

function lineOf(
  name: string,
  { without, during }: { without: number[]; during: number[] },
  isApart: boolean,
): Line {
  const show = (times: number[]) =>
    `p50 ${percentile(times, 0.5).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)} ms of ${times.length}`;
  const ratio = percentile(during, 0.95) / percentile(without, 0.95);
  return {
    what: `an agent's answers while another company is flooded by ${name}${isApart ? '' : ' (on the same cores)'}`,
    measured: show(during),
    ceiling: show(without),
    ratio,
    budget: `≤ ${MOST_RATIO}`,
    isMet: ratio <= MOST_RATIO,
  };
}

if (import.meta.main) await main(runFairness);
