import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { announcements } from '@db/platform/schema/index.ts';
import { contacts, linkPreviews, queues, quickMessages } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { fillCompany } from '@test/support/fixtures.ts';
import { eq, sql } from 'drizzle-orm';
import { PLATFORM, type Scope } from '../scope.ts';
import { createMediaSweep } from './sweep-media.ts';
import { sweepParts } from './sweep-part-files.ts';

const DAY = 86_400_000;
/** Later than the time that the system gives each file. */
const NOW = new Date(Date.now() + 40 * DAY);
const MONTH = NOW.toISOString().slice(0, 7).replace('-', '');
const KEYS = /^[\w-]{20,64}\.[a-z0-9]{1,8}$/;

let testApp: TestApp;
let scope: Scope;
let folder: string;
let sweep: () => Promise<void>;

beforeEach(async () => {
  testApp = await createTestApp();
  testApp.clock.now = new Date(NOW);
  scope = await testApp.systemScope();
  folder = join(testApp.kernel.storage.folder(scope.companyId), MONTH);
  mkdirSync(folder, { recursive: true });
  const ids = [scope.companyId, testApp.people.companyId.boreal];
  sweep = createMediaSweep(testApp.kernel, async () => ids);
});
afterEach(() => testApp.stop());

const token = (letter: string) => letter.repeat(32);

function put(name: string, ageMs: number): string {
  const at = new Date(testApp.clock.now.getTime() - ageMs);
  const path = join(folder, name);
  writeFileSync(path, name);
  utimesSync(path, at, at);
  return path;
}

async function oneOfEachKind(): Promise<string[]> {
  const key = (letter: string) => `${MONTH}/${token(letter)}.png`;
  await scope.write(async (tx) => {
    await tx.db.insert(quickMessages).values({ shortcode: 'a', mediaPath: key('q') });
    await tx.db
      .insert(linkPreviews)
      .values({ url: 'https://a.test', imagePath: key('l'), fetchedAt: tx.now() });
    await tx.db
      .update(contacts)
      .set({ picturePath: key('c') })
      .where(eq(contacts.isGroup, false));
    await tx.db.update(queues).set({ mediaPath: key('f') });
    await tx.db.run(sql`insert into undos (token, user_id, kind, data, expires_at)
      values ('t', 1, 'contacts.merge', json_object('drop', json_object('picture_path', ${key('u')})), 0)`);
    await tx.db.run(sql`insert into outbox (lane, kind, payload, due_at, parked_at)
      values ('x', 'x', json_object('key', ${key('o')}), 0, 1)`);
  });
  return ['q', 'l', 'c', 'f', 'u', 'o'].map((letter) => `${token(letter)}.png`);
}

