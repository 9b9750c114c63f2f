import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backups } from '@db/platform/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { proofOf } from '../../../scripts/proof.ts';
import { PROMISE_KEYS, PROMISES } from './promises.schema.ts';
import { TestReport } from './trust.schema.ts';

const ROOT = join(import.meta.dir, '../../..');
const HOUR = 3_600_000;
const AT = new Date('2026-03-09T12:00:00Z');
const fine = { passed: 3, failed: 0, skipped: 0, seconds: 1, failures: [] };
const everything = () =>
  new Map(Object.values(PROMISES).flatMap((tests) => tests.map((path) => [path as string, { ...fine }])));
const report = (outcomes = everything()) => proofOf(outcomes, { at: AT, commit: 'abcdef012345' });

let desk: TestDesk;
let shown: TestReport | null = null;

beforeAll(async () => {
  desk = await createTestDesk();
  await setSuper(desk.kernel, desk.cast, 'davi');
  desk.kernel.services.testReport = { read: async () => shown };
});
afterAll(() => desk.stop());

const open = async (who?: 'ana' | 'davi') => (await desk.as(who)).page('/trust');
const counted = (text: string) => [
  text.match(/>Comprovado</g)?.length ?? 0,
  text.match(/>Não comprovado aqui</g)?.length ?? 0,
];

test('every promise names tests that exist', () => {
  const missing = Object.values(PROMISES).flatMap((tests) =>
    tests.filter((path) => !existsSync(join(ROOT, path))),
  );
  expect(missing).toEqual([]);
});

test('off, it is there for the platform’s administrators alone', async () => {
  expect((await open()).status).toBe(404);
  expect((await open('ana')).status).toBe(404);
  const { status, text } = await open('davi');
  expect([status, text.includes('Só você vê esta página')]).toEqual([200, true]);
});

test('without a run and a rehearsal it says that nothing is proven', async () => {
  expect(counted((await open('davi')).text)).toEqual([0, PROMISE_KEYS.length + 1]);
});

test('on, strangers see dates and figures, and nothing of companies', async () => {
  await changeSetting(await desk.scopeOf('davi'), { key: 'trustPage', value: 'enabled' });
  shown = TestReport.parse(JSON.parse(JSON.stringify(report())));
  const figures = { companies: 2, messages: 412_008, files: 7, addedBytes: 1, differences: 0 };
  const at = { startedAt: desk.clock.now, endedAt: desk.clock.now };
  await desk.kernel.platform.write((tx) =>
    tx
      .insert(backups)
      .values({ status: 'proven', startedBy: 'clock', isEncrypted: false, ...at, ...figures }),
  );
  const { status, text } = await open();
  expect(status).toBe(200);
  expect(counted(text)).toEqual([PROMISE_KEYS.length + 1, 0]);
  for (const words of [
    '412.008 mensagens, 0 diferenças',
    '12 testes passaram · 4 arquivos',
    'versão abcdef012345',
  ])
    expect(text).toContain(words);
  expect(text).not.toMatch(/Aurora|Boreal|empresas,|Só você/);
  expect(text).not.toMatch(/data-island|data-live/);
});

test('one failure, a file that did not run, or nothing that passed: not proven', async () => {
  const outcomes = everything();
  outcomes.set('test/full-disk.test.ts', { ...fine, failed: 1 });
  outcomes.delete('src/kernel/safe-call.test.ts');
  outcomes.set('test/architecture/supply.test.ts', { ...fine, passed: 0, skipped: 3 });
  shown = report(outcomes);
  expect(counted((await open()).text)).toEqual([PROMISE_KEYS.length - 3 + 1, 3]);
});

test('a rehearsal of more than 26 hours ago proves nothing any more', async () => {
  desk.clock.advance(27 * HOUR);
  expect((await open()).text).toContain('Não há restauração comprovada nas últimas 26 horas');
});
