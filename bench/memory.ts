import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStage, type Stage, until } from '@test/crash/stage.ts';
import { countStored, openCompany } from '@test/crash/verdict.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Line, limit, main } from './support/report.ts';

const SESSIONS = 5;
/** The exchange ends after this even when fewer messages were sent than requested. */
const EXCHANGE_MS = 120_000;

/** `bun bench/memory.ts [messages] [seconds]` */
export async function runMemory(
  messages = Number(process.argv[2] ?? 100_000),
  forMs = Number(process.argv[3] ?? EXCHANGE_MS / 1_000) * 1_000,
): Promise<Line[]> {
  installConsoleFilter();
  const stage = await openStage({ customers: 10, entry: 'bench/support/collecting-desk.ts' });
  await restart(stage);
  const idle = await settled(stage);
  for (let n = 0; n < SESSIONS; n += 1) await pairAnother(stage, n);
  await restart(stage);
  const paired = await settled(stage);
  await exchange(stage, Math.min(2_000, messages / 2), forMs);
  const warm = await settled(stage);
  const warmCollected = await collected(stage);
  const exchanged = await exchange(stage, messages, forMs);
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

async function exchange(stage: Stage, messages: number, forMs: number): Promise<number> {
  const database = openCompany(stage.dataDir);
  const before = countStored(database);
  const end = performance.now() + forMs;
  let sent = 0;
  const inOneChat = async (chat: Stage['chats'][number]) => {
    while (sent < messages && performance.now() < end) {
      const n = sent++;
      await chat.customer.send(stage.owner, { text: `message ${n}` });
      await stage.api.call('POST', `/messages/${chat.ticketId}`, { body: `answer ${n}` });
    }
  };
  await Promise.all(stage.chats.map(inOneChat));
  await until('rest', () => stage.backlog() === 0 && countStored(database) >= before + sent, 300_000);
  database.close();
  return sent;
}

/** Megabytes after a collection: resident, which the allocator returns late, and live in the heap. */
async function collected(stage: Stage): Promise<{ resident: number; heap: number }> {
  const file = join(stage.dataDir, 'heap');
  rmSync(file, { force: true });
  process.kill(stage.desk.pid ?? 0, 'SIGUSR2');
  await until('a collection', () => existsSync(file) && readFileSync(file, 'utf8') !== '');
  return { heap: Number(readFileSync(file, 'utf8')) / 1e6, resident: await settled(stage) };
}

async function settled({ desk }: Stage): Promise<number> {
  const rss = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${desk.pid}/status`, 'utf8'))?.[1]) / 1024;
  let last = rss();
  for (let n = 0; n < 10; n += 1) {
    await Bun.sleep(1_000);
    const now = rss();
    if (Math.abs(now - last) < 1) break;
    last = now;
  }
  return rss();
}

if (import.meta.main) await main(runMemory);
