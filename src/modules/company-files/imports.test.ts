import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditEntries, companies, logins } from '@db/platform/schema/index.ts';
import { tags } from '@db/tenant/schema/index.ts';
import { runJob } from '@test/support/company-files.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { eq } from 'drizzle-orm';
import { systemScope } from '@/kernel/scope.ts';
import { deleteCompany } from '@/modules/back-office/delete-company.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import type { ExportJob } from './company-files.schema.ts';
import { takeOver } from './imports.service.ts';
import { incomingFolder, sweepIncoming } from './incoming-files.ts';
import type { CompanyFiles, FileEnd } from './run-file.ts';

const MINUTE = 60_000;
const PASSPHRASE = 'doze letras ou mais';
const IMPORT = '/settings/companies/import';
const files = mkdtempSync(join(tmpdir(), 'balcao-imports-'));
let desk: TestDesk;
let real: CompanyFiles['run'];

beforeAll(async () => {
  desk = await createTestDesk();
  real = desk.kernel.services.companyFiles.run;
  await setSuper(desk.kernel, desk.cast, 'davi');
  await createTag(await desk.systemScope(), { name: 'da Aurora', color: '#111111', kanban: false });
  for (const [name, more] of Object.entries({ open: {}, sealed: { passphrase: PASSPHRASE } }))
    await runJob(jobFor(name, more));
}, MINUTE);
afterAll(async () => {
  await desk.stop();
  rmSync(files, { recursive: true, force: true });
});
beforeEach(async () => {
  desk.kernel.services.companyFiles.run = real;
  await call('DELETE', IMPORT);
  rmSync(incomingFolder(desk.kernel), { recursive: true, force: true });
});

const jobFor = (name: string, more: Partial<ExportJob> = {}): ExportJob => ({
  ...{ kind: 'export', dataDir: desk.kernel.config.dataDir, companyId: desk.cast.companyId.aurora },
  ...{ target: join(files, `${name}.balcao`), now: '2026-03-10T06:12:00.000Z', version: '0.1.0' },
  ...{ keepFree: 0, passphrase: null, recipient: null, withSecrets: false, ...more },
});
const call = async (
  method: string,
  path: string,
  form?: Record<string, string>,
  who: 'davi' | 'ana' = 'davi',
) => (await desk.as(who)).part(method, path, form);
const drop = (name: string, bytes: Uint8Array | string) =>
  Bun.write(join(incomingFolder(desk.kernel), name), bytes);