describe('sweeping media', () => {
  test('removes platform files that no row names', async () => {
    folder = join(testApp.kernel.storage.folder(PLATFORM), MONTH);
    mkdirSync(folder, { recursive: true });
    const [named, lost, young] = ['n', 'l', 'y'].map((letter) => `${token(letter)}.png`) as [
      string,
      string,
      string,
    ];
    const mediaPath = `${MONTH}/${named}`;
    await testApp.kernel.platform.write((tx) =>
      tx.insert(announcements).values({ title: 'Aviso', text: 'x', mediaPath }),
    );
    put(named, 30 * DAY);
    put(lost, 30 * DAY);
    put(young, DAY / 2);
    testApp.clock.advance(DAY / 4);
    await sweep();
    expect(readdirSync(folder).sort()).toEqual([named, young].sort());
  });

  test('removes stale parts and old unreferenced files but no referenced one', async () => {
    const queueId = testApp.people.queueId.Vendas;
    await fillCompany(testApp, { company: 'aurora', queueId, mark: 'sweep' });
    const named = await oneOfEachKind();
    for (const name of named) put(name, 30 * DAY);
    const stored = readdirSync(folder).filter((name) => KEYS.test(name) && !named.includes(name));
    expect(stored.length).toBeGreaterThan(0);
    for (const name of stored) put(name, 30 * DAY);
    const saved = [
      ...named,
      ...stored,
      `${named[0]}.ogg`,
      `${token('y')}.jpg`,
      `${token('y')}.jpg.0b6b.part`,
      'readme.txt',
      `${token('z')}.jpg.old`,
    ];
    put(`${named[0]}.ogg`, 2 * DAY);
    put(`${token('y')}.jpg`, DAY - 60_000);
    put(`${token('y')}.jpg.0b6b.part`, DAY - 60_000);
    put('readme.txt', 30 * DAY);
    put(`${token('z')}.jpg.old`, 30 * DAY);
    mkdirSync(join(folder, `${token('d')}.jpg`));
    for (let n = 0; n < 250; n += 1) put(`${token('x')}${n}.jpg`, DAY + 60_000);
    put(`${token('w')}.mp3`, 2 * DAY);
    put(`${token('w')}.mp3.ogg`, 2 * DAY);
    put(`${token('v')}.jpg.7d2f-1.part`, 2 * DAY);
    put(`${named[0]}.ogg.part`, 2 * DAY);
    await sweep();
    expect(readdirSync(folder).toSorted()).toEqual([...saved, `${token('d')}.jpg`].toSorted());
  });

  test('leaves a copy of an old file for a day, because its row may not be committed yet', async () => {
    testApp.clock.now = new Date(Date.now() + DAY / 2);
    const name = `${token('o')}.jpg`;
    put(name, 30 * DAY);
    const copy = await testApp.kernel.storage.copy(scope.companyId, `${MONTH}/${name}`);
    const path = testApp.kernel.storage.pathOf(scope.companyId, copy?.key ?? '');
    sweep = createMediaSweep(testApp.kernel, async () => [scope.companyId]);
    await sweep();
    expect(existsSync(path)).toBe(true);
    testApp.clock.now = new Date(Date.now() + DAY + 60_000);
    sweep = createMediaSweep(testApp.kernel, async () => [scope.companyId]);
    await sweep();
    expect(existsSync(path)).toBe(false);
  });

  test('checks each company against its own rows', async () => {
    await scope.write((tx) =>
      tx.db.insert(quickMessages).values({ shortcode: 'a', mediaPath: `${MONTH}/${token('s')}.png` }),
    );
    const mine = put(`${token('s')}.png`, 2 * DAY);
    folder = join(testApp.kernel.storage.folder(testApp.people.companyId.boreal), MONTH);
    mkdirSync(folder, { recursive: true });
    const theirs = put(`${token('s')}.png`, 2 * DAY);
    await sweep();
    expect([existsSync(mine), existsSync(theirs)]).toEqual([true, false]);
  });

  test('skips a company whose database is missing but sweeps the others', async () => {
    const mine = put(`${token('s')}.png`, 2 * DAY);
    await testApp.kernel.tenants.closeAll();
    writeFileSync(join(testApp.kernel.tenants.folder(scope.companyId), 'company.db'), '');
    folder = join(testApp.kernel.storage.folder(testApp.people.companyId.boreal), MONTH);
    mkdirSync(folder, { recursive: true });
    const theirs = put(`${token('s')}.png`, 2 * DAY);
    await sweep();
    expect([existsSync(mine), existsSync(theirs)]).toEqual([true, false]);
  });
});

describe('sweeping at startup', () => {
  test('removes stale parts, also of hibernated companies, without opening any', async () => {
    const { kernel, people } = testApp;
    const ids = [scope.companyId, people.companyId.boreal];
    const parts: string[] = [];
    for (const id of [PLATFORM, ...ids]) {
      folder = join(kernel.storage.folder(id), MONTH);
      mkdirSync(folder, { recursive: true });
      parts.push(put(`${token('p')}.jpg.7d2f-1.part`, 1_000));
      put(`${token('n')}.jpg.7d2f-1.part`, -1_000);
      put(`${token('w')}.jpg`, 30 * DAY);
      put('notes.part', 30 * DAY);
    }
    await kernel.tenants.closeAll();
    await sweepParts(kernel, ids);
    expect(kernel.tenants.openIds()).toEqual([]);
    expect(parts.filter((path) => existsSync(path))).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(3);
  });
});

describe('sweeping after a clock change', () => {
  const YEAR = 365 * DAY;
  for (const jump of [3 * 3_600_000, -3 * 3_600_000, YEAR, -YEAR]) {
    test(`by ${jump / 3_600_000} h leaves files being written before and after it`, async () => {
      const before = put(`${token('b')}.jpg.1.part`, 0);
      testApp.clock.now = new Date(testApp.clock.now.getTime() + jump);
      const after = put(`${token('a')}.jpg.1.part`, 0);
      await sweep();
      expect([existsSync(before), existsSync(after)]).toEqual([true, true]);
    });
  }
});
