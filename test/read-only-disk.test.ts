import { afterAll, expect, test } from 'bun:test';
import { mountBreakingDisk } from './crash/breaking-disk.ts';
import { type Fixture, openFixture, until } from './crash/fixture.ts';
import { countStored, judge, openCompany } from './crash/verdict.ts';

const EACH = 10;
const DISK_MB = 128;

const disk = mountBreakingDisk(DISK_MB);
let fixture: Fixture | undefined;
afterAll(async () => {
  await fixture?.running.kill();
  await disk?.repair();
  await fixture?.end();
  disk?.end();
});

test.skipIf(!disk)(
  'a disk that becomes read-only while messages arrive: health says so, and after the repair all are stored once',
  async () => {
    if (!disk) return;
    fixture = await openFixture({ root: disk.path, entry: 'test/crash/impatient-app.ts', customers: 1 });
    const { chats, owner, dataDir, running } = fixture;
    const [chat] = chats;
    if (!chat) throw new Error('no customer');
    const sendMore = async (word: string) => {
      for (let n = 1; n <= EACH; n += 1) {
        const text = `${word} ${n}`;
        await chat.customer.send(owner, { text });
        chat.sent.push(text);
      }
    };
    await sendMore('before');
    await until('these to be stored', () => storedIn(dataDir) >= chat.sent.length);

    disk.breakNow();
    await sendMore('meanwhile');
    await until('the line to be cut', () => [...owner.devices.values()].every((one) => !one.isConnected));
    expect(fixture.backlog()).toBeGreaterThanOrEqual(EACH);
    const health = await fetch(`${running.url}/healthz`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ status: 'failing', databases: { platform: 'failing' } });

    await running.kill();
    await disk.repair();
    running.spawn();
    await running.answers(60_000);
    await until('all messages', () => storedIn(dataDir) >= chat.sent.length);
    expect(judge(dataDir, chats).stored).toEqual({
      expected: chat.sent.length,
      found: chat.sent.length,
      lost: [],
      doubled: [],
      disordered: [],
    });
  },
);

function storedIn(dataDir: string): number {
  const database = openCompany(dataDir);
  try {
    return countStored(database);
  } finally {
    database.close();
  }
}
