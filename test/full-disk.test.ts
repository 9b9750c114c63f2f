import { afterAll, afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Fixture, openFixture, until } from './crash/fixture.ts';
import { mountSmallDisk } from './crash/small-disk.ts';
import { countStored, judge, openCompany } from './crash/verdict.ts';

const MESSAGES = 20;
const DISK_MB = 48;

const disk = mountSmallDisk(DISK_MB);
let fixture: Fixture | undefined;
afterEach(async () => {
  disk?.free();
  await fixture?.end();
  fixture = undefined;
});
afterAll(() => disk?.end());

test.skipIf(!disk)(
  `a full disk while ${MESSAGES} messages arrive: all are stored afterwards, in order, complete and once`,
  async () => {
    if (!disk) return;
    fixture = await openFixture({ root: disk.path, entry: 'test/crash/impatient-app.ts', customers: 1 });
    const { chats, owner, dataDir } = fixture;
    const [chat] = chats;
    if (!chat) throw new Error('no customer');
    const asked = chat.customer.retries.length;
    const isCut = () => [...owner.devices.values()].every(({ isConnected }) => !isConnected);

    const sendRange = async (from: number, to: number) => {
      for (let n = from; n <= to; n += 1) {
        const text = `in spite of it ${n}`;
        await chat.customer.send(owner, { text });
        chat.sent.push(text);
      }
    };

    disk.fill(join(dataDir, 'desk.log'));
    await sendRange(1, MESSAGES / 2);
    await until('the line to be cut', isCut);
    await until('it to have failed again', async () => (await sessionsOf(fixture)).TIMEOUT === 1);
    await sendRange(MESSAGES / 2 + 1, MESSAGES);
    expect(isCut()).toBe(true);
    const backlog = fixture.backlog();
    expect(backlog).toBeGreaterThanOrEqual(MESSAGES / 2);
    const stored = countNow(dataDir);

    disk.free();
    await until(
      'the line to be back',
      () => [...owner.devices.values()].every((device) => device.isConnected),
      60_000,
    );
    await until('all messages', () => countNow(dataDir) >= chat.sent.length, 60_000);
    await until('the rows of the journal to go', () => judge(dataDir, chats).waiting.journal === 0);
    const verdict = judge(dataDir, chats);
    process.stdout.write(
      `full disk: ${backlog} of ${MESSAGES} waited at WhatsApp, ${stored} were stored before\n`,
    );
    expect(verdict.stored).toEqual({
      expected: chat.sent.length,
      found: chat.sent.length,
      lost: [],
      doubled: [],
      disordered: [],
    });
    expect(emptyOnes(dataDir)).toBe(0);
    expect(chat.customer.retries.length).toBe(asked);
    expect(await statusOf(fixture)).toMatchObject({ status: 'CONNECTED', trouble: null });
  },
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
    return (database.prepare(sql).get() as { n: number }).n;
  } finally {
    database.close();
  }
}

async function sessionsOf(at: Fixture | undefined): Promise<Record<string, number>> {
  const reply = await fetch(`${at?.running.url}/healthz`);
  return ((await reply.json()) as { sessions: Record<string, number> }).sessions;
}

async function statusOf({ api }: Fixture): Promise<unknown> {
  const [row] = await api.call<{ status: string; trouble: string | null }[]>('GET', '/whatsapp');
  return row;
}
