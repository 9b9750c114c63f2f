import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { auditEntries, companyExports } from '@db/platform/schema/index.ts';
import { createBrowser } from '@test/support/app.ts';
import { runJob } from '@test/support/company-files.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { eq } from 'drizzle-orm';
import { enterCompany } from '@/modules/back-office/visit.service.ts';
import type { CompanyFiles, FileEnd } from './company-file-runner.state.ts';
import { exportFolder } from './exports.queries.ts';
import { beginExport } from './exports.service.ts';
import { exportsAtStart, sweepExports } from './sweep-exports.jobs.ts';

const MINUTE = 60_000;
const HTML = { Accept: 'text/html' };
const PASSPHRASE = 'doze letras ou mais';
let testApp: TestApp;
let real: CompanyFiles['run'];

beforeAll(async () => {
  testApp = await createTestApp();
  real = testApp.kernel.services.companyFiles.run;
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  testApp.kernel.services.companyFiles.run = real;
  await testApp.kernel.platform.write((tx) => tx.delete(companyExports));
  await sweepExports(testApp.kernel);
});

const begin = async (who: 'ana' | 'bia' = 'ana', form: Record<string, string> = {}) =>
  (await testApp.as(who)).part('POST', '/settings/export', { passphrase: '', withSecrets: 'false', ...form });
const rows = () => testApp.kernel.platform.db.select().from(companyExports);
const ended = () =>
  until('the end of the export', async () => {
    const [row] = await rows();
    return row && row.status !== 'running' ? row : undefined;
  });
const filesLeft = () =>
  existsSync(exportFolder(testApp.kernel))
    ? readdirSync(exportFolder(testApp.kernel), { recursive: true }).filter((name) =>
        /\.\w+$/.test(String(name)),
      )
    : [];
const audited = async () =>
  (await (await testApp.systemScope()).db.select().from(auditEntries))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('company.export'));
function held(): (end: FileEnd) => void {
  const { promise, resolve } = Promise.withResolvers<FileEnd>();
  testApp.kernel.services.companyFiles.run = (_job, received) => {
    received({ step: 'media', done: 50, of: 400 });
    return promise;
  };
  return resolve;
}

test(
  'exports a company with audit entries; the file expires after a day',
  async () => {
    expect((await begin('ana', { passphrase: PASSPHRASE, withSecrets: 'true' })).status).toBe(204);
    const row = await ended();
    expect(row).toMatchObject({ status: 'ready', withSecrets: true, isEncrypted: true, madeBy: 'Ana' });
    expect((await (await testApp.as('ana')).page('/settings/export')).text).toContain(
      'Criptografado, com as chaves',
    );
    const path = `/settings/export/${row.id}/file`;
    const reply = await (await testApp.as('ana')).raw(path, { headers: HTML });
    const bytes = await reply.bytes();
    expect([reply.status, bytes.length]).toEqual([200, row.bytes]);
    expect(new TextDecoder().decode(bytes.slice(0, 21))).toBe('age-encryption.org/v1');
    expect(reply.headers.get('Content-Disposition')).toContain('empresa-2026-03-10.balcao');
    expect(reply.headers.get('Cache-Control')).toBe('private, no-store');
    await (await testApp.as('ana')).raw(path, { headers: { ...HTML, Range: 'bytes=10-20' } });
    expect(await audited()).toEqual(['company.exported', 'company.exportFetched']);
    const file = join(exportFolder(testApp.kernel), String(filesLeft()[0]));
    renameSync(file, `${file}.elsewhere`);
    expect((await (await testApp.as('ana')).page(path)).status).toBe(404);
    renameSync(`${file}.elsewhere`, file);
    testApp.clock.advance(24 * 60 * MINUTE);
    expect((await (await testApp.as('ana')).page(path)).status).toBe(404);
    expect((await (await testApp.as('ana')).page('/settings/export')).text).toContain('Expirado');
    expect(filesLeft()).toHaveLength(1);
    await sweepExports(testApp.kernel);
    expect(filesLeft()).toEqual([]);
  },
  3 * MINUTE,
);

