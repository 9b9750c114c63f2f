import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  auditEntries,
  companies,
  companyErasures,
  deletedCompanies,
  logins,
} from '@db/platform/schema/index.ts';
import { tags } from '@db/tenant/schema/index.ts';
import { runJob } from '@test/support/company-files.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { eq } from 'drizzle-orm';
import { systemScope } from '@/core/scope.ts';
import { deleteCompany } from '@/modules/back-office/delete-company.service.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import type { CompanyFiles, FileEnd } from './company-file-runner.state.ts';
import type { ExportJob } from './company-files.schema.ts';
import type { ImportState } from './company-import.state.ts';
import { takeOver } from './imports.service.ts';
import { incomingFolder, sweepIncoming } from './incoming-files.service.ts';

const MINUTE = 60_000;
const PASSPHRASE = 'doze letras ou mais';
const IMPORT = '/settings/companies/import';
const files = mkdtempSync(join(tmpdir(), 'balcao-imports-'));
let testApp: TestApp;
let real: CompanyFiles['run'];

beforeAll(async () => {
  testApp = await createTestApp();
  real = testApp.kernel.services.companyFiles.run;
  await setSuper(testApp.kernel, testApp.people, 'davi');
  await createTag(await testApp.systemScope(), { name: 'da Aurora', color: '#111111', kanban: false });
  const manaus = { timeZone: 'America/Manaus' };
  await testApp.kernel.platform.write((tx) =>
    tx.update(companies).set(manaus).where(eq(companies.id, testApp.people.companyId.aurora)),
  );
  for (const [name, more] of Object.entries({ open: {}, sealed: { passphrase: PASSPHRASE } }))
    await runJob(jobFor(name, more));
}, MINUTE);
afterAll(async () => {
  await testApp.stop();
  rmSync(files, { recursive: true, force: true });
});
beforeEach(async () => {
  testApp.kernel.services.companyFiles.run = real;
  await call('DELETE', IMPORT);
  rmSync(incomingFolder(testApp.kernel), { recursive: true, force: true });
});

const jobFor = (name: string, more: Partial<ExportJob> = {}): ExportJob => ({
  ...{ kind: 'export', dataDir: testApp.kernel.config.dataDir, companyId: testApp.people.companyId.aurora },
  ...{ target: join(files, `${name}.balcao`), now: '2026-03-10T06:12:00.000Z', version: '0.1.0' },
  ...{ keepFree: 0, passphrase: null, recipient: null, withSecrets: false, ...more },
});
const call = async (
  method: string,
  path: string,
  form?: Record<string, string>,
  who: 'davi' | 'ana' = 'davi',
) => (await testApp.as(who)).part(method, path, form);
const drop = (name: string, bytes: Uint8Array | string) =>
  Bun.write(join(incomingFolder(testApp.kernel), name), bytes);
