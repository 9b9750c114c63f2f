import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fixture, until } from '@test/crash/fixture.ts';
import { countStored, openCompany } from '@test/crash/verdict.ts';
import type { Receiver } from './receiver.ts';
import { cpuMsOf } from './under-load.ts';

const BACKLOGS = 6;
const PATIENCE_MS = 300_000;

/** A process that takes the messages of a fixture's customers. `start` resolves when it is connected. */
export type Taker = { fixture: Fixture; start(): Promise<Running> };
type Running = { pid: number; countTaken(): number; stop(): Promise<unknown> };

/** Milliseconds of processor time for the messages of one backlog; `backlogs` is the mean of those after the first. */
export type Spent = { first: number; backlogs: number; oneByOne: number };

/** Alternately, so that a change of the machine's speed affects all alike. */
export async function takeAlternately<T extends Taker[]>(
  messages: number,
  ...takers: T
): Promise<{ [K in keyof T]: Spent }> {
  const all: Progress[] = [];
  for (const { fixture, start } of takers) {
    await pile(fixture, messages);
    const running = await start();
    const before = cpuMsOf(running.pid);
    const progress = { fixture, running, sent: messages, first: 0, backlogs: 0, oneByOne: 0 };
    await drained(progress);
    all.push({ ...progress, first: cpuMsOf(running.pid) - before });
  }
  for (let n = 0; n < BACKLOGS; n += 1) {
    for (const progress of all) {
      progress.fixture.network.faults.cut();
      progress.backlogs += (await spend(progress, messages)) / BACKLOGS;
    }
  }
  for (const progress of all) progress.oneByOne = await spend(progress, messages);
  for (const { running } of all) await running.stop();
  return all.map(({ first, backlogs, oneByOne }) => ({ first, backlogs, oneByOne })) as {
    [K in keyof T]: Spent;
  };
}

type Progress = Spent & { fixture: Fixture; running: Running; sent: number };

async function spend(progress: Progress, messages: number): Promise<number> {
  const before = cpuMsOf(progress.running.pid);
  progress.sent += messages;
  await pile(progress.fixture, messages);
  await drained(progress);
  return cpuMsOf(progress.running.pid) - before;
}

async function pile({ chats, owner }: Fixture, messages: number): Promise<void> {
  for (let n = 0; n < messages; n += 1) {
    const chat = chats[n % chats.length];
    await chat?.customer.send(owner, { text: `message ${n} of a busy morning, as long as most of them are` });
  }
}

async function drained({ fixture, running, sent }: Progress): Promise<void> {
  const isDrained = () => fixture.backlog() === 0 && running.countTaken() >= sent;
  await until('everything is taken', isDrained, PATIENCE_MS);
}

const isConnected = ({ owner }: Fixture) => [...owner.devices.values()].every((one) => one.isConnected);

/** The app of the fixture, stopped before. With a receiver a message is taken when its webhook has been called. */
export function app(fixture: Fixture, receiver?: Receiver): Taker {
  return {
    fixture,
    async start() {
      const database = openCompany(fixture.dataDir);
      const storedBefore = countStored(database);
      const receivedBefore = receiver?.received() ?? 0;
      fixture.running.spawn();
      await until('the app is live', () => isConnected(fixture));
      return {
        pid: fixture.running.pid ?? 0,
        countTaken() {
          const stored = countStored(database) - storedBefore;
          return receiver ? Math.min(stored, receiver.received() - receivedBefore) : stored;
        },
        stop() {
          database.close();
          return fixture.running.stop();
        },
      };
    },
  };
}

/** Baileys alone as the only device of the fixture's owner. */
export async function baileys(fixture: Fixture): Promise<Taker> {
  await fixture.running.stop();
  fixture.owner.unlink();
  const file = join(fixture.dataDir, 'bare.db');
  const spawn = () =>
    Bun.spawn([process.execPath, join(import.meta.dir, 'bare-baileys.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        WHATSAPP_SOCKET_URL: fixture.network.socketUrl,
        WHATSAPP_ROOT_KEY: fixture.network.rootKey,
        BARE_FILE: file,
      },
    });
  const end = (child: Bun.Subprocess) => {
    child.kill('SIGKILL');
    return child.exited;
  };
  const first = spawn();
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
  const isSynced = () => [...fixture.owner.devices.values()].every((one) => one.isSynced);
  await until('pairing', () => isSynced() && isConnected(fixture));
  // Sessions must exist on both sides before the measurement starts.
  await pile(fixture, fixture.chats.length);
  await until('first words', () => fixture.backlog() === 0);
  await end(first);
  return {
    fixture,
    async start() {
      const child = spawn();
      await until('Baileys is live', () => isConnected(fixture));
      return {
        pid: child.pid,
        countTaken: () => Number.POSITIVE_INFINITY,
        stop: () => end(child),
      };
    },
  };
}
