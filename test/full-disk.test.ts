import { afterAll, afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { mountSmallDisk } from './crash/small-disk.ts';
import { openStage, type Stage, until } from './crash/stage.ts';
import { countStored, judge, openCompany } from './crash/verdict.ts';

const MESSAGES = 20;
const DISK_MB = 48;

const disk = mountSmallDisk(DISK_MB);
let stage: Stage | undefined;
afterEach(async () => {
  disk?.free();
  await stage?.end();
  stage = undefined;
});
afterAll(() => disk?.end());

test.skipIf(!disk)(
  `the disk is full while ${MESSAGES} messages arrive: all are stored afterwards, in order, whole and once`,
  async () => {
    if (!disk) return;
    stage = await openStage({ root: disk.path, entry: 'test/crash/impatient-desk.ts', customers: 1 });
    const { chats, owner, dataDir } = stage;
    const [chat] = chats;
    if (!chat) throw new Error('no customer');
    const asked = chat.customer.retries.length;
    const isCut = () => [...owner.devices.values()].every(({ isConnected }) => !isConnected);

    const say = async (from: number, to: number) => {
      for (let n = from; n <= to; n += 1) {
        const text = `in spite of it ${n}`;
        await chat.customer.send(owner, { text });
        chat.said.push(text);
      }
    };

    disk.fill(join(dataDir, 'desk.log'));
    await say(1, MESSAGES / 2);
    await until('the line to be cut', isCut);
    await until('it to have failed again', async () => (await sessionsOf(stage)).TIMEOUT === 1);
    await say(MESSAGES / 2 + 1, MESSAGES);
    expect(isCut()).toBe(true);
    const backlog = stage.backlog();
    expect(backlog).toBeGreaterThanOrEqual(MESSAGES / 2);
    const stored = countNow(dataDir);

    disk.free();
    await until(
      'the line to be back',
      () => [...owner.devices.values()].every((device) => device.isConnected),
      60_000,
    );
    await until('all messages', () => countNow(dataDir) >= chat.said.length, 60_000);
    await until('the rows of the journal to go', () => judge(dataDir, chats).waiting.journal === 0);
    const verdict = judge(dataDir, chats);
    process.stdout.write(
      `full disk: ${backlog} of ${MESSAGES} waited at WhatsApp, ${stored} were stored before\n`,
    );
    expect(verdict.stored).toEqual({
      expected: chat.said.length,
      found: chat.said.length,
      lost: [],
      doubled: [],
      disordered: [],
    });
    expect(emptyOnes(dataDir)).toBe(0);
    expect(chat.customer.retries.length).toBe(asked);
    expect(await statusOf(stage)).toMatchObject({ status: 'CONNECTED', trouble: null });
  },
  180_000,
);

function countNow(dataDir: string): number {
  const database = openCompany(dataDir);
  try {
    return countStored(database);
  } finally {
    database.close();
  }
}

function emptyOnes(dataDir: string): number {
  const database = openCompany(dataDir);
  try {
    const sql = "SELECT count(*) AS n FROM messages WHERE body = '' OR is_stub";
    return (database.query(sql).get() as { n: number }).n;
  } finally {
    database.close();
  }
}

async function sessionsOf(at: Stage | undefined): Promise<Record<string, number>> {
  const reply = await fetch(`${at?.desk.url}/healthz`);
  return ((await reply.json()) as { sessions: Record<string, number> }).sessions;
}

async function statusOf({ api }: Stage): Promise<unknown> {
  const [row] = await api.call<{ status: string; trouble: string | null }[]>('GET', '/whatsapp');
  return row;
}