const bytesOf = (name: string) => readFileSync(join(files, `${name}.balcao`));
const state = () => testApp.kernel.services.companyImport.state;
const ended = () => until('the end of the check', () => state().at !== 'checking', { timeoutMs: 55_000 });
async function check(name: string, bytes: Uint8Array | string, passphrase = ''): Promise<string> {
  await drop(name, bytes);
  const reply = await call('POST', `${IMPORT}/check`, { file: name, passphrase });
  expect(reply.status).toBe(204);
  await ended();
  return (await (await testApp.as('davi')).page(IMPORT)).text;
}
const everything = async () => ({
  companies: await testApp.kernel.platform.db.select().from(companies),
  logins: await testApp.kernel.platform.db.select().from(logins),
  folders: readdirSync(join(testApp.kernel.config.dataDir, 'companies')).sort(),
});
const inImports = () => {
  const folder = join(testApp.kernel.config.dataDir, 'imports');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('refused company files', () => {
  const flipped = () => {
    const bytes = Buffer.from(bytesOf('open'));
    bytes[bytes.length - 400] = (bytes[bytes.length - 400] ?? 0) ^ 1;
    return bytes;
  };
  const newer = () => {
    const plain = Bun.zstdDecompressSync(bytesOf('open')).toString('latin1');
    return Bun.zstdCompressSync(Buffer.from(plain.replace('"format":1', '"format":9'), 'latin1'));
  };
  const cases: [string, () => Uint8Array | string, string, string][] = [
    ['anything else', () => 'isto não é um arquivo de empresa', '', 'não é um arquivo de empresa'],
    ['of a later version', newer, '', 'versão mais nova'],
    ['with a flipped bit', flipped, '', 'danificado ou incompleto'],
    ['cut short', () => bytesOf('open').subarray(0, 9_000), '', 'danificado ou incompleto'],
    ['encrypted', () => bytesOf('sealed'), '', 'informe a frase secreta'],
    ['with another passphrase', () => bytesOf('sealed'), 'outra frase comprida', 'não abre este arquivo'],
  ];
  test.each(cases)('%s: gives the reason and changes nothing', async (_name, make, passphrase, reason) => {
    const before = await everything();
    expect(await check('a.balcao', make(), passphrase)).toContain(reason);
    expect(state()).toMatchObject({ at: 'refused', reason: 'refused' });
    expect(await everything()).toEqual(before);
    expect(inImports()).toEqual([]);
  });
});

test(
  'checks a file, reports conflicts and imports it under a free name',
  async () => {
    const before = await everything();
    const text = await check('aurora.balcao', bytesOf('sealed'), PASSPHRASE);
    for (const word of [
      'Aurora foi conferida',
      'Já existe aqui uma empresa chamada Aurora',
      'ana@aurora.test',
      'pareadas de novo',
    ])
      expect(text).toContain(word);
    expect(await everything()).toEqual(before);
    const taken = await call('POST', `${IMPORT}/take-over`, { name: 'aurora' });
    expect([taken.status, taken.text.includes('Já existe uma empresa')]).toEqual([422, true]);
    expect((await call('POST', `${IMPORT}/take-over`, { name: 'Aurora 2' })).status).toBe(204);
    const done = state();
    if (done.at !== 'done') throw new Error('it did not come in');
    expect(done).toMatchObject({ name: 'Aurora 2', people: 0 });
    const scope = await systemScope(testApp.kernel, done.companyId);
    expect((await scope.db.select().from(tags)).map(({ name }) => name)).toContain('da Aurora');
    expect(scope.timeZone).toBe('America/Manaus');
    const [entry] = await testApp.kernel.platform.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'company.imported'));
    expect(entry).toMatchObject({ subjectName: 'Aurora 2', personName: 'Davi' });
    expect((await (await testApp.as('davi')).page(IMPORT)).text).toContain('Aurora 2 foi importada');
    expect(inImports()).toEqual([]);
    expect((await call('POST', `${IMPORT}/take-over`, { name: 'Aurora 3' })).status).toBe(409);
  },
  MINUTE,
);

test(
  'restores a deleted company from its file without a restart',
  async () => {
    await deleteCompany(await testApp.scopeOf('davi'), { companyId: testApp.people.companyId.aurora });
    await check('aurora.balcao', bytesOf('open'));
    await call('POST', `${IMPORT}/take-over`, { name: 'Aurora' });
    const done = state();
    if (done.at !== 'done') throw new Error('it did not come in');
    expect(done.companyId).not.toBe(testApp.people.companyId.aurora);
    expect(done).toMatchObject({ people: 4, leftOut: [] });
    const [ana] = await testApp.kernel.platform.db
      .select()
      .from(logins)
      .where(eq(logins.email, 'ana@aurora.test'));
    expect(ana?.companyId).toBe(done.companyId);
  },
  MINUTE,
);

test(
  'is refused when its number was taken by a company that is now deleted, or erased',
  async () => {
    const { kernel, clock } = testApp;
    for (const isErased of [false, true]) {
      await check('aurora.balcao', bytesOf('open'));
      const { at, unpacked } = state() as Extract<ImportState, { at: 'checked' }>;
      expect(at).toBe('checked');
      const { body } = await (await testApp.as('davi')).json<{ id: number }>('POST', '/companies', {
        ...{ name: 'Meanwhile', email: 'meanwhile@nova.test', password: 'uma senha bem comprida' },
      });
      expect(body.id).toBe(unpacked.companyId);
      await deleteCompany(await testApp.scopeOf('davi'), { companyId: body.id });
      if (isErased)
        await kernel.platform.write(async (tx) => {
          const counts = { people: 0, files: 0, bytes: 0, objects: 0 };
          const erasing = { companyId: body.id, nameHash: 'x', step: 'folder', counts } as const;
          await tx.insert(companyErasures).values({ ...erasing, uuid: 'u', askedAt: clock.now });
          await tx.delete(deletedCompanies).where(eq(deletedCompanies.companyId, body.id));
        });
      const before = await everything();
      const refused = await call('POST', `${IMPORT}/take-over`, { name: 'Aurora 4' });
      expect([refused.status, await everything(), inImports()]).toEqual([409, before, []]);
    }
  },
  MINUTE,
);

