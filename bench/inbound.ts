/** `bun bench/inbound.ts [messages]`: a backlog through the desk into its database, and through Baileys alone. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStage, type Stage, until } from '@test/crash/stage.ts';
import { countStored, openCompany } from '@test/crash/verdict.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Line, main, share } from './support/report.ts';

const CUSTOMERS = 20;
const PATIENCE_MS = 300_000;

/** Messages per second, until the network has all receipts. */
export async function runInbound(messages = Number(process.argv[2] ?? 2_000)): Promise<Line[]> {
  installConsoleFilter();
  const stage = await openStage({ customers: CUSTOMERS });
  const desk = await throughDesk(stage, messages);
  await stage.end();
  const other = await openStage({ customers: CUSTOMERS });
  const bare = await throughBaileys(other, messages);
  await other.end();
  return [share(`messages in → stored, backlog of ${messages}`, desk, bare, 'msg/s', 0.5)];
}

async function pile({ chats, owner }: Stage, messages: number): Promise<void> {
  for (let n = 0; n < messages; n += 1) {
    const chat = chats[n % chats.length];
    await chat?.customer.send(owner, { text: `message ${n} of a busy morning, as long as most of them are` });
  }
}

async function throughDesk(stage: Stage, messages: number): Promise<number> {
  await stage.desk.stop();
  await pile(stage, messages);
  const database = openCompany(stage.dataDir);
  const before = countStored(database);
  stage.desk.spawn();
  await until('the desk is live', () => [...stage.owner.devices.values()].every((one) => one.isConnected));
  const startedAt = performance.now();
  await until(
    'everything is stored',
    () => stage.backlog() === 0 && countStored(database) >= before + messages,
    PATIENCE_MS,
  );
  database.close();
  return (messages * 1_000) / (performance.now() - startedAt);
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
