import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { announcements } from '@db/platform/schema/index.ts';
import { contacts, linkPreviews, queues, quickMessages } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { fillCompany } from '@test/support/world.ts';
import { eq, sql } from 'drizzle-orm';
import type { Scope } from './scope.ts';
import { PLATFORM } from './storage.ts';
import { createMediaSweep } from './sweep-media.ts';
import { sweepParts } from './sweep-parts.ts';

const DAY = 86_400_000;
const MONTH = '202603';
const KEYS = /^[\w-]{20,64}\.[a-z0-9]{1,8}$/;

let desk: TestDesk;
let scope: Scope;
let folder: string;
let sweep: () => Promise<void>;

beforeEach(async () => {
  desk = await createTestDesk();
  scope = await desk.systemScope();
  folder = join(desk.kernel.storage.folder(scope.companyId), MONTH);
  mkdirSync(folder, { recursive: true });
  const ids = [scope.companyId, desk.cast.companyId.boreal];
  sweep = createMediaSweep(desk.kernel, async () => ids, [announcements.mediaPath]);
});
afterEach(() => desk.stop());

const token = (letter: string) => letter.repeat(32);

function put(name: string, ageMs: number): string {
  const at = new Date(desk.clock.now.getTime() - ageMs);
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

describe('what is swept', () => {
  test('of the platform are files that none of its rows names', async () => {
    folder = join(desk.kernel.storage.folder(PLATFORM), MONTH);
    mkdirSync(folder, { recursive: true });
    const [named, lost, young] = ['n', 'l', 'y'].map((letter) => `${token(letter)}.png`) as [
      string,
      string,
      string,
    ];
    const mediaPath = `${MONTH}/${named}`;
    await desk.kernel.platform.write((tx) =>
      tx.insert(announcements).values({ title: 'Aviso', text: 'x', mediaPath }),
    );
    put(named, 30 * DAY);
    put(lost, 30 * DAY);
    put(young, DAY / 2);
    desk.clock.advance(DAY / 4);
    await sweep();
    expect(readdirSync(folder).sort()).toEqual([named, young].sort());
  });

  test('are old parts, and old files that no row names; nothing that any row names', async () => {
    const queueId = desk.cast.queueId.Vendas;
    await fillCompany(desk, { company: 'aurora', queueId, mark: 'sweep' });
    const named = await oneOfEachKind();
    for (const name of named) put(name, 30 * DAY);
    const stored = readdirSync(folder).filter((name) => KEYS.test(name) && !named.includes(name));
    expect(stored.length).toBeGreaterThan(0);
    for (const name of stored) put(name, 30 * DAY);
    const kept = [
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
    expect(readdirSync(folder).toSorted()).toEqual([...kept, `${token('d')}.jpg`].toSorted());
  });

  test('in each company by its own rows', async () => {
    await scope.write((tx) =>
      tx.db.insert(quickMessages).values({ shortcode: 'a', mediaPath: `${MONTH}/${token('s')}.png` }),
    );
    const mine = put(`${token('s')}.png`, 2 * DAY);
    folder = join(desk.kernel.storage.folder(desk.cast.companyId.boreal), MONTH);
    mkdirSync(folder, { recursive: true });
    const theirs = put(`${token('s')}.png`, 2 * DAY);
    await sweep();
    expect([existsSync(mine), existsSync(theirs)]).toEqual([true, false]);
  });

  test('nothing of a company whose database is missing, and the others are swept', async () => {
    const mine = put(`${token('s')}.png`, 2 * DAY);
    await desk.kernel.tenants.closeAll();
    writeFileSync(join(desk.kernel.tenants.folder(scope.companyId), 'company.db'), '');
    folder = join(desk.kernel.storage.folder(desk.cast.companyId.boreal), MONTH);
    mkdirSync(folder, { recursive: true });
    const theirs = put(`${token('s')}.png`, 2 * DAY);
    await sweep();
    expect([existsSync(mine), existsSync(theirs)]).toEqual([true, false]);
  });
});

describe('at the start', () => {
  test('what was half written goes, of companies at rest too; none is opened, and what is written now stays', async () => {
    const { kernel, cast } = desk;
    const ids = [scope.companyId, cast.companyId.boreal];
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

describe('when somebody sets the clock', () => {
  const YEAR = 365 * DAY;
  for (const jump of [3 * 3_600_000, -3 * 3_600_000, YEAR, -YEAR]) {
    test(`by ${jump / 3_600_000} h, what is being written is safe, before and after`, async () => {
      const before = put(`${token('b')}.jpg.1.part`, 0);
      desk.clock.now = new Date(desk.clock.now.getTime() + jump);
      const after = put(`${token('a')}.jpg.1.part`, 0);
      await sweep();
      expect([existsSync(before), existsSync(after)]).toEqual([true, true]);
    });
  }
});