test('lists uploaded and dropped files and ignores foreign paths', async () => {
  const form = new FormData();
  form.append('file', new File([bytesOf('open')], '../../../etc/Aurora <b>.balcao'));
  const sent = await (await testApp.as('davi')).raw(`${IMPORT}/file`, {
    method: 'POST',
    headers: { Accept: 'text/html', 'HX-Request': 'true' },
    body: form,
  });
  expect(sent.status).toBe(204);
  await drop('da pasta.balcao', 'x');
  await drop('outra coisa.txt', 'x');
  const { text } = await (await testApp.as('davi')).page(IMPORT);
  for (const word of ['Aurora -b-.balcao', 'da pasta.balcao']) expect(text).toContain(word);
  expect(text).not.toContain('outra coisa');
  for (const file of [
    '../platform.db',
    '../../etc/passwd',
    'outra coisa.txt',
    'uploaded/../../secrets.json',
    '',
  ])
    for (const path of [`${IMPORT}/check`, `${IMPORT}/remove`])
      expect([404, 422]).toContain((await call('POST', path, { file })).status);
  expect(existsSync(join(testApp.kernel.config.dataDir, 'secrets.json'))).toBe(true);
  testApp.clock.now = new Date(Date.now() + 8 * 24 * 60 * MINUTE);
  await sweepIncoming(testApp.kernel);
  const swept = (await (await testApp.as('davi')).page(IMPORT)).text;
  expect([swept.includes('Aurora -b-'), swept.includes('da pasta.balcao')]).toEqual([false, true]);
  expect((await call('POST', `${IMPORT}/remove`, { file: 'da pasta.balcao' })).status).toBe(204);
  expect((await (await testApp.as('davi')).page(IMPORT)).text).toContain('Nenhum arquivo para importar');
});

test('requires a super administrator, reauthentication and one file at a time', async () => {
  await drop('a.balcao', bytesOf('open'));
  const checked = { file: 'a.balcao', passphrase: '' };
  testApp.kernel.services.companyFiles.run = (_job, received, stop) => {
    received({ step: 'read', done: 7 });
    return new Promise((resolve) => {
      stop.addEventListener('abort', () => resolve({ failed: 'interrupted', why: '' }));
    });
  };
  expect((await call('POST', `${IMPORT}/check`, checked)).status).toBe(204);
  expect((await (await testApp.as('davi')).page(IMPORT)).text).toContain('7 itens lidos');
  expect((await call('POST', `${IMPORT}/check`, checked)).status).toBe(409);
  expect((await call('DELETE', IMPORT)).status).toBe(204);
  expect(state()).toEqual({ at: 'nothing' });
  const scope = await testApp.scopeOf('davi');
  const actor = scope.actor.kind === 'user' ? { ...scope.actor, provenAt: undefined } : scope.actor;
  await expect(takeOver({ ...scope, actor }, { name: 'Nova' })).rejects.toThrow('ERR_PROOF_REQUIRED');
});

test(
  'reports a check killed at any step, leaves nothing, then succeeds again',
  async () => {
    const seen: string[] = [];
    const kill = (at?: string) => {
      testApp.kernel.services.companyFiles.run = async (job): Promise<FileEnd> => {
        const ended = await runJob({ ...job, keepFree: 0 }, at);
        seen.push(...ended.steps);
        return ended.unpacked ? { unpacked: ended.unpacked } : { failed: 'interrupted', why: '' };
      };
    };
    kill();
    await check('a.balcao', bytesOf('open'));
    expect(state().at).toBe('checked');
    for (const step of new Set(seen)) {
      kill(step);
      expect(await check('a.balcao', bytesOf('open'))).toContain('foi interrompida');
      expect(inImports()).toEqual([]);
    }
    kill();
    await check('a.balcao', bytesOf('open'));
    expect([state().at, inImports().length]).toEqual(['checked', 1]);
  },
  3 * MINUTE,
);
