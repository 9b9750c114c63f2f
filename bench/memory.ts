import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStage, type Stage, until } from '@test/crash/stage.ts';
import { openCompany } from '@test/crash/verdict.ts';
import { until as untilFound } from '@test/support/until.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Line, limit, main } from './support/report.ts';

const SESSIONS = 5;
const STEPS = 10;
/** The exchange ends after this even when fewer messages were sent than requested. */
const EXCHANGE_MS = 120_000;

/** `bun bench/memory.ts [messages] [seconds]` */
export async function runMemory(
  messages = Number(process.argv[2] ?? 100_000),
  forMs = Number(process.argv[3] ?? EXCHANGE_MS / 1_000) * 1_000,
): Promise<Line[]> {
  installConsoleFilter();
  const stage = await openStage({
    customers: 10,
    entry: 'bench/support/collecting-desk.ts',
    root: inMemory(),
  });
  await restart(stage);
  const idle = await settled(stage);
  for (let n = 0; n < SESSIONS; n += 1) await pairAnother(stage, n);
  await restart(stage);
  const paired = await settled(stage);
  await exchange(stage, Math.min(2_000, messages / 2), forMs);
  const warm = await settled(stage);
  const warmCollected = await collected(stage);
  const exchanged = await exchangeInSteps(stage, messages, forMs);
  const after = await settled(stage);
  const afterCollected = await collected(stage);
  await stage.end();
  const what = `memory after ${exchanged} messages in and as many out`;
  return [
    limit('memory, started and idle, one session', idle, 'MB', 150),
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

/** Both processes would only wait for the disk: a message each way is a dozen commits. */
function inMemory(): string {
  return existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
}

async function restart({ desk, owner }: Stage): Promise<void> {
  await desk.stop();
  desk.spawn();
  await desk.answers();
  await until('sessions', () => [...owner.devices.values()].every((one) => one.isConnected));
}

async function pairAnother({ api, network }: Stage, n: number): Promise<void> {
  const owner = network.phone({ number: `55117000000${n}`, name: `Filial ${n}` });
  const { id } = await api.call<{ id: number }>('POST', '/whatsapp', { name: `Filial ${n}` });
  const { qrcode } = await until('a QR code', async () => {
    const row = await api.call<{ qrcode: string }>('GET', `/whatsapp/${id}`);
    return row.qrcode !== '' && row;
  });
  await owner.scan(qrcode);
  await until('its synchronisation', () => [...owner.devices.values()].every((one) => one.isSynced));
}

/** Says after each tenth what is resident and what is alive, so that a leak is told from pages given back late. */
async function exchangeInSteps(stage: Stage, messages: number, forMs: number): Promise<number> {
  let exchanged = 0;
  for (let step = 1; step <= STEPS; step += 1) {
    exchanged += await exchange(stage, messages / STEPS, forMs / STEPS);
    const before = resident(stage);
    const { heap, objects, resident: after } = await collected(stage);
    process.stderr.write(
      `${exchanged} each way: ${Math.round(before)} MB resident, collected ${Math.round(after)} (${partsOf(stage)}), heap ${heap.toFixed(1)} MB, ${objects} objects\n`,
    );
  }
  return exchanged;
}

/** At most so many may be on their way: a machine that is slower at one end must not gather the rest in between. */
const MOST_UNDERWAY = 500;

async function exchange(stage: Stage, messages: number, forMs: number): Promise<number> {
  const database = openCompany(stage.dataDir);
  const newest = database.query<{ id: number }, []>('SELECT max(id) AS id FROM messages').get()?.id ?? 0;
  const stored = database.query<{ n: number }, [number]>(
    'SELECT count(*) AS n FROM messages WHERE id > ? AND from_me = 0',
  );
  const unsent = database.query<{ n: number }, []>('SELECT count(*) AS n FROM outbox');
  const underway = () => stage.backlog() + (unsent.get()?.n ?? 0);
  const end = performance.now() + forMs;
  let sent = 0;
  const inOneChat = async (chat: Stage['chats'][number]) => {
    while (sent < messages && performance.now() < end) {
      const n = sent++;
      await chat.customer.send(stage.owner, { text: `message ${n}` });
      await answer(stage, chat.ticketId, n);
      if (n % 50 === 0) await rest('fewer on their way', () => underway() < MOST_UNDERWAY);
    }
  };
  await Promise.all(stage.chats.map(inOneChat));
  await rest('rest', () => underway() === 0);
  if ((stored.get(newest)?.n ?? 0) < sent) throw new Error('not all was stored');
  database.close();
  return sent;
}

/** The same `clientId` again where a busy machine cut the connection: stored once. */
async function answer({ api }: Stage, ticketId: number, n: number): Promise<void> {
  const body = { body: `answer ${n}`, clientId: crypto.randomUUID() };
  const post = () => api.call('POST', `/messages/${ticketId}`, body);
  await post().catch(post).catch(post);
}

const rest = (what: string, isThere: () => boolean) =>
  untilFound(what, isThere, { timeoutMs: 300_000, stepMs: 100 });

type Collected = { resident: number; heap: number; objects: number };

/** Megabytes after a collection: resident, which the allocator returns late, and live in the heap. */
async function collected(stage: Stage): Promise<Collected> {
  const file = join(stage.dataDir, 'heap');
  rmSync(file, { force: true });
  process.kill(stage.desk.pid ?? 0, 'SIGUSR2');
  const text = await until('a collection', () => existsSync(file) && readFileSync(file, 'utf8'));
  const [bytes = 0, objects = 0] = text.split(' ').map(Number);
  return { heap: bytes / 1e6, objects, resident: await settled(stage) };
}

async function settled(stage: Stage): Promise<number> {
  let last = resident(stage);
  for (let n = 0; n < 10; n += 1) {
    await Bun.sleep(1_000);
    const now = resident(stage);
    if (Math.abs(now - last) < 1) break;
    last = now;
  }
  return resident(stage);
}

function resident({ desk }: Stage): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${desk.pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Whose memory it is: the C library's (SQLite takes from it), other memory of no file (the JavaScript heap), files. */
function partsOf({ desk }: Stage): string {
  const megabytes = { libc: 0, other: 0, files: 0 };
  let part: keyof typeof megabytes = 'other';
  for (const line of readFileSync(`/proc/${desk.pid}/smaps`, 'utf8').split('\n')) {
    const place = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ *(.*)$/.exec(line)?.[1];
    if (place !== undefined) part = place === '[heap]' ? 'libc' : place.startsWith('/') ? 'files' : 'other';
    megabytes[part] += Number(/^Rss:\s+(\d+)/.exec(line)?.[1] ?? 0) / 1024;
  }
  return Object.entries(megabytes)
    .map(([name, size]) => `${name} ${Math.round(size)}`)
    .join(', ');
}

if (import.meta.main) await main(runMemory);
