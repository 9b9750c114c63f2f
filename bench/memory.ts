import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fixture, openFixture, until } from '@test/crash/fixture.ts';
import { openCompany } from '@test/crash/verdict.ts';
import { until as untilFound } from '@test/support/until.ts';
import { residentMegabytes } from '@/core/process/child-process.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Line, limit, main } from './support/report.ts';

const SESSIONS = 5;
const STEPS = 10;
const EXCHANGE_MS = 120_000;

/** `bun bench/memory.ts [messages] [seconds]` */
export async function runMemory(
  messages = Number(process.argv[2] ?? 100_000),
  forMs = Number(process.argv[3] ?? EXCHANGE_MS / 1_000) * 1_000,
): Promise<Line[]> {
  installConsoleFilter();
  const fixture = await openFixture({
    customers: 10,
    entry: 'bench/support/collecting-app.ts',
    root: inMemory(),
  });
  await restart(fixture);
  const idle = await settled(fixture);
  for (let n = 0; n < SESSIONS; n += 1) await pairAnother(fixture, n);
  await restart(fixture);
  const paired = await settled(fixture);
  await exchange(fixture, Math.min(2_000, messages / 2), forMs);
  const warm = await settled(fixture);
  const warmCollected = await collected(fixture);
  const exchanged = await exchangeInSteps(fixture, messages, forMs);
  const after = await settled(fixture);
  const afterCollected = await collected(fixture);
  await fixture.end();
  const what = `memory after ${exchanged} messages in and as many out`;
  return [
    limit('memory, started and idle, one session', idle, 'MB', 200),
    limit('memory of each further paired idle session', (paired - idle) / SESSIONS, 'MB', 3),
    {
      ...limit(`${what}, more than before`, after - warm, 'MB', 20),
      ceiling: `${Math.round(warm)} MB before, ${Math.round(after)} MB after`,
    },
    {
      ...limit(
        `${what}, more than before, both after a collection`,
        afterCollected.resident - warmCollected.resident,
        'MB',
        20,
      ),
      ceiling: `${Math.round(warmCollected.resident)} MB before, ${Math.round(afterCollected.resident)} MB after`,
    },
    {
      ...limit(
        `heap after ${exchanged} messages each way`,
        afterCollected.heap - warmCollected.heap,
        'MB',
        20,
      ),
      ceiling: `${Math.round(warmCollected.heap)} MB before, ${Math.round(afterCollected.heap)} MB after`,
    },
  ];
}

/** On disk both processes would mostly wait: a message each way is a dozen commits. */
function inMemory(): string {
  return existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
}

async function restart({ running, owner }: Fixture): Promise<void> {
  await running.stop();
  running.spawn();
  await running.answers();
  await until('sessions', () => [...owner.devices.values()].every((one) => one.isConnected));
}

async function pairAnother({ api, network }: Fixture, n: number): Promise<void> {
  const owner = network.phone({ number: `55117000000${n}`, name: `Filial ${n}` });
  const { id } = await api.call<{ id: number }>('POST', '/whatsapp', { name: `Filial ${n}` });
  const { qrcode } = await until('a QR code', async () => {
    const row = await api.call<{ qrcode: string }>('GET', `/whatsapp/${id}`);
    return row.qrcode !== '' && row;
  });
  await owner.scan(qrcode);
  await until('its synchronisation', () => [...owner.devices.values()].every((one) => one.isSynced));
}

async function exchangeInSteps(fixture: Fixture, messages: number, forMs: number): Promise<number> {
  let exchanged = 0;
  for (let step = 1; step <= STEPS; step += 1) {
    exchanged += await exchange(fixture, messages / STEPS, forMs / STEPS);
    const before = resident(fixture);
    const { heap, objects, resident: after } = await collected(fixture);
    process.stderr.write(
      `${exchanged} each way: ${Math.round(before)} MB resident, collected ${Math.round(after)} (${partsOf(fixture)}), heap ${heap.toFixed(1)} MB, ${objects} objects\n`,
    );
  }
  return exchanged;
}

/** Limits messages in flight: a machine that is slower at one end must not build up a queue in between. */
const MAX_UNDERWAY = 500;

async function exchange(fixture: Fixture, messages: number, forMs: number): Promise<number> {
  const database = openCompany(fixture.dataDir);
  const one = (sql: string) => (database.prepare(sql).get() as { n: number }).n;
  const newest = one('SELECT coalesce(max(id), 0) AS n FROM messages');
  const underway = () => fixture.backlog() + one('SELECT count(*) AS n FROM outbox');
  const end = performance.now() + forMs;
  let sent = 0;
  const inOneChat = async (chat: Fixture['chats'][number]) => {
    while (sent < messages && performance.now() < end) {
      const n = sent++;
      await chat.customer.send(fixture.owner, { text: `message ${n}` });
      await answer(fixture, chat.ticketId, n);
      if (n % 50 === 0) await rest('fewer on their way', () => underway() < MAX_UNDERWAY);
    }
  };
  await Promise.all(fixture.chats.map(inOneChat));
  await rest('rest', () => underway() === 0);
  const stored = one(`SELECT count(*) AS n FROM messages WHERE id > ${newest} AND from_me = 0`);
  if (stored < sent) throw new Error('not all was stored');
  database.close();
  return sent;
}

/** Retries with the same `clientId` after a cut connection; it is stored once. */
async function answer({ api }: Fixture, ticketId: number, n: number): Promise<void> {
  const body = { body: `answer ${n}`, clientId: crypto.randomUUID() };
  const post = () => api.call('POST', `/messages/${ticketId}`, body);
  await post().catch(post).catch(post);
}

const rest = (what: string, isThere: () => boolean) =>
  untilFound(what, isThere, { timeoutMs: 300_000, stepMs: 100 });

type Collected = { resident: number; heap: number; objects: number };

/** Megabytes after a collection: resident, which the allocator returns late, and live in the heap. */
async function collected(fixture: Fixture): Promise<Collected> {
  const file = join(fixture.dataDir, 'heap');
  rmSync(file, { force: true });
  process.kill(fixture.running.pid ?? 0, 'SIGUSR2');
  const text = await until('a collection', () => existsSync(file) && readFileSync(file, 'utf8'));
  const [bytes = 0, objects = 0] = text.split(' ').map(Number);
  return { heap: bytes / 1e6, objects, resident: await settled(fixture) };
}

async function settled(fixture: Fixture): Promise<number> {
  let last = resident(fixture);
  for (let n = 0; n < 10; n += 1) {
    await Bun.sleep(1_000);
    const now = resident(fixture);
    if (Math.abs(now - last) < 1) break;
    last = now;
  }
  return resident(fixture);
}

function resident({ running }: Fixture): number {
  return residentMegabytes(running.pid);
}

function partsOf({ running }: Fixture): string {
  const megabytes = { libc: 0, other: 0, files: 0 };
  let part: keyof typeof megabytes = 'other';
  for (const line of readFileSync(`/proc/${running.pid}/smaps`, 'utf8').split('\n')) {
    const mapping = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ *(.*)$/.exec(line)?.[1];
    if (mapping !== undefined)
      part = mapping === '[heap]' ? 'libc' : mapping.startsWith('/') ? 'files' : 'other';
    megabytes[part] += Number(/^Rss:\s+(\d+)/.exec(line)?.[1] ?? 0) / 1024;
  }
  return Object.entries(megabytes)
    .map(([name, size]) => `${name} ${Math.round(size)}`)
    .join(', ');
}

if (import.meta.main) await main(runMemory);
