/** `bun bench/backup.ts [companies]`: three nightly backups of a thousand companies, ten of them larger. */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as schema from '@db/tenant/schema/index.ts';
import { createCertificateAuthority, startSimulator } from '@demo/whatsapp/index.ts';
import { appProcess } from '@test/crash/app-process.ts';
import { addCompanies } from '@test/support/many-companies.ts';
import { openDatabase } from '@/core/db/database.ts';
import { withDatabase } from '@/core/db/open-file.ts';
import { TENANT_MIGRATIONS } from '@/core/db/tenants/tenants.ts';
import type { BackupJob } from '@/modules/backups/backups.schema.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import type { Assault } from './support/assaults.ts';
import { type BackedUp, backUp } from './support/back-up.ts';
import { openFirm } from './support/firm.ts';
import { type Line, limit, main, percentile } from './support/report.ts';
import { fill } from './support/seeded.ts';

const LARGER = 10;
const SIZE = { contacts: 1_000, tickets: 1_000, messages: 20_000, longest: 0 };
const FILES = { count: 20, bytes: 200_000 };
const QUIET_S = 5;
const PIECE_S = 2;
const MB = 1_000_000;

export async function runBackups(count = Number(process.argv[2] ?? 1_000)): Promise<Line[]> {
  installConsoleFilter();
  const root = mkdtempSync(join(tmpdir(), 'balcao-nights-'));
  const dataDir = join(root, 'data');
  mkdirSync(dataDir);
  const ca = await createCertificateAuthority(join(root, 'ca'));
  const network = await startSimulator({ ca });
  const visitors = await addCompanies(dataDir, count);
  const larger = visitors.slice(0, LARGER).map(({ companyId }) => join(dataDir, 'companies', `${companyId}`));
  for (const folder of larger) await enlarge(folder);
  const calm = visitors.at(-1);
  if (!calm) throw new Error('no company was made');
  const running = appProcess({ dataDir, network, caPath: ca.caPath });
  running.spawn();
  await running.answers(60_000);
  const { ticketId } = await openFirm(network, running.url, calm);
  const agent: Assault = { url: running.url, cookie: calm.cookie, token: '', ticketId, seconds: 0 };
  await answersOf(agent, QUIET_S);
  const copied = copyAll(dataDir, join(root, 'copy'));
  const nights: Night[] = [];
  const quiet: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    quiet.push(...(await answersOf(agent, QUIET_S)));
    if (n === 2) for (const folder of larger) addMessage(folder);
    nights.push(await nightOf(n, { dataDir, target: join(root, 'backups') }, agent));
  }
  await running.stop();
  await network.stop();
  rmSync(root, { recursive: true });
  return linesOf(count, { nights, quiet, copied });
}

async function enlarge(folder: string): Promise<void> {
  const path = join(folder, 'company.db');
  const { client, close } = await openDatabase({
    url: `file:${path}`,
    schema,
    migrations: TENANT_MIGRATIONS,
  });
  await fill(client, SIZE);
  await client.execute("UPDATE connections SET status = 'DISCONNECTED'");
  await close();
  const media = join(folder, 'media/202603');
  mkdirSync(media, { recursive: true });
  for (let n = 0; n < FILES.count; n += 1) writeFileSync(join(media, `${n}.jpg`), randomBytes(FILES.bytes));
}

function addMessage(folder: string): void {
  withDatabase(join(folder, 'company.db'), (database) =>
    database.exec("UPDATE messages SET body = body || '!' WHERE id = 1"),
  );
}

type Copied = { bytes: number; ms: number };

function copyAll(from: string, to: string): Copied {
  const files = readdirSync(from, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(db|jpg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const startedAt = performance.now();
  for (const path of files) {
    const copy = join(to, path.slice(from.length));
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(path, copy);
    const file = openSync(copy, 'r+');
    fsyncSync(file);
    closeSync(file);
  }
  const ms = performance.now() - startedAt;
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  rmSync(to, { recursive: true });
  return { bytes, ms };
}

type Night = BackedUp & { times: number[] };

async function nightOf(
  n: number,
  target: Pick<BackupJob, 'dataDir' | 'target'>,
  agent: Assault,
): Promise<Night> {
  let isOver = false;
  const answering = (async () => {
    const times: number[] = [];
    while (!isOver) times.push(...(await answersOf(agent, PIECE_S)));
    return times;
  })();
  const done = await backUp(n, target).finally(() => {
    isOver = true;
  });
  return { ...done, times: await answering };
}

async function answersOf(agent: Assault, seconds: number): Promise<number[]> {
  const options = JSON.stringify({ ...agent, seconds });
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'support/calm-agent.ts'), options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  });
  const { times, failed } = JSON.parse(await new Response(child.stdout).text());
  if (failed > 0) throw new Error(`${failed} answers failed`);
  return times;
}

type Measured = { nights: Night[]; quiet: number[]; copied: Copied };

function linesOf(count: number, { nights, quiet, copied }: Measured): Line[] {
  const [first, second, third] = nights;
  if (!first || !second || !third) throw new Error('a night is missing');
  const what = `${count} companies of which ${LARGER} are larger (${(copied.bytes / MB).toFixed(0)} MB)`;
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const notice = (name: string, { ms, cpuMs }: Night, ceiling: number, budget: number | null): Line => ({
    what: name,
    measured: `${seconds(ms)}, ${seconds(cpuMs)} of a processor`,
    ceiling: seconds(ceiling),
    ratio: ms / ceiling,
    budget: budget === null ? '–' : `≤ ${budget}`,
    isMet: budget === null ? null : ms / ceiling <= budget,
  });
  const during = nights.flatMap(({ times }) => times);
  const show = (times: number[]) =>
    `p50 ${percentile(times, 0.5).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)} ms of ${times.length}`;
  const slower = percentile(during, 0.95) / percentile(quiet, 0.95);
  return [
    notice(`first night, ${what}; the ceiling copies the same files`, first, copied.ms, null),
    notice('second night, in which one company wrote; the ceiling is the first', second, first.ms, 0.2),
    notice('third night, the larger ones changed; the ceiling is the first', third, first.ms, 0.4),
    limit(
      'memory of the process that backs up, at its most',
      Math.max(...nights.map((n) => n.megabytes)),
      'MB',
      200,
    ),
    {
      what: 'an agent’s answers in another company during these nights',
      measured: show(during),
      ceiling: show(quiet),
      ratio: slower,
      budget: '≤ 3',
      isMet: slower <= 3,
    },
  ];
}

if (import.meta.main) await main(runBackups);
