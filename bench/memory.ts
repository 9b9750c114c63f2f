/** Memory of the desk's process: idle, per idle session, and after many messages in and out. */
import { readFileSync } from 'node:fs';
import { openStage, type Stage, until } from '@test/crash/stage.ts';
import { countStored, openCompany } from '@test/crash/verdict.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Line, limit, main } from './support/report.ts';

const SESSIONS = 5;

export async function runMemory(messages = Number(process.argv[2] ?? 4_000)): Promise<Line[]> {
  installConsoleFilter();
  const stage = await openStage({ customers: 10 });
  await restart(stage);
  const idle = await settled(stage);
  for (let n = 0; n < SESSIONS; n += 1) await pairAnother(stage, n);
  await restart(stage);
  const paired = await settled(stage);
  await exchange(stage, messages / 2);
  const warm = await settled(stage);
  await exchange(stage, messages);
  const after = await settled(stage);
  await stage.end();
  return [
    limit('memory, started and idle, one session', idle, 'MB', 150),
    limit('memory of each further paired idle session', (paired - idle) / SESSIONS, 'MB', 3),
    limit(`memory after ${messages} messages in and as many out, more than before`, after - warm, 'MB', 20),
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

async function exchange(stage: Stage, messages: number): Promise<void> {
  const database = openCompany(stage.dataDir);
  const before = countStored(database);
  for (let n = 0; n < messages; n += 1) {
    const chat = stage.chats[n % stage.chats.length];
    await chat?.customer.send(stage.owner, { text: `message ${n}` });
    await stage.api.call('POST', `/messages/${chat?.ticketId}`, { body: `answer ${n}` });
  }
  await until('rest', () => stage.backlog() === 0 && countStored(database) >= before + messages, 300_000);
  database.close();
}

/** Resident megabytes once they rise no more. */
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
