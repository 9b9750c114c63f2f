/** `bun run bench:abuse [seconds] [part of a name]`: how much one company slows down while another is attacked. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority, startSimulator } from '@demo/whatsapp/index.ts';
import { ADMIN, type AppProcess, appProcess } from '@test/crash/app-process.ts';
import { until } from '@test/crash/fixture.ts';
import { addCompanies } from '@test/support/many-companies.ts';
import { withDatabase } from '@/core/db/open-file.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { ASSAULTS, type Assault, LARGE, SIGN_INS } from './support/assaults.ts';
import { type Firm, openFirm } from './support/firm.ts';
import { hostileCustomers, hostileWeb } from './support/hostile-customers.ts';
import { knownDevice } from './support/known-device.ts';
import { makeLarge } from './support/large-company.ts';
import { type Line, main, percentile } from './support/report.ts';

const QUIET_S = 5;
const MAX_RATIO = 3;
const MAX_MB = 400;
const MAX_SIGN_IN_MS = 2_000;
const MESSAGES = 40_000;

export async function runAbuse(
  seconds = Number(process.argv[2] ?? 20),
  only = process.argv[3] ?? '',
): Promise<Line[]> {
  installConsoleFilter();
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-abuse-'));
  const ca = await createCertificateAuthority(join(dataDir, 'ca'));
  const network = await startSimulator({ ca });
  const web = await hostileWeb();
  const [calm, other] = await addCompanies(dataDir, 2);
  if (!calm || !other) throw new Error('no company was made');
  const running = appProcess({
    entry: 'bench/support/abused-app.ts',
    dataDir,
    network,
    caPath: ca.caPath,
    env: { HOSTILE_PORT: String(web.port), TRUSTED_PROXY: '127.0.0.1', ...profiling() },
  });
  running.spawn();
  await running.answers();
  const quiet = await openFirm(network, running.url, calm);
  const hostile = await openFirm(network, running.url, other);
  const hostileFile = join(dataDir, `companies/${other.companyId}/company.db`);
  addTerms(hostileFile, hostile);
  let isLarge = false;
  const common = { url: running.url, seconds };
  const answering: Assault = { ...common, cookie: calm.cookie, token: '', ticketId: quiet.ticketId };
  const token = await tokenOf(running);
  const attacking: Assault = { ...common, cookie: other.cookie, token, ticketId: hostile.ticketId };
  const lines: Line[] = [];
  const customers = hostileCustomers(hostile, web);
  for (const name of [...Object.keys(customers), ...Object.keys(ASSAULTS)].filter((one) =>
    one.includes(only),
  )) {
    if (name.startsWith(LARGE) && !isLarge) {
      makeLarge(hostileFile, hostile);
      isLarge = true;
    }
    await beginAnew(running, [quiet, hostile]);
    await answersOf({ ...answering, seconds: 1 });
    const before = await answersOf({ ...answering, seconds: QUIET_S });
    const memory = watch(running);
    const signInAgain = name === SIGN_INS ? await knownDevice(running.url) : undefined;
    const [during, signIns] = await Promise.all([
      answersOf(answering),
      signInAgain?.(seconds),
      customers[name]?.(seconds) ?? assault(name, attacking),
    ]);
    lines.push(...linesOf(name, before, during, await memory.end(), await lives(running)));
    if (signIns) lines.push(lineOfSignIns(signIns));
    process.stderr.write(
      `${name}: ${lines.at(-2)?.measured}, ${lines.at(-1)?.measured}, ${web.asked()} pages and pictures fetched\n`,
    );
  }
  await running.stop();
  await network.stop();
  web.stop();
  rmSync(dataDir, { recursive: true });
  return lines;
}

/** `BENCH_PROFILE=<folder>` writes one CPU profile of the server per attack. */
function profiling(): Record<string, string> {
  const folder = process.env.BENCH_PROFILE;
  return folder ? { BUN_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` } : {};
}

async function tokenOf({ url }: AppProcess): Promise<string> {
  const headers = { 'Content-Type': 'application/json' };
  const reply = await fetch(`${url}/auth/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) });
  return ((await reply.json()) as { token: string }).token;
}

