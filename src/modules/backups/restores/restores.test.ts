import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backups, companies, logins, auditEntries as platformEntries } from '@db/platform/schema/index.ts';
import { auditEntries } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { emailOf, PASSWORD, setSuper } from '@test/support/people.ts';
import { and, eq } from 'drizzle-orm';
import { databaseIn } from '@/core/db/tenants/tenant-folder.ts';
import { systemScope } from '@/core/scope.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { backUp } from '../backups.service.ts';
import { READY } from './restores.schema.ts';

const MINUTE = 180_000;
let testApp: TestApp;
let aurora: number;

beforeEach(async () => {
  testApp = await createTestApp();
  aurora = testApp.people.companyId.aurora;
  await setSuper(testApp.kernel, testApp.people, 'davi');
  await tag('de ontem');
  await backUp(testApp.kernel, 'clock');
});
afterEach(() => testApp.stop());

const path = () => `/settings/companies/${aurora}`;
const folder = () => testApp.kernel.tenants.folder(aurora);
const tag = async (name: string, company: 'aurora' | 'boreal' = 'aurora') =>
  createTag(await testApp.systemScope(company), { name, color: '#111111', kanban: false });
const page = async (at: string) => (await testApp.as('davi')).page(at);
const ask = async (typedName = 'Aurora', who: 'davi' | 'ana' = 'davi') =>
  (await testApp.as(who)).part('POST', `${path()}/restore`, { typedName });
async function restored(): Promise<void> {
  expect((await ask()).status).toBe(204);
  await testApp.kernel.services.restores.ended;
}
const signIn = async () =>
  (await testApp.as()).json('POST', '/auth/login', { email: emailOf('ana'), password: PASSWORD });
const tagsOf = async (who: 'ana' | 'davi') => {
  const { body } = await (await testApp.as(who)).json<{ tags: { name: string }[] }>('GET', '/tags');
  return body.tags.map(({ name }) => name);
};
const asides = () =>
  readdirSync(join(testApp.kernel.config.dataDir, 'companies')).filter((name) => name.includes('.aside-'));

test(
  'restores a running company, reports losses, ends sessions and connections and audits it',
  async () => {
    const { kernel } = testApp;
    const connectionId = await addConnection(testApp, { company: 'aurora', name: 'Linha' });
    testApp.whatsapp.become({ companyId: aurora, connectionId });
    await tag('de hoje');
    await tag('fica', 'boreal');
    const stored = await testApp.systemScope();
    const bia = await testApp.as('bia');
    expect((await bia.json('GET', '/tags')).status).toBe(200);
    await kernel.platform.write((tx) =>
      tx
        .update(companies)
        .set({ dueDate: new Date('2030-01-01') })
        .where(eq(companies.id, aurora)),
    );
    expect((await page(path())).text).toContain('Restaurar o último backup…');
    const dialog = (await (await testApp.as('davi')).part('GET', `${path()}/restore`)).text;
    for (const words of [
      'Restaurar Aurora do último backup?',
      'gravados depois de 10/03',
      'pareada de novo',
      'entrar de novo',
      'Digite Aurora',
    ])
      expect(dialog).toContain(words);
    expect(dialog).not.toContain('sua própria empresa');
    await restored();
    expect((await bia.json('GET', '/tags')).status).toBe(401);
    expect(testApp.whatsapp.calls).toContain(`stop ${aurora}:${connectionId}`);
    expect((await signIn()).status).toBe(200);
    expect(await tagsOf('ana')).toEqual(['de ontem']);
    expect(await tagsOf('davi')).toEqual(['fica']);
    // Handles to the old database are closed and write into neither.
    expect(await (async () => stored.db.run('select 1'))().catch(() => 'closed')).toBe('closed');
    const [row] = await kernel.platform.db.select().from(companies).where(eq(companies.id, aurora));
    expect(row?.dueDate?.toISOString()).toBe('2030-01-01T00:00:00.000Z');
    const { text } = await page(path());
    for (const words of ['A empresa foi restaurada do backup de 10/03', asides()[0] ?? 'nothing aside'])
      expect(text).toContain(words);
    const other = (await page(`/settings/companies/${testApp.people.companyId.boreal}`)).text;
    const isFirst = (html: string) =>
      html.indexOf('company-restore-state') < html.indexOf('id="company-form"');
    expect([text, other].map(isFirst)).toEqual([true, false]);
    expect(existsSync(join(kernel.config.dataDir, 'restoring', String(aurora)))).toBe(false);
    const ofPlatform = await kernel.platform.db
      .select({ action: platformEntries.action, who: platformEntries.personName })
      .from(platformEntries)
      .where(and(eq(platformEntries.subjectId, String(aurora)), eq(platformEntries.kind, 'company')));
    const ours = ofPlatform.filter(({ action }) => action.startsWith('company.restore'));
    expect(ours.map(({ action }) => action)).toEqual(['company.restoreBegan', 'company.restored']);
    expect(ours.every(({ who }) => who.startsWith('Davi'))).toBe(true);
    const { db } = await systemScope(kernel, aurora);
    const own = await db.select().from(auditEntries).where(eq(auditEntries.action, 'company.restored'));
    expect(own.map(({ personName }) => personName.split(' ')[0])).toEqual(['Davi']);
  },
  MINUTE,
);

