/**
 * `bun bench/fairness.ts [part of a flood's name]`: how much one company's answers are delayed while another floods
 * the server. Where the system permits, server and flood have a core each and the measuring process has priority, so
 * that only one shared thread and disk are measured.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority, startSimulator } from '@demo/whatsapp/index.ts';
import { appProcess } from '@test/crash/app-process.ts';
import { addCompanies } from '@test/support/many-companies.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { apart } from './support/apart.ts';
import type { Assault } from './support/assaults.ts';
import { openCampaigns } from './support/campaign-flood.ts';
import { type Firm, openApi, openFirm } from './support/firm.ts';
import { type Line, main, percentile } from './support/report.ts';
import { settled } from './support/settled.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.argv[3] ?? 6);
/** The agent's first answers are not counted, and the flood must not end before the last. */
const FLOOD_SECONDS = SECONDS + 1;
const MAX_RATIO = 3;
const MAX_RATIO_OF_A_CAMPAIGN = 1.2;
const CAMPAIGN = 'a campaign, prepared and sent';

type Flood = () => Promise<number>;

export async function runFairness(only = process.argv[2] ?? ''): Promise<Line[]> {
  installConsoleFilter();
  const areOthersApart = apart.others();
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-fairness-'));
  const ca = await createCertificateAuthority(join(dataDir, 'ca'));
  const network = await startSimulator({ ca });
  const [calm, other] = await addCompanies(dataDir, 2);
  if (!calm || !other) throw new Error('no company was made');
  const running = appProcess({ dataDir, network, caPath: ca.caPath, env: profiling() });
  running.spawn();
  await running.answers();
  const isApart = areOthersApart && apart.server(running.pid);
  const quiet = await openFirm(network, running.url, calm);
  const busy = await openFirm(network, running.url, other);
  const common = { url: running.url, token: '', seconds: SECONDS };
  const answering: Assault = { ...common, cookie: calm.cookie, ticketId: quiet.ticketId };
  const flooding: Assault = {
    ...common,
    seconds: FLOOD_SECONDS,
    cookie: other.cookie,
    ticketId: busy.ticketId,
    keys: await openApi(running.url, busy, other.cookie),
  };
  const about = { dataDir, companyId: other.companyId, url: running.url, cookie: other.cookie };
  const campaign = await openCampaigns(busy, network, about);
  const assault = (name: string): [string, Flood] => [
    name,
    async () => Number(await run(['assaults', name, JSON.stringify(flooding)])),
  ];
  const floods: Record<string, Flood> = Object.fromEntries([
    assault('lists and pages, again and again'),
    assault('20,000 frames on /ws'),
    assault('calls of other systems with many tokens'),
    ['customers, twenty messages at once', () => manyWrite(busy, FLOOD_SECONDS)],
    [CAMPAIGN, () => campaign(FLOOD_SECONDS)],
    assault('answers of sixteen tabs, without a pause'),
  ]);
  const lines: Line[] = [];
  await timesOf(answering);
  for (const [name, flood] of Object.entries(floods).filter(([name]) => name.includes(only))) {
    const times = { without: [] as number[], during: [] as number[] };
    // Messages left in the outbox by a flood would distort the next idle measurement.
    await settled(running.pid);
    for (let round = 0; round < ROUNDS; round += 1) times.without.push(...(await timesOf(answering)));
    const alone = await flood();
    let beside = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [during, done] = await Promise.all([timesOf(answering), flood()]);
      times.during.push(...during);
      beside += done / ROUNDS;
    }
    const rate = (count: number) => (count / FLOOD_SECONDS).toFixed(0);
    const what = `${name}: ${rate(beside)} a second, alone ${rate(alone)}`;
    const most = name === CAMPAIGN ? MAX_RATIO_OF_A_CAMPAIGN : MAX_RATIO;
    lines.push(lineOf(isApart ? what : `${what} (on the same cores)`, times, most));
  }
  await running.stop();
  await network.stop();
  rmSync(dataDir, { recursive: true });
  return lines;
}

/** `BENCH_PROFILE=<folder>` writes a CPU profile of the server. */
function profiling(): Record<string, string> {
  const folder = process.env.BENCH_PROFILE;
  return folder ? { BUN_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` } : {};
}

async function manyWrite({ owner, customer }: Firm, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let count = 0;
  while (performance.now() < end) {
    await Promise.all(Array.from({ length: 20 }, (_, n) => customer.send(owner, { text: `recado ${n}` })));
    count += 20;
    await Bun.sleep(100);
  }
  return count;
}

async function timesOf(options: Assault): Promise<number[]> {
  const { times, failed } = JSON.parse(await run(['calm-agent', JSON.stringify(options)], apart.first));
  if (failed > 0) throw new Error(`${failed} answers failed`);
  return times as number[];
}

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

type Times = { without: number[]; during: number[] };

function lineOf(name: string, { without, during }: Times, most: number): Line {
  const show = (times: number[]) =>
    `p50 ${percentile(times, 0.5).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)} ms of ${times.length}`;
  const ratio = percentile(during, 0.95) / percentile(without, 0.95);
  return {
    what: `an agent's answers while another company is flooded by ${name}`,
    measured: show(during),
    ceiling: show(without),
    ratio,
    budget: `≤ ${most}`,
    isMet: ratio <= most,
  };
}

if (import.meta.main) await main(runFairness);
