/**
 * `bun bench/inbound.ts [messages]`: backlogs through the server by processor time, beside Baileys alone, and with a
 * bot, rules and webhooks beside without. With a webhook a backlog ends when its receiver has all messages. Both
 * processes take one backlog before they are compared: in the first one most of the code is compiled.
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
const BACKLOGS = 4;
const PATIENCE_MS = 300_000;

const BUDGETS = [
  ['bot', 'with the bot deciding', 0.9],
  ['rule that does not match', 'with a rule that does not match', 0.95],
  ['rule that tags', 'with a rule that tags', 0.8],
  ['webhook', 'with a webhook told of each message', 0.7],
  ['webhook switched off', 'with a webhook switched off', 0.97],
] as const;
type Case = (typeof BUDGETS)[number][0] | 'plain';

export async function runInbound(messages = Number(process.argv[2] ?? 2_000)): Promise<Line[]> {
  installConsoleFilter();
  const receiver = startReceiver();
  const allowed = `127.0.0.1:${receiver.port}`;
  const fixture = await openFixture({ customers: CUSTOMERS, env: { ALLOWED_INTERNAL_HOSTS: allowed } });
  await addRulesAndWebhook(fixture, receiver.url);
  const measure = async (one: Case) => {
    await fixture.running.stop();
    prepare(fixture.dataDir, one);
    return throughApp(fixture, messages, one === 'webhook' ? receiver : undefined);
  };
  const rate = (cpuMs: number) => (messages * 1_000) / cpuMs;
  // Each beside the plain turns before and after it, because the file grows and the machine's load varies.
  const plain = [await measure('plain')];
  const lines: Line[] = [];
  for (const [one, what, atLeast] of BUDGETS) {
    const spent = await measure(one);
    plain.push(await measure('plain'));
    const beside = meanOf(plain.slice(-2)).backlogs;
    lines.push(share(`the same ${what}`, rate(spent.backlogs), rate(beside), 'msg/cpu s', atLeast));
  }
  await fixture.end();
  await receiver.stop();
  const other = await openFixture({ customers: CUSTOMERS });
  const bare = await throughBaileys(other, messages);
  await other.end();
  const ours = meanOf(plain);
  const against = (what: string, of: keyof Spent, atLeast: number) =>
    share(what, rate(ours[of]), rate(bare[of]), 'msg/cpu s', atLeast);
  return [
    against(`messages in → stored, backlogs of ${messages}`, 'backlogs', 0.5),
    against('the same one by one', 'oneByOne', 0.5),
    ...lines,
    { ...against(`the first ${messages} after a start`, 'first', 0), budget: '–', isMet: null },
  ];
}

/** Milliseconds of processor time for the messages of one backlog; `backlogs` is the mean of those after the first. */
type Spent = { first: number; backlogs: number; oneByOne: number };

function meanOf(all: Spent[]): Spent {
  const mean = (of: keyof Spent) => all.reduce((sum, one) => sum + one[of], 0) / all.length;
  return { first: mean('first'), backlogs: mean('backlogs'), oneByOne: mean('oneByOne') };
}

/** The first backlog waits already. `countTaken` is how many messages the process has taken since. */
async function takeBacklogs(
  { network, chats, owner, backlog }: Fixture,
  { pid, messages, countTaken }: { pid: number; messages: number; countTaken: () => number },
): Promise<Spent> {
  let sent = messages;
  const spend = async (send: () => Promise<void> | void) => {
    const before = cpuMsOf(pid);
    await send();
    await until('everything is taken', () => backlog() === 0 && countTaken() >= sent, PATIENCE_MS);
    return cpuMsOf(pid) - before;
  };
  const sendAll = async () => {
    sent += messages;
    await pile({ chats, owner }, messages);
  };
  const first = await spend(() => undefined);
  let backlogs = 0;
  for (let n = 0; n < BACKLOGS; n += 1)
    backlogs += await spend(() => {
      network.faults.cut();
      return sendAll();
    });
  return { first, backlogs: backlogs / BACKLOGS, oneByOne: await spend(sendAll) };
}

type Receiver = { url: string; port: number; received(): number; stop(): Promise<void> };

function startReceiver(): Receiver {
  let count = 0;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      await request.text();
      count += 1;
      return new Response('ok');
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    port: Number(server.port),
    received: () => count,
    stop: () => server.stop(true),
  };
}

const UNMATCHED = 'Unmatched';
const TAGGING = 'Tagging';

async function addRulesAndWebhook({ api }: Fixture, url: string): Promise<void> {
  const { id: tagId } = await api.call<{ id: number }>('POST', '/tags', { name: 'Busy', color: '#111111' });
  const actions = [{ type: 'tag', tagId }];
  for (const [name, word] of [
    [UNMATCHED, 'cancelamento'],
    [TAGGING, 'busy'],
  ]) {
    const happening = { type: 'words', words: [word] };
    await api.call('POST', '/rules', { name, isActive: true, happening, actions });
  }
  await api.call('POST', '/webhooks', { name: 'Bench', url, events: ['message.received'] });
}

/** Customers wait for an agent, or are at the bot's menu. Only the rule or webhook of this case is on. */
function prepare(dataDir: string, of: Case): void {
  using database = openFile(join(dataDir, 'companies/1/company.db'));
  database.exec(
    "UPDATE tickets SET status = 'pending', user_id = NULL, queue_id = NULL, chatbot = 0, bot = NULL",
  );
  for (const table of ['connection_queues', 'ticket_tags']) database.exec(`DELETE FROM ${table}`);
  if (of === 'bot') {
    database.exec(
      "INSERT OR IGNORE INTO queues (name, color) VALUES ('Vendas', '#111111'), ('Suporte', '#222222')",
    );
    database.exec('INSERT INTO connection_queues SELECT connections.id, queues.id FROM connections, queues');
  }
  const rule = { 'rule that does not match': UNMATCHED, 'rule that tags': TAGGING }[of as string] ?? '';
  database.exec(`UPDATE rules SET is_active = (name = '${rule}')`);
  const events = of.startsWith('webhook') ? '["message.received"]' : '["payment.received"]';
  database.exec(`UPDATE webhooks SET is_active = ${of === 'webhook' ? 1 : 0}, events = '${events}'`);
}

async function pile({ chats, owner }: Pick<Fixture, 'chats' | 'owner'>, messages: number): Promise<void> {
  for (let n = 0; n < messages; n += 1) {
    const chat = chats[n % chats.length];
    await chat?.customer.send(owner, { text: `message ${n} of a busy morning, as long as most of them are` });
  }
}

async function throughApp(fixture: Fixture, messages: number, receiver?: Receiver): Promise<Spent> {
  await pile(fixture, messages);
  const database = openCompany(fixture.dataDir);
  const storedBefore = countStored(database);
  const receivedBefore = receiver?.received() ?? 0;
  fixture.running.spawn();
  await until('the desk is live', () => [...fixture.owner.devices.values()].every((one) => one.isConnected));
  const countTaken = () => {
    const stored = countStored(database) - storedBefore;
    return receiver ? Math.min(stored, receiver.received() - receivedBefore) : stored;
  };
  const spent = await takeBacklogs(fixture, { pid: fixture.running.pid ?? 0, messages, countTaken });
  database.close();
  return spent;
}

async function throughBaileys(fixture: Fixture, messages: number): Promise<Spent> {
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
  const spent = await takeBacklogs(fixture, {
    pid: second.pid,
    messages,
    countTaken: () => Number.POSITIVE_INFINITY,
  });
  second.kill('SIGKILL');
  await second.exited;
  return spent;
}

if (import.meta.main) await main(runInbound);