test('opening a company while its database is replaced waits for the new one', async () => {
  const { tenants } = testApp.kernel;
  const before = await tenants.open(aurora);
  const opened: unknown[] = [];
  const result = await tenants.replace(aurora, async () => {
    opened.push(tenants.open(aurora));
    return 'swapped';
  });
  expect(result).toBe('swapped');
  const [after] = await Promise.all(opened);
  expect(after).not.toBe(before);
  expect(after).toBe(await tenants.open(aurora));
});

describe('restores an unavailable company without a restart', () => {
  const CASES: Record<string, () => void> = {
    'its database is damaged': () => {
      for (const suffix of ['-wal', '-shm']) rmSync(`${databaseIn(folder())}${suffix}`, { force: true });
      writeFileSync(
        databaseIn(folder()),
        'no database at all, but long enough to be read as one'.repeat(200),
      );
    },
    'its database is empty': () => truncateSync(databaseIn(folder()), 0),
    'its folder is gone': () => rmSync(folder(), { recursive: true }),
  };
  for (const [name, spoil] of Object.entries(CASES))
    test(
      name,
      async () => {
        await testApp.kernel.tenants.closeAll();
        spoil();
        expect((await signIn()).status).toBe(503);
        expect((await page('/settings/companies')).text).toContain('Parada');
        expect((await page(path())).text).toContain('Os dados desta empresa não podem ser lidos');
        await restored();
        expect((await signIn()).status).toBe(200);
        expect(await tagsOf('ana')).toEqual(['de ontem']);
        expect((await page('/settings/companies')).text).not.toContain('Parada');
        expect(asides()).toHaveLength(name === 'its folder is gone' ? 0 : 1);
      },
      MINUTE,
    );
});

