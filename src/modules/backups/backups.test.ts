import { afterAll, beforeAll, expect, test } from 'bun:test';
import { backups, mails } from '@db/platform/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { backUp, interruptedBackups, missBackups } from './backups.service.ts';
import type { BackupEnd, Backups } from './run-backup.ts';

const HOUR = 3_600_000;
let desk: TestDesk;
let end: BackupEnd;
const PROVEN: BackupEnd = {
  result: {
    name: 'one',
    companies: 2,
    messages: 412_008,
    files: 7,
    addedBytes: 1_500_000,
    differences: [],
    damage: [],
  },
};

beforeAll(async () => {
  desk = await createTestDesk();
  await setSuper(desk.kernel, desk.cast, 'davi');
  const beside = () => Promise.reject(new Error('no store'));
  const made: Backups = { isRunning: false, run: async () => end, beside };
  desk.kernel.services.backups = made;
});
afterAll(() => desk.stop());

const show = async (who: 'davi' | 'ana' = 'davi') => (await desk.as(who)).page('/settings/backups');
/** What the menu's entry shows on another page, and whether it follows what changes. */
async function badge(who: 'davi' | 'ana') {
  const { text } = await (await desk.as(who)).page('/tickets');
  const [, entry = ''] = /<a href="\/settings"(.*?)<\/a>/s.exec(text) ?? [];
  return [/side-badge[^>]*>(\d+)</.exec(entry)?.[1], entry.includes('refresh:backups')];
}
const mailed = async () => (await desk.kernel.platform.db.select().from(mails)).map(({ kind }) => kind);

test('a proven one is told with its figures; nobody is written to', async () => {
  expect((await show()).text).toContain('Nenhuma restauração comprovada ainda.');
  end = PROVEN;
  await backUp(desk.kernel, 'clock');
  const { text } = await show();
  expect(text).toContain('412.008 mensagens, 0 diferenças');
  for (const word of ['Comprovado', 'Sem criptografia', 'Falta um segundo lugar'])
    expect(text).toContain(word);
  expect(await mailed()).toEqual([]);
});

test('one that fails shouts: a mail, a mark on the tab and in the menu, and what was proven stays', async () => {
  end = { failed: 'full', why: '/data has no room' };
  await backUp(desk.kernel, 'clock');
  const { text } = await show();
  for (const word of ['O último backup falhou', 'Não há espaço em disco', '412.008 mensagens'])
    expect(text).toContain(word);
  expect(text).toMatch(/href="\/settings\/backups"[^>]*>Backups<span[^>]*>1</);
  expect(await badge('davi')).toEqual(['1', true]);
  expect(await badge('ana')).toEqual([undefined, false]);
  expect(await mailed()).toContain('backups:failed');
});

test('a rehearsal that finds a difference proves nothing', async () => {
  if (!('result' in PROVEN)) throw new Error('no result');
  end = { result: { ...PROVEN.result, differences: ['company 1: messages 3, not 4'] } };
  await backUp(desk.kernel, 'clock');
  expect((await show()).text).toContain('O ensaio de restauração encontrou diferenças');
});

test('one that is proven but found damage names it, marks the menu and writes a mail', async () => {
  if (!('result' in PROVEN)) throw new Error('no result');
  end = { result: { ...PROVEN.result, damage: ['company 2: 3 files that rows name are missing'] } };
  await backUp(desk.kernel, 'clock');
  const { text } = await show();
  for (const word of [
    'O último backup encontrou danos',
    'company 2: 3 files',
    'Comprovado, mas há arquivos ausentes',
  ])
    expect(text).toContain(word);
  expect(await badge('davi')).toEqual(['1', true]);
  expect(await mailed()).toContain('backups:incomplete');
});

test('none for 26 hours is made up for; if that fails, it is told once a day', async () => {
  end = { failed: 'broken', why: 'x' };
  desk.clock.advance(25 * HOUR);
  await missBackups(desk.kernel);
  expect(await mailed()).not.toContain('backups:overdue');
  desk.clock.advance(2 * HOUR);
  await missBackups(desk.kernel);
  await missBackups(desk.kernel);
  expect((await mailed()).filter((kind) => kind === 'backups:overdue')).toHaveLength(1);
  expect((await show()).text).toContain('há mais de 26 horas');
  end = PROVEN;
  await missBackups(desk.kernel);
  desk.clock.advance(4 * HOUR);
  await missBackups(desk.kernel);
  expect((await show()).text).not.toContain('há mais de 26 horas');
});

test('what ran when the desk ended is said to be interrupted', async () => {
  await desk.kernel.platform.write((tx) =>
    tx
      .insert(backups)
      .values({ status: 'running', startedBy: 'clock', startedAt: desk.clock.now, isEncrypted: false }),
  );
  await interruptedBackups.run(desk.kernel);
  const left = await desk.kernel.platform.db.select().from(backups).where(eq(backups.status, 'running'));
  expect(left).toEqual([]);
  expect((await show()).text).toContain('Foi interrompido.');
});

test('others neither see nor make any', async () => {
  expect((await show('ana')).status).toBe(403);
  expect((await (await desk.as('ana')).part('POST', '/settings/backups')).status).toBe(403);
  expect((await (await desk.as('davi')).part('POST', '/settings/backups')).status).toBe(204);
});