const bytesOf = (name: string) => readFileSync(join(files, `${name}.balcao`));
const state = () => desk.kernel.services.companyImport.state;
const ended = () => until('the end of the check', () => state().at !== 'checking', { timeoutMs: 55_000 });
async function check(name: string, bytes: Uint8Array | string, passphrase = ''): Promise<string> {
  await drop(name, bytes);
  const reply = await call('POST', `${IMPORT}/check`, { file: name, passphrase });
  expect(reply.status).toBe(204);
  await ended();
  return (await (await desk.as('davi')).page(IMPORT)).text;
}
/** Whatever a company that comes in changes. */
const everything = async () => ({
  companies: await desk.kernel.platform.db.select().from(companies),
  logins: await desk.kernel.platform.db.select().from(logins),
  folders: readdirSync(join(desk.kernel.config.dataDir, 'companies')).sort(),
});
const unpacked = () => {
  const folder = join(desk.kernel.config.dataDir, 'imports');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('a file is told what it is, and nothing changes', () => {
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
  test.each(cases)('%s', async (_name, make, passphrase, said) => {
    const before = await everything();
    expect(await check('a.balcao', make(), passphrase)).toContain(said);
    expect(state()).toMatchObject({ at: 'refused', reason: 'refused' });
    expect(await everything()).toEqual(before);
    expect(unpacked()).toEqual([]);
  });
});

test(
  'it is checked, its conflicts are told, and only then it comes in, under another name, with nobody of the first',
  async () => {
    const before = await everything();
    const text = await check('aurora.balcao', bytesOf('sealed'), PASSPHRASE);
    for (const word of [
      'Aurora está inteira',
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
    const scope = await systemScope(desk.kernel, done.companyId);
    expect((await scope.db.select().from(tags)).map(({ name }) => name)).toContain('da Aurora');
    const [entry] = await desk.kernel.platform.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'company.imported'));
    expect(entry).toMatchObject({ subjectName: 'Aurora 2', personName: 'Davi' });
    expect((await (await desk.as('davi')).page(IMPORT)).text).toContain('Aurora 2 entrou');
    expect(unpacked()).toEqual([]);
    expect((await call('POST', `${IMPORT}/take-over`, { name: 'Aurora 3' })).status).toBe(409);
  },
  MINUTE,
);

test(
  'one that was deleted here comes back from its file, and its people sign in; the desk needs no restart',
  async () => {
    await deleteCompany(await desk.scopeOf('davi'), { companyId: desk.cast.companyId.aurora });
    await check('aurora.balcao', bytesOf('open'));
    await call('POST', `${IMPORT}/take-over`, { name: 'Aurora' });
    const done = state();
    if (done.at !== 'done') throw new Error('it did not come in');
    // Its number lies in the bin with what was deleted.
    expect(done.companyId).not.toBe(desk.cast.companyId.aurora);
    expect(done).toMatchObject({ people: 4, leftOut: [] });
    const [ana] = await desk.kernel.platform.db
      .select()
      .from(logins)
      .where(eq(logins.email, 'ana@aurora.test'));
    expect(ana?.companyId).toBe(done.companyId);
  },
  MINUTE,
);

test('a browser sends one, a folder holds others; names that lead elsewhere are not there', async () => {
  const form = new FormData();
  form.append('file', new File([bytesOf('open')], '../../../etc/Aurora <b>.balcao'));
  const sent = await (await desk.as('davi')).raw(`${IMPORT}/file`, {
    method: 'POST',
    headers: { Accept: 'text/html', 'HX-Request': 'true' },
    body: form,
  });
  expect(sent.status).toBe(204);
  await drop('da pasta.balcao', 'x');
  await drop('outra coisa.txt', 'x');
  const { text } = await (await desk.as('davi')).page(IMPORT);
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
  expect(existsSync(join(desk.kernel.config.dataDir, 'secrets.json'))).toBe(true);
  desk.clock.now = new Date(Date.now() + 8 * 24 * 60 * MINUTE);
  await sweepIncoming(desk.kernel);
  const swept = (await (await desk.as('davi')).page(IMPORT)).text;
  expect([swept.includes('Aurora -b-'), swept.includes('da pasta.balcao')]).toEqual([false, true]);
  expect((await call('POST', `${IMPORT}/remove`, { file: 'da pasta.balcao' })).status).toBe(204);
  expect((await (await desk.as('davi')).page(IMPORT)).text).toContain('Nenhum arquivo à espera');
});

test('only who stands above the companies, after a fresh proof, one file at a time', async () => {
  await drop('a.balcao', bytesOf('open'));
  const checked = { file: 'a.balcao', passphrase: '' };
  desk.kernel.services.companyFiles.run = (_job, heard, stop) => {
    heard({ step: 'read', done: 7 });
    return new Promise((resolve) => {
      stop.addEventListener('abort', () => resolve({ failed: 'interrupted', why: '' }));
    });
  };
  expect((await call('POST', `${IMPORT}/check`, checked)).status).toBe(204);
  expect((await (await desk.as('davi')).page(IMPORT)).text).toContain('7 itens lidos');
  expect((await call('POST', `${IMPORT}/check`, checked)).status).toBe(409);
  expect((await call('DELETE', IMPORT)).status).toBe(204);
  expect(state()).toEqual({ at: 'nothing' });
  const scope = await desk.scopeOf('davi');
  const actor = scope.actor.kind === 'user' ? { ...scope.actor, provenAt: undefined } : scope.actor;
  await expect(takeOver({ ...scope, actor }, { name: 'Nova' })).rejects.toThrow('ERR_PROOF_REQUIRED');
});

test(
  'killed at any step a check leaves nothing, is told, and goes through when it is repeated',
  async () => {
    const seen: string[] = [];
    const kill = (at?: string) => {
      desk.kernel.services.companyFiles.run = async (job): Promise<FileEnd> => {
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
      expect(unpacked()).toEqual([]);
    }
    kill();
    await check('a.balcao', bytesOf('open'));
    expect([state().at, unpacked().length]).toEqual(['checked', 1]);
  },
  3 * MINUTE,
);
