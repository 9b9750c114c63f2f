import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backups } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { proofOf, publishReport } from '../../../scripts/testing/proof.ts';
import { PROMISE_KEYS, PROMISES } from './promises.schema.ts';
import { createTestReports, type KnownReport } from './test-report.state.ts';
import { TestReport } from './trust.schema.ts';

const ROOT = join(import.meta.dir, '../../..');
const HOUR = 3_600_000;
const AT = new Date('2026-03-09T12:00:00Z');
const fine = { passed: 3, failed: 0, skipped: 0, seconds: 1, failures: [] };
const everything = () =>
  new Map(Object.values(PROMISES).flatMap((tests) => tests.map((path) => [path as string, { ...fine }])));
const report = (outcomes = everything()) => proofOf(outcomes, { at: AT, commit: 'abcdef012345' });

let testApp: TestApp;
let shown: KnownReport | null = null;

beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
  testApp.kernel.services.testReport = { read: async () => shown };
});
afterAll(() => testApp.stop());

const open = async (who?: 'ana' | 'davi') => (await testApp.as(who)).page('/trust');
const counted = (text: string) => [
  text.match(/>Comprovado</g)?.length ?? 0,
  text.match(/>Não comprovado</g)?.length ?? 0,
];

test('every promise names existing test files', () => {
  const missing = Object.values(PROMISES).flatMap((tests) =>
    tests.filter((path) => !existsSync(join(ROOT, path))),
  );
  expect(missing).toEqual([]);
});

test('the disabled trust page is visible to super administrators only', async () => {
  expect((await open()).status).toBe(404);
  expect((await open('ana')).status).toBe(404);
  const { status, text } = await open('davi');
  expect([status, text.includes('Só você vê esta página')]).toEqual([200, true]);
});

test('an installation without any report calls no promise proven or unproven', async () => {
  const { text } = await open('davi');
  expect(text).toContain(`${PROMISE_KEYS.length} promessas, cada uma com os testes que a verificam`);
  expect(text).toContain('Os testes não rodaram nesta instalação');
  // The restore of the nightly backup is proven on each server by itself.
  expect(counted(text)).toEqual([0, 1]);
});

test('a fresh clone shows the proof of its release, a later run of its own tests replaces it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trust-'));
  const paths = { here: join(folder, 'here.json'), release: join(folder, 'release.json') };
  await publishReport(report(), paths.release);
  shown = await createTestReports(paths).read();
  const { text } = await open('davi');
  expect(text).toContain('Os testes rodaram antes da publicação, na versão indicada abaixo');
  expect(text).toContain('versão abcdef012345');
  expect(counted(text)).toEqual([PROMISE_KEYS.length, 1]);

  const origin = async () => (await createTestReports(paths).read())?.origin;
  const ranAt = (at: string) => Bun.write(paths.here, JSON.stringify({ ...report(), at }));
  await ranAt('2026-03-08T12:00:00.000Z');
  expect(await origin()).toBe('release');
  await ranAt('2026-03-10T12:00:00.000Z');
  expect(await origin()).toBe('here');
  await Bun.write(paths.here, '{"at":');
  expect(await origin()).toBe('release');
  await Bun.write(paths.release, '');
  expect(await origin()).toBeUndefined();
  rmSync(folder, { recursive: true });
});

test('a release with a failed test of a promise publishes no proof', async () => {
  const outcomes = everything();
  outcomes.set('test/full-disk.test.ts', { ...fine, failed: 1 });
  const path = join(tmpdir(), 'never-published.json');
  await expect(publishReport(report(outcomes), path)).rejects.toThrow('failed test');
  expect(existsSync(path)).toBe(false);
});

test('the enabled trust page shows visitors dates and figures without company data', async () => {
  await changeSetting(await testApp.scopeOf('davi'), { key: 'trustPage', value: 'enabled' });
  shown = { report: TestReport.parse(JSON.parse(JSON.stringify(report()))), origin: 'here' };
  const figures = { companies: 2, messages: 412_008, files: 7, addedBytes: 1, differences: 0 };
  const at = { startedAt: testApp.clock.now, endedAt: testApp.clock.now };
  await testApp.kernel.platform.write((tx) =>
    tx
      .insert(backups)
      .values({ status: 'proven', startedBy: 'clock', isEncrypted: false, ...at, ...figures }),
  );
  const { status, text } = await open();
  expect(status).toBe(200);
  expect(counted(text)).toEqual([PROMISE_KEYS.length + 1, 0]);
  for (const words of [
    'mensagens: 412.008, diferenças: 0',
    '12 testes passaram · 4 arquivos',
    'versão abcdef012345',
  ])
    expect(text).toContain(words);
  expect(text).not.toMatch(/Aurora|Boreal|empresas,|Só você/);
  expect(text).not.toMatch(/data-island="|data-live/);
});

test('shows a promise as not proven when a test failed, did not run or passed nothing', async () => {
  const outcomes = everything();
  outcomes.set('test/full-disk.test.ts', { ...fine, failed: 1 });
  outcomes.delete('src/core/security/safe-call.test.ts');
  outcomes.set('test/architecture/supply.test.ts', { ...fine, passed: 0, skipped: 3 });
  shown = { report: report(outcomes), origin: 'here' };
  expect(counted((await open()).text)).toEqual([PROMISE_KEYS.length - 3 + 1, 3]);
});

test('shows a restore as not proven when the rehearsal is older than 26 hours', async () => {
  testApp.clock.advance(27 * HOUR);
  expect((await open()).text).toContain('Não há restauração comprovada nas últimas 26 horas');
});