test('an export that cannot be audited leaves none that runs', async () => {
  held();
  const scope = await testApp.scopeOf('ana');
  const refuse = () => Promise.reject(new Error('busy'));
  const input = { passphrase: '', withSecrets: false };
  await expect(beginExport({ ...scope, write: refuse }, input)).rejects.toThrow('busy');
  expect(await rows()).toEqual([]);
});

test('refuses exports to agents, other companies, visits and old sessions', async () => {
  held();
  expect((await begin('bia')).status).toBe(403);
  const scope = await testApp.scopeOf('ana');
  const actor = scope.actor.kind === 'user' ? { ...scope.actor, provenAt: undefined } : scope.actor;
  await expect(beginExport({ ...scope, actor }, { passphrase: '', withSecrets: false })).rejects.toThrow(
    'ERR_PROOF_REQUIRED',
  );
  expect(await rows()).toEqual([]);
  const fileName = 'one.balcao';
  const [row] = await testApp.kernel.platform.write((tx) =>
    tx
      .insert(companyExports)
      .values({
        ...{ companyId: testApp.people.companyId.aurora, status: 'ready', fileName, withSecrets: false },
        ...{ isEncrypted: false, startedAt: testApp.clock.now },
        expiresAt: new Date(testApp.clock.now.getTime() + MINUTE),
      })
      .returning(),
  );
  const path = `/settings/export/${row?.id}/file`;
  await Bun.write(join(exportFolder(testApp.kernel), String(testApp.people.companyId.aurora), fileName), 'x');
  const statuses = [
    (await (await testApp.as('ana')).page(path)).status,
    (await (await testApp.as('bia')).page(path)).status,
    (await (await testApp.as('davi')).page(path)).status,
    (await (await testApp.as()).page(path)).status,
  ];
  expect(statuses).toEqual([200, 403, 404, 303]);
  const { aurora } = testApp.people.companyId;
  const visit = await enterCompany(await testApp.scopeOf('davi'), { companyId: aurora });
  const visitor = createBrowser(testApp.app, visit);
  expect((await visitor.page('/settings/export')).status).toBe(200);
  expect((await visitor.page(path)).status).toBe(403);
});

test('exports secrets only with a valid passphrase', async () => {
  const open = await begin('ana', { withSecrets: 'true' });
  expect([open.status, open.text.includes('defina uma frase secreta')]).toEqual([422, true]);
  const short = await begin('ana', { passphrase: 'curta' });
  expect([short.status, short.text.includes('pelo menos 12 caracteres')]).toEqual([422, true]);
  expect(short.text).not.toContain('value="curta"');
  expect(await rows()).toEqual([]);
});

test('allows one running export, three files, and none on a full disk', async () => {
  const end = held();
  await begin();
  const page = await (await testApp.as('ana')).page('/settings/export');
  expect(page.text).toContain('Mídias: 50 de 400');
  expect((await begin()).status).toBe(409);
  end({ exported: { bytes: 1, messages: 0, files: 0 } });
  await ended();
  const [row] = await rows();
  for (const fileName of ['b', 'c'])
    await testApp.kernel.platform.write((tx) =>
      tx.insert(companyExports).values({ ...(row as typeof row & object), id: undefined, fileName }),
    );
  const refused = await (await testApp.as('ana')).json('POST', '/settings/export', { passphrase: '' });
  expect(refused.status).toBe(405);
  expect((await begin()).headers.get('HX-Trigger')).toContain('Limite de arquivos prontos atingido: 3');
  await testApp.kernel.platform.write((tx) => tx.delete(companyExports));
  testApp.disk.freeBytes = 1_000;
  testApp.clock.advance(MINUTE);
  expect((await begin()).status).toBe(507);
  testApp.disk.freeBytes = Number.MAX_SAFE_INTEGER;
  testApp.clock.advance(MINUTE);
});

