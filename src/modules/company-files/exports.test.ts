import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { auditEntries, companyExports } from '@db/platform/schema/index.ts';
import { createBrowser } from '@test/support/app.ts';
import { runJob } from '@test/support/company-files.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { eq } from 'drizzle-orm';
import { enterCompany } from '@/modules/back-office/visit.service.ts';
import { exportFolder } from './exports.queries.ts';
import { beginExport } from './exports.service.ts';
import type { CompanyFiles, FileEnd } from './run-file.ts';
import { exportsAtStart, sweepExports } from './sweep-exports.ts';

const MINUTE = 60_000;
const HTML = { Accept: 'text/html' };
const PASSPHRASE = 'doze letras ou mais';
let desk: TestDesk;
let real: CompanyFiles['run'];

beforeAll(async () => {
  desk = await createTestDesk();
  real = desk.kernel.services.companyFiles.run;
  await setSuper(desk.kernel, desk.cast, 'davi');
});
afterAll(() => desk.stop());
beforeEach(async () => {
  desk.kernel.services.companyFiles.run = real;
  await desk.kernel.platform.write((tx) => tx.delete(companyExports));
  await sweepExports(desk.kernel);
});

const begin = async (who: 'ana' | 'bia' = 'ana', form: Record<string, string> = {}) =>
  (await desk.as(who)).part('POST', '/settings/export', { passphrase: '', withSecrets: 'false', ...form });
const rows = () => desk.kernel.platform.db.select().from(companyExports);
const ended = () =>
  until('the end of the export', async () => {
    const [row] = await rows();
    return row && row.status !== 'running' ? row : undefined;
  });
const filesLeft = () =>
  existsSync(exportFolder(desk.kernel))
    ? readdirSync(exportFolder(desk.kernel), { recursive: true }).filter((name) =>
        /\.\w+$/.test(String(name)),
      )
    : [];
const audited = async () =>
  (await (await desk.systemScope()).db.select().from(auditEntries))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('company.export'));
/** Stands still until it is told how it ends. */
function held(): (end: FileEnd) => void {
  const { promise, resolve } = Promise.withResolvers<FileEnd>();
  desk.kernel.services.companyFiles.run = (_job, heard) => {
    heard({ step: 'media', done: 50, of: 400 });
    return promise;
  };
  return resolve;
}

test(
  'an administrator exports and fetches it; both are written down; after a day the link and the file are gone',
  async () => {
    expect((await begin('ana', { passphrase: PASSPHRASE, withSecrets: 'true' })).status).toBe(204);
    const row = await ended();
    expect(row).toMatchObject({ status: 'ready', withSecrets: true, isEncrypted: true, madeBy: 'Ana' });
    expect((await (await desk.as('ana')).page('/settings/export')).text).toContain(
      'Criptografado, com as chaves',
    );
    const path = `/settings/export/${row.id}/file`;
    const reply = await (await desk.as('ana')).raw(path, { headers: HTML });
    const bytes = await reply.bytes();
    expect([reply.status, bytes.length]).toEqual([200, row.bytes]);
    expect(new TextDecoder().decode(bytes.slice(0, 21))).toBe('age-encryption.org/v1');
    expect(reply.headers.get('Content-Disposition')).toContain('empresa-2026-03-10.balcao');
    expect(reply.headers.get('Cache-Control')).toBe('private, no-store');
    await (await desk.as('ana')).raw(path, { headers: { ...HTML, Range: 'bytes=10-20' } });
    expect(await audited()).toEqual(['company.exported', 'company.exportFetched']);
    desk.clock.advance(24 * 60 * MINUTE);
    expect((await (await desk.as('ana')).page(path)).status).toBe(404);
    expect((await (await desk.as('ana')).page('/settings/export')).text).toContain('Expirado');
    expect(filesLeft()).toHaveLength(1);
    await sweepExports(desk.kernel);
    expect(filesLeft()).toEqual([]);
  },
  3 * MINUTE,
);