describe('restore changes nothing', () => {
  const state = () => testApp.kernel.services.restores.state;
  const shown = async (words: string) => {
    await testApp.kernel.services.restores.ended;
    expect((await page(path())).text).toContain(words);
    expect(await tagsOf('ana')).toEqual(['de ontem']);
    expect(asides()).toEqual([]);
    expect((await ask()).status).toBe(204);
    await testApp.kernel.services.restores.ended;
  };

  test('without the company’s name, without rights or for an unknown company', async () => {
    const wrong = await ask('aurora');
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('O nome não é o da empresa')]);
    expect((await ask('')).status).toBe(422);
    expect((await ask('Aurora', 'ana')).status).toBe(403);
    expect((await (await testApp.as('ana')).part('GET', `${path()}/restore`)).status).toBe(403);
    const strange = await (await testApp.as('davi')).part('POST', '/settings/companies/999/restore', {
      typedName: 'Aurora',
    });
    expect(strange.status).toBe(404);
    expect(state()).toEqual({ at: 'nothing' });
  });

  test(
    'while another restore is running, which the page shows',
    async () => {
      expect((await ask()).status).toBe(204);
      expect((await ask()).status).toBe(409);
      const boreal = await page(`/settings/companies/${testApp.people.companyId.boreal}`);
      expect(boreal.text).toContain('Aurora está sendo restaurada');
      expect(boreal.text).not.toContain('Restaurar o último backup…');
      await testApp.kernel.services.restores.ended;
    },
    MINUTE,
  );

  test(
    'when a user’s e-mail now belongs to another company',
    async () => {
      const { platform } = testApp.kernel;
      const address = eq(logins.email, emailOf('bia'));
      await platform.write((tx) =>
        tx.update(logins).set({ companyId: testApp.people.companyId.boreal, userId: 77 }).where(address),
      );
      expect((await ask()).status).toBe(204);
      await shown('Outra empresa usa agora');
    },
    MINUTE,
  );

  test.each([
    [true, 'start'],
    [false, 'stop'],
  ])(
    'when the platform cannot be written, and WhatsApp goes on unless the company is blocked (%p)',
    async (status, last) => {
      const { kernel, whatsapp } = testApp;
      const mark = (column: { status: boolean }) =>
        kernel.platform.write((tx) => tx.update(companies).set(column).where(eq(companies.id, aurora)));
      await mark({ status });
      const target = { companyId: aurora, connectionId: await addConnection(testApp, { name: 'Linha' }) };
      whatsapp.become(target);
      const { replace } = kernel.tenants;
      kernel.tenants.replace = (companyId) =>
        replace(companyId, () => Promise.reject(new Error('the disk is full')));
      expect((await ask()).status).toBe(204);
      await kernel.services.restores.ended;
      kernel.tenants.replace = replace;
      expect(state()).toMatchObject({ at: 'failed', reason: 'broken' });
      const own = whatsapp.calls.filter((call) => call.endsWith(`${aurora}:${target.connectionId}`));
      expect(own.map((call) => call.split(' ')[0])).toContain('stop');
      expect(own.at(-1)).toStartWith(last);
      await mark({ status: true });
      await shown('A restauração falhou');
    },
    MINUTE,
  );

  test(
    'when no backup is usable, and shows the reason',
    async () => {
      const { backupDir } = testApp.kernel.config;
      const runs = join(backupDir, 'runs');
      cpSync(runs, join(backupDir, 'kept'), { recursive: true });
      rmSync(runs, { recursive: true });
      expect((await ask()).status).toBe(204);
      await testApp.kernel.services.restores.ended;
      expect(state()).toMatchObject({ at: 'failed', reason: 'unusable' });
      cpSync(join(backupDir, 'kept'), runs, { recursive: true });
      await shown('Nenhum backup pôde ser usado');
    },
    MINUTE,
  );
});

test(
  'restoring one’s own company shows a warning and refuses a lockout',
  async () => {
    const boreal = testApp.people.companyId.boreal;
    const davi = await testApp.as('davi');
    expect((await davi.part('GET', `/settings/companies/${boreal}/restore`)).text).toContain(
      'sua própria empresa',
    );
    const { restores } = testApp.kernel.services;
    const { fetch } = restores;
    restores.fetch = async (job, notify) => {
      const ended = await fetch(job, notify);
      const file = join(job.folder, READY);
      const fetched = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, JSON.stringify({ ...fetched, rows: { ...fetched.rows, logins: [] } }));
      return ended;
    };
    const path = `/settings/companies/${boreal}/restore`;
    expect((await davi.part('POST', path, { typedName: 'Boreal' })).status).toBe(204);
    await testApp.kernel.services.restores.ended;
    expect(testApp.kernel.services.restores.state).toMatchObject({ at: 'failed', reason: 'lockedOut' });
  },
  MINUTE,
);

test(
  'names damaged files of the backup',
  async () => {
    const { backupDir } = testApp.kernel.config;
    const scope = await testApp.systemScope();
    await testApp.kernel.storage.save(scope.companyId, new TextEncoder().encode('uma foto'), 'jpg');
    await backUp(testApp.kernel, 'clock');
    const hash = new Bun.CryptoHasher('sha256').update('uma foto').digest('hex');
    const objects = join(backupDir, 'objects', hash.slice(0, 2));
    for (const name of readdirSync(objects).filter((one) => one.startsWith(hash)))
      writeFileSync(join(objects, name), 'spoilt');
    await restored();
    const { text } = await page(path());
    for (const words of ['1 item não foi restaurado por completo', '.jpg: damaged or missing in the backup'])
      expect(text).toContain(words);
  },
  MINUTE,
);

test('without a verified backup the question says so, and asks nothing', async () => {
  await testApp.kernel.platform.write((tx) => tx.delete(backups));
  const { text } = await (await testApp.as('davi')).part('GET', `${path()}/restore`);
  expect(text).toContain('Ainda não há um backup comprovado para restaurar.');
  expect(text).not.toContain('typedName');
});
