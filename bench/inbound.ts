/**
 * `bun bench/inbound.ts [messages]`: a backlog through the server, with and without the bot, and through Baileys
 * alone.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fixture, openFixture, until } from '@test/crash/fixture.ts';
import { countStored, openCompany } from '@test/crash/verdict.ts';
import { openFile } from '@/core/db/open-file.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Line, main, share } from './support/report.ts';
import { cpuMsOf } from './support/under-load.ts';

const CUSTOMERS = 20;
const PATIENCE_MS = 300_000;

export async function runInbound(messages = Number(process.argv[2] ?? 2_000)): Promise<Line[]> {
  installConsoleFilter();
  const fixture = await openFixture({ customers: CUSTOMERS });
  const app = await throughApp(fixture, messages);
  const ratios = await botRatios(fixture, messages);
  await fixture.end();
  const other = await openFixture({ customers: CUSTOMERS });
  const bare = await throughBaileys(other, messages);
  await other.end();
  return [
    share(`messages in → stored, backlog of ${messages}`, app.perSecond, bare, 'msg/s', 0.5),
    ...ratios,
  ];
}

/**
 * Alternates, because the file grows and the machine's load varies: customers wait for an agent or are at the bot's
 * menu.
 */
async function botRatios(fixture: Fixture, messages: number): Promise<Line[]> {
  const silent = { perSecond: 0, perCpuSecond: 0 };
  const bot = { ...silent };
  for (const turn of [silent, bot, bot, silent]) {
    await fixture.running.stop();
    everybodyWaits(fixture.dataDir, turn === bot);
    const rate = await throughApp(fixture, messages);
    turn.perSecond += rate.perSecond / 2;
    turn.perCpuSecond += rate.perCpuSecond / 2;
  }
  return [
    share('the same with the bot deciding', bot.perSecond, silent.perSecond, 'msg/s', 0.9),
    share('the same two by processor time', bot.perCpuSecond, silent.perCpuSecond, 'msg/cpu s', 0.9),
  ];
}

function everybodyWaits(dataDir: string, isAsked: boolean): void {
  using database = openFile(join(dataDir, 'companies/1/company.db'));
  database.exec(
    "UPDATE tickets SET status = 'pending', user_id = NULL, queue_id = NULL, chatbot = 0, bot = NULL",
  );
  database.exec('DELETE FROM connection_queues');
  if (isAsked) {
    database.exec(
      "INSERT OR IGNORE INTO queues (name, color) VALUES ('Vendas', '#111111'), ('Suporte', '#222222')",
    );
    database.exec('INSERT INTO connection_queues SELECT connections.id, queues.id FROM connections, queues');
  }
}

async function pile({ chats, owner }: Fixture, messages: number): Promise<void> {
  for (let n = 0; n < messages; n += 1) {
    const chat = chats[n % chats.length];
    await chat?.customer.send(owner, { text: `message ${n} of a busy morning, as long as most of them are` });
  }
}

type Turn = { perSecond: number; perCpuSecond: number };

async function throughApp(fixture: Fixture, messages: number): Promise<Turn> {
  await fixture.running.stop();
  await pile(fixture, messages);
  const database = openCompany(fixture.dataDir);
  const before = countStored(database);
  fixture.running.spawn();
  await until('the desk is live', () => [...fixture.owner.devices.values()].every((one) => one.isConnected));
  const pid = fixture.running.pid ?? 0;
  const startedAt = performance.now();
  const cpuBefore = cpuMsOf(pid);
  await until(
    'everything is stored',
    () => fixture.backlog() === 0 && countStored(database) >= before + messages,
    PATIENCE_MS,
  );
  database.close();
  const perSecond = (messages * 1_000) / (performance.now() - startedAt);
  return { perSecond, perCpuSecond: (messages * 1_000) / (cpuMsOf(pid) - cpuBefore) };
}

async function throughBaileys(fixture: Fixture, messages: number): Promise<number> {
  await fixture.running.stop();
  fixture.owner.unlink();
  const file = join(fixture.dataDir, 'bare.db');
  const bare = () =>
    Bun.spawn([process.execPath, join(import.meta.dir, 'support/bare-baileys.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        WHATSAPP_SOCKET_URL: fixture.network.socketUrl,
        WHATSAPP_ROOT_KEY: fixture.network.rootKey,
        BARE_FILE: file,
      },
    });
  const first = bare();
  await until('a pairing', async () => {
    const qr = await readFile(`${file}.qr`, 'utf8').catch(() => '');
    return (
      qr !== '' &&
      fixture.owner.scan(qr).then(
        () => true,
        () => false,
      )
    );
  });
  await until('pairing', () =>
    [...fixture.owner.devices.values()].every((one) => one.isSynced && one.isConnected),
  );
  // Sessions must exist on both sides before the measurement starts.
  await pile(fixture, fixture.chats.length);
  await until('first words', () => fixture.backlog() === 0);
  first.kill('SIGKILL');
  await first.exited;
  await pile(fixture, messages);
  const second = bare();
  await until('Baileys is live', () => [...fixture.owner.devices.values()].every((one) => one.isConnected));
  const startedAt = performance.now();
  await until('everything is received', () => fixture.backlog() === 0, PATIENCE_MS);
  const rate = (messages * 1_000) / (performance.now() - startedAt);
  second.kill('SIGKILL');
  await second.exited;
  return rate;
}

if (import.meta.main) await main(runInbound);