type Answers = { times: number[]; failed: number };

async function answersOf(options: Assault): Promise<Answers> {
  return JSON.parse(await run('calm-agent', JSON.stringify(options))) as Answers;
}

async function assault(name: string, options: Assault): Promise<void> {
  await run('assaults', name, JSON.stringify(options));
}

async function run(program: string, ...args: string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, `support/${program}.ts`), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 120_000,
  });
  const text = await new Response(child.stdout).text();
  await child.exited;
  return text;
}

function linesOf(what: string, before: Answers, during: Answers, mb: number, isAlive: boolean): Line[] {
  const [calm, busy] = [percentile(before.times, 0.95), percentile(during.times, 0.95)];
  const show = ({ times, failed }: Answers) =>
    `p50 ${percentile(times, 0.5).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)} ms of ${times.length}${failed ? `, ${failed} failed` : ''}`;
  return [
    {
      what: `another company's answers during: ${what}`,
      measured: show(during),
      ceiling: show(before),
      ratio: busy / calm,
      budget: `≤ ${MAX_RATIO}`,
      isMet: busy / calm <= MAX_RATIO && during.failed === 0 && isAlive,
    },
    {
      what: `most memory during: ${what}`,
      measured: isAlive ? `${Math.round(mb)} MB` : `${Math.round(mb)} MB, then it ended`,
      ceiling: '–',
      ratio: null,
      budget: `≤ ${MAX_MB} MB`,
      isMet: mb <= MAX_MB && isAlive,
    },
  ];
}

function lineOfSignIns(times: number[]): Line {
  const longest = Math.max(...times);
  return {
    what: `longest sign-in on a known device during: ${SIGN_INS}`,
    measured: `${Math.round(longest)} ms of ${times.length}`,
    ceiling: '–',
    ratio: null,
    budget: `≤ ${MAX_SIGN_IN_MS} ms`,
    isMet: longest <= MAX_SIGN_IN_MS,
  };
}

function watch(running: AppProcess): { end(): Promise<number> } {
  let most = 0;
  const check = () => {
    most = Math.max(most, megabytesOf(running));
  };
  const timer = setInterval(check, 250);
  return {
    async end() {
      clearInterval(timer);
      check();
      return most;
    },
  };
}

/** Memory of the server and its child processes; pages they share are counted once. */
function megabytesOf({ pid }: AppProcess): number {
  try {
    const beside = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean);
    return [`${pid}`, ...beside].reduce((sum, one) => sum + proportionOf(one), 0);
  } catch {
    return 0;
  }
}

function proportionOf(pid: string): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
}

async function lives(running: AppProcess): Promise<boolean> {
  const reply = await fetch(`${running.url}/healthz`, { signal: AbortSignal.timeout(30_000) }).catch(
    () => undefined,
  );
  return reply?.ok ?? false;
}

async function beginAnew(running: AppProcess, firms: Firm[]): Promise<void> {
  if (await lives(running)) await running.stop();
  running.spawn();
  await running.answers();
  const devices = firms.flatMap(({ owner }) => [...owner.devices.values()]);
  await until('sessions', () => devices.every((one) => one.isConnected));
}

function addTerms(file: string, { ticketId }: Firm): void {
  const words = Array.from(
    { length: MESSAGES },
    (_, n) => `${letter(n)}${n} ${letter(n + 1)}la ${letter(n + 2)}sa ${letter(n + 3)}`,
  );
  withDatabase(file, (database) =>
    database
      .prepare(
        `INSERT INTO messages (wid, ticket_id, connection_id, chat_id, author, from_me, origin, body, media_type, remote_jid, sent_at)
       SELECT 'W' || key, ?1, 1, (SELECT contact_id FROM tickets WHERE id = ?1), 'me', 1, 'agent', value, 'conversation', 'x', 1 FROM json_each(?2)`,
      )
      .run(ticketId, JSON.stringify(words)),
  );
}

const letter = (n: number) => String.fromCodePoint(97 + (n % 26));

if (import.meta.main) await main(runAbuse);
