import { afterAll, beforeAll, expect, test } from 'bun:test';
import { backups, mails } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { BackupEnd, Backups } from './backup-runner.state.ts';
import { backUp, interruptedBackups, missBackups } from './backups.service.ts';

const HOUR = 3_600_000;
let testApp: TestApp;
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
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
  const beside = () => Promise.reject(new Error('no store'));
  const made: Backups = { isRunning: false, run: async () => end, beside };
  testApp.kernel.services.backups = made;
});
afterAll(() => testApp.stop());

const show = async (who: 'davi' | 'ana' = 'davi') => (await testApp.as(who)).page('/settings/backups');
async function badge(who: 'davi' | 'ana') {
  const { text } = await (await testApp.as(who)).page('/tickets');
  const [, entry = ''] =
    /<a href="\/platform" title="Plataforma" class="side-entry"(?! data-menu-group)(.*?)<\/a>/s.exec(text) ??
    [];
  return [/side-badge[^>]*>(\d+)</.exec(entry)?.[1], entry.includes('refresh:backups')];
}
const mailed = async () => (await testApp.kernel.platform.db.select().from(mails)).map(({ kind }) => kind);

test('shows a verified backup with its figures and sends no mail', async () => {
  expect((await show()).text).toContain('Nenhuma restauração comprovada ainda.');
  end = PROVEN;
  await backUp(testApp.kernel, 'clock');
  const { text } = await show();
  expect(text).toContain('mensagens: 412.008, diferenças: 0');
  for (const word of ['Comprovado', 'Sem criptografia', 'Os backups estão no mesmo disco que os dados'])
    expect(text).toContain(word);
  expect(await mailed()).toEqual([]);
});

test('names the settings that remove a risk in details only', async () => {
  const { text } = await show();
  expect(text).toContain('Os backups estão no mesmo disco que os dados');
  const withoutDetails = text.replace(/<details>.*?<\/details>/gs, '');
  expect([text.includes('BACKUP_AGE_RECIPIENT'), withoutDetails.includes('BACKUP_')]).toEqual([true, false]);
});

test('a failed backup sends a mail, sets badges and preserves verified figures', async () => {
  end = { failed: 'full', why: '/data has no room' };
  await backUp(testApp.kernel, 'clock');
  const { text } = await show();
  for (const word of ['O último backup falhou', 'Não há espaço em disco', 'Mensagens: 412.008'])
    expect(text).toContain(word);
  expect(text).toMatch(/href="\/settings\/backups".*?>Backups<.*?<span class="badge[^>]*>1</);
  expect(await badge('davi')).toEqual(['1', true]);
  expect(await badge('ana')).toEqual([undefined, false]);
  expect(await mailed()).toContain('backups:failed');
});

test('a rehearsal that finds differences verifies nothing', async () => {
  if (!('result' in PROVEN)) throw new Error('no result');
  end = { result: { ...PROVEN.result, differences: ['company 1: messages 3, not 4'] } };
  await backUp(testApp.kernel, 'clock');
  expect((await show()).text).toContain('O teste de restauração encontrou diferenças');
});

test('a verified backup with damage names it, sets a badge and sends mail', async () => {
  if (!('result' in PROVEN)) throw new Error('no result');
  end = { result: { ...PROVEN.result, damage: ['company 2: 3 files that rows name are missing'] } };
  await backUp(testApp.kernel, 'clock');
  const { text } = await show();
  for (const word of [
    'O último backup encontrou danos',
    'company 2: 3 files',
    'Comprovado, mas faltam arquivos',
  ])
    expect(text).toContain(word);
  expect(await badge('davi')).toEqual(['1', true]);
  expect(await mailed()).toContain('backups:incomplete');
});

test('a backup overdue by 26 hours is retried and its failure mailed once', async () => {
  end = { failed: 'broken', why: 'x' };
  testApp.clock.advance(25 * HOUR);
  await missBackups(testApp.kernel);
  expect(await mailed()).not.toContain('backups:overdue');
  testApp.clock.advance(2 * HOUR);
  await missBackups(testApp.kernel);
  await missBackups(testApp.kernel);
  expect((await mailed()).filter((kind) => kind === 'backups:overdue')).toHaveLength(1);
  expect((await show()).text).toContain('há mais de 26 horas');
  end = PROVEN;
  await missBackups(testApp.kernel);
  testApp.clock.advance(4 * HOUR);
  await missBackups(testApp.kernel);
  expect((await show()).text).not.toContain('há mais de 26 horas');
});

test('a backup running at shutdown is shown as interrupted', async () => {
  await testApp.kernel.platform.write((tx) =>
    tx
      .insert(backups)
      .values({ status: 'running', startedBy: 'clock', startedAt: testApp.clock.now, isEncrypted: false }),
  );
  await interruptedBackups.run(testApp.kernel);
  const left = await testApp.kernel.platform.db.select().from(backups).where(eq(backups.status, 'running'));
  expect(left).toEqual([]);
  expect((await show()).text).toContain('O backup foi interrompido.');
});

test('only super administrators can see or start backups', async () => {
  expect((await show('ana')).status).toBe(403);
  expect((await (await testApp.as('ana')).part('POST', '/settings/backups')).status).toBe(403);
  expect((await (await testApp.as('davi')).part('POST', '/settings/backups')).status).toBe(204);
});