test('stops the process and leaves no file when cancelled', async () => {
  let stopped: AbortSignal | undefined;
  testApp.kernel.services.companyFiles.run = (job, _events, stop) => {
    stopped = stop;
    return new Promise((resolve) => {
      stop.addEventListener('abort', async () => {
        await Bun.write((job as { target: string }).target, 'too late');
        resolve({ exported: { bytes: 8, messages: 0, files: 0 } });
      });
    });
  };
  await begin();
  const [row] = await rows();
  expect((await (await testApp.as('ana')).part('DELETE', `/settings/export/${row?.id}`)).status).toBe(204);
  expect(stopped?.aborted).toBe(true);
  await until(
    'no file',
    () => filesLeft().length === 0 && testApp.kernel.services.companyFiles.exports.size === 0,
  );
  expect(await rows()).toEqual([]);
  expect(await audited()).toContain('company.exportDeleted');
});

test(
  'reports a kill at any step, leaves no file, then succeeds again',
  async () => {
    const kill = (at: string | undefined) => {
      testApp.kernel.services.companyFiles.run = async (job): Promise<FileEnd> => {
        const { steps, exported } = await runJob({ ...job, keepFree: 0 }, at);
        seen.push(...steps);
        return exported ? { exported } : { failed: 'interrupted', why: '' };
      };
    };
    const seen: string[] = [];
    kill(undefined);
    await begin();
    expect((await ended()).status).toBe('ready');
    expect(seen).toContain('written');
    for (const step of new Set(seen)) {
      await testApp.kernel.platform.write((tx) => tx.delete(companyExports));
      kill(step);
      await begin();
      expect(await ended()).toMatchObject({ status: 'failed', reason: 'interrupted', expiresAt: null });
      await sweepExports(testApp.kernel);
      expect(filesLeft()).toEqual([]);
    }
    expect((await (await testApp.as('ana')).page('/settings/export')).text).toContain(
      'A exportação foi interrompida',
    );
    testApp.kernel.services.companyFiles.run = real;
    await testApp.kernel.platform.write((tx) => tx.delete(companyExports));
    await begin();
    expect((await ended()).status).toBe('ready');
  },
  3 * MINUTE,
);

test('marks exports interrupted by a kill as failed and deletes their parts', async () => {
  const { aurora } = testApp.people.companyId;
  held();
  await begin();
  const [row] = await rows();
  const folder = join(exportFolder(testApp.kernel), String(aurora));
  for (const name of [`${row?.fileName}.part`, 'of-nobody.balcao']) await Bun.write(join(folder, name), 'x');
  await exportsAtStart.run(testApp.kernel);
  expect(await rows()).toMatchObject([{ status: 'failed', reason: 'interrupted' }]);
  expect(filesLeft()).toEqual([]);
  await testApp.kernel.platform.write((tx) =>
    tx.update(companyExports).set({ status: 'failed' }).where(eq(companyExports.companyId, aurora)),
  );
});

test('a node that takes a company marks only exports of that company that another process began', async () => {
  const { aurora, boreal } = testApp.people.companyId;
  held();
  await begin();
  const [own] = await rows();
  const values = { ...own, id: undefined, fileName: 'other.balcao', status: 'running' } as typeof own &
    object;
  const insert = (companyId: number, fileName: string) =>
    testApp.kernel.platform.write((tx) =>
      tx
        .insert(companyExports)
        .values({ ...values, companyId, fileName })
        .returning(),
    );
  await insert(aurora, 'of-another-process.balcao');
  await insert(boreal, 'of-another-company.balcao');
  await exportsAtStart.runFor?.(testApp.kernel, aurora);
  const running = (await rows()).filter(({ status }) => status === 'running');
  expect(running.map(({ fileName }) => fileName)).toEqual([own?.fileName ?? '', 'of-another-company.balcao']);
});
