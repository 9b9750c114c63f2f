import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bare } from './bare-server.ts';
import type { Plan, Seen } from './loader.ts';
import { ADMIN } from './seeded.ts';

const ROOT = join(import.meta.dir, '../..');

export type Served = {
  port: number;
  cpuMs(): number;
  stop(): Promise<void>;
};

export async function serveApp(dataDir: string): Promise<Served> {
  const port = freePort();
  const log = openSync(join(dataDir, 'desk.log'), 'a');
  const child = Bun.spawn([process.execPath, ...profiling(dataDir), 'src/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'info',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      WHATSAPP_SOCKET_URL: 'ws://127.0.0.1:1',
    },
  });
  closeSync(log);
  for (let n = 0; ; n += 1) {
    const reply = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (reply?.ok) break;
    if (child.exitCode !== null || n > 2_000)
      throw new Error(`the desk does not answer, see ${dataDir}/desk.log`);
    await Bun.sleep(10);
  }
  return served(port, child);
}

/** `BENCH_PROFILE=<folder>` writes a CPU profile of the server. */
function profiling(dataDir: string): string[] {
  const folder = process.env.BENCH_PROFILE;
  return folder
    ? ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${Bun.hash(dataDir)}.cpuprofile`]
    : [];
}

export function serveBare(dataDir: string, bare: Bare): Promise<Served> {
  return serveScript('bench/support/bare-server.ts', dataDir, bare);
}

export async function serveScript(script: string, dataDir: string, options: unknown): Promise<Served> {
  const file = join(dataDir, `bare-${Bun.hash(script + JSON.stringify(options))}.json`);
  await Bun.write(file, JSON.stringify(options));
  const child = Bun.spawn([process.execPath, script, file], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  const port = Number(new TextDecoder().decode(value));
  if (!port) throw new Error(`${script} does not answer`);
  return served(port, child);
}

function served(port: number, child: Bun.Subprocess): Served {
  // A benchmark that breaks off must leave no process behind.
  process.on('exit', () => child.kill('SIGKILL'));
  return {
    port,
    cpuMs: () => cpuMsOf(child.pid),
    async stop() {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}

/** Linux counts it in hundredths of a second. */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export type Calls = { of: Served; requests: string[]; connections?: number };
export type Rate = { perSecond: number; perCpuSecond: number; kilobytes: number; p50: number; p95: number };
type Turn = Seen & { cpuMs: number };

const CONNECTIONS = 16;
const ROUNDS = 4;
const ROUND_MS = 1_500;
const WARM_UP_MS = 4_000;

export async function loadAlternately<C extends Calls[]>(...all: C): Promise<{ [K in keyof C]: Rate }> {
  const seen: Turn[][] = all.map(() => []);
  const asked = all.map(() => 0);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, { of, requests, connections = CONNECTIONS }] of all.entries()) {
      const first = asked[index] ?? 0;
      const before = of.cpuMs();
      const turn = await runLoader({
        port: of.port,
        connections,
        ms: round === 0 ? WARM_UP_MS : ROUND_MS,
        first,
        requests,
      });
      if (turn.refused > 0) throw new Error(`${turn.refused} of ${turn.answered} refused: ${requests[0]}`);
      asked[index] = first + turn.answered;
      if (round > 0) seen[index]?.push({ ...turn, cpuMs: of.cpuMs() - before });
    }
  }
  return seen.map(rateOf) as { [K in keyof C]: Rate };
}

function rateOf(turns: Turn[]): Rate {
  const sum = (of: (turn: Turn) => number) => turns.reduce((total, turn) => total + of(turn), 0);
  const answered = sum(({ answered: n }) => n);
  return {
    perSecond: (answered * 1_000) / sum(({ ms }) => ms),
    perCpuSecond: (answered * 1_000) / sum(({ cpuMs }) => cpuMs),
    kilobytes: sum(({ bytes }) => bytes) / answered / 1_000,
    p50: sum(({ p50 }) => p50) / turns.length,
    p95: sum(({ p95 }) => p95) / turns.length,
  };
}

async function runLoader(plan: Plan): Promise<Seen> {
  const child = Bun.spawn([process.execPath, 'bench/support/loader.ts', '/dev/stdin'], {
    cwd: ROOT,
    stdin: new Blob([JSON.stringify(plan)]),
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error('the loader did not end well');
  return JSON.parse(text);
}

export function requestText(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    Host: '127.0.0.1',
    Accept: 'application/json',
    ...headers,
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(text)),
    }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

function freePort(): number {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
  const { port } = server;
  void server.stop(true);
  return Number(port);
}
