/**
 * `bun bench/live-companies.ts [messages] [companies,…]`: 30, 100 and 250 companies with one paired number each. What one of them
 * costs while it is idle, then customers write to all of them in turn, so that no company is left idle. At the end
 * the night's backup runs, and they write again.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority, startSimulator } from '@demo/whatsapp/index.ts';
import { type AppProcess, appProcess } from '@test/crash/app-process.ts';
import { until } from '@test/crash/fixture.ts';
import { addCompanies, type Visitor } from '@test/support/many-companies.ts';
import { residentMegabytes } from '@/core/process/child-process.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type BackedUp, backUp } from './support/back-up.ts';
import { type Firm, openFirm } from './support/firm.ts';
import { type Line, limit, main, percentile } from './support/report.ts';
import { settled } from './support/settled.ts';
import { cpuMsOf } from './support/under-load.ts';

const PER_SECOND = 40;
/** The first minute's jobs use each database once more; two sweeps later it is closed. */
const IDLE_MS = 160_000;
/** Every so many messages an agent of that company reads the list. */
const READ_EVERY = 5;

type LiveFirm = Firm & { visitor: Visitor };
type Step = { count: number; files: number; idle: number; work: Work };
type Work = { cpuMs: number; reads: number[]; resident: number; peak: number };
type Night = { backup: BackedUp; filesBefore: number; filesAfter: number; work: Work };

export async function runLiveCompanies(
  messages = Number(process.argv[2] ?? 2_000),
  steps = (process.argv[3] ?? '30,100,250').split(',').map(Number),
): Promise<Line[]> {
  installConsoleFilter();
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-live-'));
  const ca = await createCertificateAuthority(join(dataDir, 'ca'));
  const network = await startSimulator({ ca });
  const visitors = await addCompanies(dataDir, Math.max(...steps));
  const running = appProcess({ dataDir, network, caPath: ca.caPath });
  await restart(running, []);
  const firms: LiveFirm[] = [];
  const found: Step[] = [];
  for (const count of steps) {
    for (const visitor of visitors.slice(firms.length, count))
      firms.push({ ...(await openFirm(network, running.url, visitor)), visitor });
    await restart(running, firms);
    await Bun.sleep(IDLE_MS);
    const idle = residentMegabytes(running.pid);
    found.push({ count, files: openFilesOf(running), idle, work: await work(running, firms, messages) });
    process.stderr.write(
      `${JSON.stringify(found.at(-1), (key, value) => (key === 'reads' ? percentile(value, 0.95) : value))}\n`,
    );
  }
  const filesBefore = openFilesOf(running);
  const target = mkdtempSync(join(tmpdir(), 'balcao-live-backup-'));
  const backup = await backUp(0, { dataDir, target });
  const night = {
    backup,
    filesBefore,
    filesAfter: openFilesOf(running),
    work: await work(running, firms, messages),
  };
  await running.stop();
  await network.stop();
  for (const folder of [dataDir, target]) rmSync(folder, { recursive: true });
  return linesOf(found, night);
}

const openFilesOf = ({ pid }: AppProcess) => readdirSync(`/proc/${pid}/fd`).length;

function linesOf(found: Step[], night: Night): Line[] {
  const [few] = found;
  const many = found.at(-1);
  if (!few || !many) return [];
  const more = many.count - few.count;
  const each = (of: (one: Step) => number) => (of(many) - of(few)) / more;
  const cpu = many.work.cpuMs / few.work.cpuMs;
  return [
    limit(
      'memory of each further paired idle company',
      each(({ idle }) => idle),
      'MB',
      1.5,
    ),
    limit(
      'memory of each further working company',
      each(({ work: { resident } }) => resident),
      'MB',
      2,
    ),
    limit(`memory at its most, ${many.count} companies working`, many.work.peak, 'MB', 768),
    {
      ...limit(`processor time of a message, ${many.count} companies ÷ ${few.count}`, cpu, '×', 1.3),
      measured: `${many.work.cpuMs.toFixed(2)} ms`,
      ceiling: `${few.work.cpuMs.toFixed(2)} ms`,
      ratio: cpu,
    },
    ...found.map(({ count, work: { reads } }) =>
      plain(`an agent's list while ${count} companies work, p95`, percentile(reads, 0.95), 'ms'),
    ),
    plain('the same after the night’s backup', percentile(night.work.reads, 0.95), 'ms'),
    limit(`memory at its most, also after the night’s backup of ${many.count}`, night.work.peak, 'MB', 768),
    limit('memory of the backup’s own process at its most', night.backup.megabytes, 'MB', 200),
    limit('files open in it at once', night.backup.files, 'files', 50),
    limit('files that the server opened during the backup', night.filesAfter - night.filesBefore, 'files', 0),
  ];
}

const plain = (what: string, measured: number, unit: string): Line => ({
  ...limit(what, measured, unit, 0),
  budget: '–',
  isMet: null,
});

async function restart(running: AppProcess, firms: LiveFirm[]): Promise<void> {
  if (running.pid !== undefined) await running.stop();
  running.spawn();
  await running.answers(60_000);
  await until(
    'all sessions',
    () => firms.every(({ owner }) => devicesOf(owner).every((one) => one.isConnected)),
    180_000,
  );
  await settled(running.pid);
}

const devicesOf = (phone: Firm['owner']) => [...phone.devices.values()];

async function work(running: AppProcess, firms: LiveFirm[], messages: number): Promise<Work> {
  // Each company opens its database and its chat's keys before anything is measured.
  await sendMessages(running, firms, firms.length);
  const before = cpuMsOf(running.pid ?? 0);
  const reads = await sendMessages(running, firms, messages);
  const cpuMs = (cpuMsOf(running.pid ?? 0) - before) / messages;
  const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${running.pid}/status`, 'utf8')) ?? [];
  return { cpuMs, reads, resident: residentMegabytes(running.pid), peak: Number(peak) / 1024 };
}

async function sendMessages({ url }: AppProcess, firms: LiveFirm[], messages: number): Promise<number[]> {
  const reads: number[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < messages; n += 1) {
    const firm = firms[n % firms.length];
    await firm?.customer.send(firm.owner, { text: `mensagem ${n} de uma manhã como outra qualquer` });
    if (firm && n % READ_EVERY === 0) reads.push(await timeOf(() => readList(url, firm)));
    const early = startedAt + (n * 1_000) / PER_SECOND - performance.now();
    if (early > 0) await Bun.sleep(early);
  }
  const waiting = () =>
    firms.some(({ owner }) => devicesOf(owner).some(({ backlogIds }) => backlogIds.length > 0));
  await until('everything to be stored', () => !waiting(), 300_000);
  return reads;
}

async function readList(url: string, { visitor: { ask } }: LiveFirm): Promise<void> {
  const reply = await ask(url, '/tickets?status=open&showAll=true');
  if (!reply.ok) throw new Error(`the list: ${reply.status}`);
  await reply.text();
}

async function timeOf(read: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await read();
  return performance.now() - startedAt;
}

if (import.meta.main) await main(runLiveCompanies);
