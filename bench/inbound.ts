/** `bun bench/inbound.ts [messages]`: a backlog through the desk, with the bot and without, and through Baileys alone. */
import { Database } from 'bun:sqlite';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStage, type Stage, until } from '@test/crash/stage.ts';
import { countStored, openCompany } from '@test/crash/verdict.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Line, main, share } from './support/report.ts';
import { cpuMsOf } from './support/under-load.ts';

const CUSTOMERS = 20;
const PATIENCE_MS = 300_000;

/** Messages per second, until the network has all receipts. */
export async function runInbound(messages = Number(process.argv[2] ?? 2_000)): Promise<Line[]> {
  installConsoleFilter();
  const stage = await openStage({ customers: CUSTOMERS });
  const desk = await throughDesk(stage, messages);
  const ratios = await botRatios(stage, messages);
  await stage.end();
  const other = await openStage({ customers: CUSTOMERS });
  const bare = await throughBaileys(other, messages);
  await other.end();
  return [
    share(`messages in → stored, backlog of ${messages}`, desk.perSecond, bare, 'msg/s', 0.5),
    ...ratios,
  ];
}

/** In turns, for the file grows and the machine has moods: all customers wait for nobody, or stand before the bot's menu. */
async function botRatios(stage: Stage, messages: number): Promise<Line[]> {
  const silent = { perSecond: 0, perCpuSecond: 0 };
  const bot = { ...silent };
  for (const turn of [silent, bot, bot, silent]) {
    await stage.desk.stop();
    everybodyWaits(stage.dataDir, turn === bot);
    const rate = await throughDesk(stage, messages);
    turn.perSecond += rate.perSecond / 2;
    turn.perCpuSecond += rate.perCpuSecond / 2;
  }
  return [
    share('the same with the bot deciding', bot.perSecond, silent.perSecond, 'msg/s', 0.9),
    share('the same two by processor time', bot.perCpuSecond, silent.perCpuSecond, 'msg/cpu s', 0.9),
  ];
}

function everybodyWaits(dataDir: string, isAsked: boolean): void {
  const database = new Database(join(dataDir, 'companies/1/company.db'));
  database.run(
    "UPDATE tickets SET status = 'pending', user_id = NULL, queue_id = NULL, chatbot = 0, bot = NULL",
  );
  database.run('DELETE FROM connection_queues');
  if (isAsked) {
    database.run(
      "INSERT OR IGNORE INTO queues (name, color) VALUES ('Vendas', '#111111'), ('Suporte', '#222222')",
    );
    database.run('INSERT INTO connection_queues SELECT connections.id, queues.id FROM connections, queues');
  }
  database.close();
}

async function pile({ chats, owner }: Stage, messages: number): Promise<void> {
  for (let n = 0; n < messages; n += 1) {
    const chat = chats[n % chats.length];
    await chat?.customer.send(owner, { text: `message ${n} of a busy morning, as long as most of them are` });
  }
}

type Turn = { perSecond: number; perCpuSecond: number };

async function throughDesk(stage: Stage, messages: number): Promise<Turn> {
  await stage.desk.stop();
  await pile(stage, messages);
  const database = openCompany(stage.dataDir);
  const before = countStored(database);
  stage.desk.spawn();
  await until('the desk is live', () => [...stage.owner.devices.values()].every((one) => one.isConnected));
  const pid = stage.desk.pid ?? 0;
  const startedAt = performance.now();
  const cpuBefore = cpuMsOf(pid);
  await until(
    'everything is stored',
    () => stage.backlog() === 0 && countStored(database) >= before + messages,
    PATIENCE_MS,
  );
  database.close();
  const perSecond = (messages * 1_000) / (performance.now() - startedAt);
  return { perSecond, perCpuSecond: (messages * 1_000) / (cpuMsOf(pid) - cpuBefore) };
}

async function throughBaileys(stage: Stage, messages: number): Promise<number> {
  await stage.desk.stop();
  stage.owner.unlink();
  const file = join(stage.dataDir, 'bare.db');
  const bare = () =>
    Bun.spawn([process.execPath, join(import.meta.dir, 'support/bare-baileys.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        WHATSAPP_SOCKET_URL: stage.network.socketUrl,
        WHATSAPP_ROOT_KEY: stage.network.rootKey,
        BARE_FILE: file,
      },
    });
  const first = bare();
  await until('a pairing', async () => {
    const qr = await readFile(`${file}.qr`, 'utf8').catch(() => '');
    return (
      qr !== '' &&
      stage.owner.scan(qr).then(
        () => true,
        () => false,
      )
    );
  });
  await until('pairing', () =>
    [...stage.owner.devices.values()].every((one) => one.isSynced && one.isConnected),
  );
  // Sessions must exist on both sides before the measurement starts.
  await pile(stage, stage.chats.length);
  await until('first words', () => stage.backlog() === 0);
  first.kill('SIGKILL');
  await first.exited;
  await pile(stage, messages);
  const second = bare();
  await until('Baileys is live', () => [...stage.owner.devices.values()].every((one) => one.isConnected));
  const startedAt = performance.now();
  await until('everything is received', () => stage.backlog() === 0, PATIENCE_MS);
  const rate = (messages * 1_000) / (performance.now() - startedAt);
  second.kill('SIGKILL');
  await second.exited;
  return rate;
}

if (import.meta.main) await main(runInbound);