test('nobody else does: an agent, another company, a visitor, a session that is old', async () => {
  held();
  expect((await begin('bia')).status).toBe(403);
  const scope = await desk.scopeOf('ana');
  const actor = scope.actor.kind === 'user' ? { ...scope.actor, provenAt: undefined } : scope.actor;
  await expect(beginExport({ ...scope, actor }, { passphrase: '', withSecrets: false })).rejects.toThrow(
    'ERR_PROOF_REQUIRED',
  );
  expect(await rows()).toEqual([]);
  const fileName = 'one.balcao';
  const [row] = await desk.kernel.platform.write((tx) =>
    tx
      .insert(companyExports)
      .values({
        ...{ companyId: desk.cast.companyId.aurora, status: 'ready', fileName, withSecrets: false },
        ...{ isEncrypted: false, startedAt: desk.clock.now },
        expiresAt: new Date(desk.clock.now.getTime() + MINUTE),
      })
      .returning(),
  );
  const path = `/settings/export/${row?.id}/file`;
  await Bun.write(join(exportFolder(desk.kernel), String(desk.cast.companyId.aurora), fileName), 'x');
  const statuses = [
    (await (await desk.as('ana')).page(path)).status,
    (await (await desk.as('bia')).page(path)).status,
    (await (await desk.as('davi')).page(path)).status,
    (await (await desk.as()).page(path)).status,
  ];
  expect(statuses).toEqual([200, 403, 404, 303]);
  const { aurora } = desk.cast.companyId;
  const visit = await enterCompany(await desk.scopeOf('davi'), { companyId: aurora });
  const visitor = createBrowser(desk.app, visit);
  expect((await visitor.page('/settings/export')).status).toBe(200);
  expect((await visitor.page(path)).status).toBe(403);
});

test('keys leave only in a file that is encrypted', async () => {
  const open = await begin('ana', { withSecrets: 'true' });
  expect([open.status, open.text.includes('defina uma frase secreta')]).toEqual([422, true]);
  const short = await begin('ana', { passphrase: 'curta' });
  expect([short.status, short.text.includes('pelo menos 12 caracteres')]).toEqual([422, true]);
  expect(short.text).not.toContain('value="curta"');
  expect(await rows()).toEqual([]);
});

test('one at once, with its progress; three are kept; a full disk begins none', async () => {
  const end = held();
  await begin();
  const page = await (await desk.as('ana')).page('/settings/export');
  expect(page.text).toContain('Mídias: 50 de 400');
  expect((await begin()).status).toBe(409);
  end({ exported: { bytes: 1, messages: 0, files: 0 } });
  await ended();
  const [row] = await rows();
  for (const fileName of ['b', 'c'])
    await desk.kernel.platform.write((tx) =>
      tx.insert(companyExports).values({ ...(row as typeof row & object), id: undefined, fileName }),
    );
  const refused = await (await desk.as('ana')).json('POST', '/settings/export', { passphrase: '' });
  expect(refused.status).toBe(404);
  expect((await begin()).headers.get('HX-Trigger')).toContain('3 arquivos prontos');
  await desk.kernel.platform.write((tx) => tx.delete(companyExports));
  desk.disk.freeBytes = 1_000;
  desk.clock.advance(MINUTE);
  expect((await begin()).status).toBe(507);
  desk.disk.freeBytes = Number.MAX_SAFE_INTEGER;
  desk.clock.advance(MINUTE);
});

test('taken back while it is made: the process ends, and no file stays', async () => {
  let stopped: AbortSignal | undefined;
  desk.kernel.services.companyFiles.run = (job, _heard, stop) => {
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
  expect((await (await desk.as('ana')).part('DELETE', `/settings/export/${row?.id}`)).status).toBe(204);
  expect(stopped?.aborted).toBe(true);
  await until(
    'no file',
    () => filesLeft().length === 0 && desk.kernel.services.companyFiles.exports.size === 0,
  );
  expect(await rows()).toEqual([]);
  expect(await audited()).toContain('company.exportDeleted');
});

test(
  'killed at any step it is told, leaves no file, and the next one goes through',
  async () => {
    const kill = (at: string | undefined) => {
      desk.kernel.services.companyFiles.run = async (job): Promise<FileEnd> => {
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
      await desk.kernel.platform.write((tx) => tx.delete(companyExports));
      kill(step);
      await begin();
      expect(await ended()).toMatchObject({ status: 'failed', reason: 'interrupted', expiresAt: null });
      await sweepExports(desk.kernel);
      expect(filesLeft()).toEqual([]);
    }
    expect((await (await desk.as('ana')).page('/settings/export')).text).toContain('Foi interrompido');
    desk.kernel.services.companyFiles.run = real;
    await desk.kernel.platform.write((tx) => tx.delete(companyExports));
    await begin();
    expect((await ended()).status).toBe('ready');
  },
  3 * MINUTE,
);

test('what was being made when the desk was killed is said to be interrupted, and its parts go', async () => {
  const { aurora } = desk.cast.companyId;
  held();
  await begin();
  const [row] = await rows();
  const folder = join(exportFolder(desk.kernel), String(aurora));
  for (const name of [`${row?.fileName}.part`, 'of-nobody.balcao']) await Bun.write(join(folder, name), 'x');
  await exportsAtStart.run(desk.kernel);
  expect(await rows()).toMatchObject([{ status: 'failed', reason: 'interrupted' }]);
  expect(filesLeft()).toEqual([]);
  await desk.kernel.platform.write((tx) =>
    tx.update(companyExports).set({ status: 'failed' }).where(eq(companyExports.companyId, aurora)),
  );
});
