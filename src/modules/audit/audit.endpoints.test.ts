import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { auditEntries, settingChanges } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { emailOf, PASSWORD, setSuper } from '@test/support/people.ts';
import { createPlanner, type Planner, walks } from '@test/support/plans.ts';
import { asc, sql } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { verifyAuditChain } from '@/core/audit/audit-chain.ts';
import { oldChangesAtStart } from '@/modules/settings/settings.jobs.ts';
import { listEntries } from './audit.queries.ts';
import { AUDIT_ACTIONS, AuditLogFilter } from './audit.schema.ts';
import type { AuditLogPage } from './audit.views.ts';
import { oldEntries } from './audit-retention.jobs.ts';

const DAY_MS = 86_400_000;
let testApp: TestApp;
let planner: Planner;

beforeAll(async () => {
  [testApp, planner] = await Promise.all([createTestApp(), createPlanner()]);
});
afterAll(async () => {
  planner.close();
  await testApp.stop();
});
beforeEach(async () => {
  const { db } = await testApp.systemScope();
  await db.run(sql`DELETE FROM audit_entries`);
  await db.run(sql`DELETE FROM sqlite_sequence WHERE name = 'audit_entries'`);
});

const rows = async () =>
  (await testApp.systemScope()).db.select().from(auditEntries).orderBy(asc(auditEntries.id));
const reported = async () =>
  (await rows()).map(({ action, personName, subjectName }) => [action, personName, subjectName]);
const list = async (query = '') => {
  const { body } = await (await testApp.as('ana')).json<AuditLogPage>('GET', `/audit${query}`);
  return body.entries.map(({ subject }) => subject.name);
};

describe('sign-in audit', () => {
  const body = { email: emailOf('bia'), password: PASSWORD };
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  const signIn = async (tried: object) =>
    (await testApp.as()).raw('/auth/login', { method: 'POST', headers, body: JSON.stringify(tried) });

  test('records successes, failures and sign-outs with address and device', async () => {
    expect((await signIn({ ...body, password: 'errada mesmo' })).status).toBe(401);
    expect((await signIn(body)).status).toBe(200);
    expect((await signIn({ email: 'nobody@aurora.test', password: 'errada' })).status).toBe(401);
    await testApp.settle();
    await (await testApp.as('bia')).raw('/auth/logout', { method: 'DELETE', headers });
    expect((await reported()).map(([action, person]) => [action, person]).sort()).toEqual([
      ['session.began', 'Bia'],
      ['session.ended', 'Bia'],
      ['session.failed', 'Bia'],
    ]);
    for (const { address, device } of (await rows()).slice(0, 2))
      expect({ address, device }).toEqual({ address: '127.0.0.1', device: 'Firefox · Linux' });
  });

  test('limits the entries written by password guessing', async () => {
    for (let n = 0; n < 30; n += 1) {
      testApp.clock.advance(31_000);
      await signIn({ ...body, password: `errada ${n}` });
    }
    await testApp.settle();
    expect((await rows()).length).toBeLessThanOrEqual(13);
  });
});

describe('audit log', () => {
  beforeEach(async () => {
    const [ana, rui] = [await testApp.scopeOf('ana'), await testApp.scopeOf('rui')];
    await audit(ana, { what: 'queue.created', on: { id: 1, name: 'Vendas São Paulo' } });
    testApp.clock.advance(DAY_MS);
    await audit(rui, { what: 'queue.changed', on: { id: 1, name: 'Suporte' } });
    await audit(ana, { what: 'tag.deleted', on: { id: 2, name: 'Urgente' } });
  });

  test('filters by user, subject, action, day and name and paginates', async () => {
    const day = (at: Date) => at.toISOString().slice(0, 10);
    const today = day(testApp.clock.now);
    const yesterday = day(new Date(testApp.clock.now.getTime() - DAY_MS));
    expect(await list()).toEqual(['Urgente', 'Suporte', 'Vendas São Paulo']);
    expect(await list(`?personId=${testApp.people.userId.rui}`)).toEqual(['Suporte']);
    expect(await list('?kind=queue')).toEqual(['Suporte', 'Vendas São Paulo']);
    expect(await list('?action=tag.deleted')).toEqual(['Urgente']);
    expect(await list(`?from=${today}`)).toEqual(['Urgente', 'Suporte']);
    expect(await list(`?to=${yesterday}`)).toEqual(['Vendas São Paulo']);
    expect(await list('?searchParam=sao paulo')).toEqual(['Vendas São Paulo']);
    expect(await list('?searchParam=suporte&kind=tag')).toEqual([]);
    const [, second] = await rows();
    expect(await list(`?after=${second?.id}`)).toEqual(['Vendas São Paulo']);
  });

  test('is limited to administrators of the company, the platform’s to super administrators', async () => {
    for (const name of ['rui', 'bia'] as const)
      for (const path of ['/audit', '/audit/export.csv'])
        expect((await (await testApp.as(name)).json('GET', path)).status).toBe(403);
    const far = await (await testApp.as('davi')).json<AuditLogPage>('GET', '/audit');
    expect(far.body.entries.map(({ action }) => action)).not.toContain('queue.created');
    expect((await (await testApp.as('ana')).page('/platform/audit')).status).toBe(403);
    await setSuper(testApp.kernel, testApp.people, 'ana');
    const ana = await testApp.as('ana');
    await ana.json('POST', '/plans', { name: `Plano ${testApp.kernel.ids.token(4)}` });
    expect((await ana.page('/platform/audit')).text).toContain('Criou o plano');
    await setSuper(testApp.kernel, testApp.people, 'ana', false);
  });

  test('shows readable changes and whether the chain is intact', async () => {
    const ana = await testApp.as('ana');
    await ana.json('PUT', '/settings/userRating', { value: 'enabled' });
    const last = (await rows()).at(-1);
    const dialog = await ana.part('GET', `/audit/entries/${last?.id}`);
    expect(dialog.text).toContain('Desativado → Ativado');
    expect((await ana.part('GET', '/audit/check')).text).toContain('Verificado: 4 registros íntegros');
    await (await testApp.systemScope()).db.run(sql`DELETE FROM audit_entries WHERE id = 2`);
    expect((await ana.part('GET', '/audit/check')).text).toContain('faltam registros');
  });

  test('exports a CSV without formulas and records the export', async () => {
    await audit(await testApp.scopeOf('ana'), { what: 'tag.created', on: { name: '=HYPERLINK("x")' } });
    const ana = await testApp.as('ana');
    const sheet = await (await ana.raw('/audit/export.csv?kind=tag', {})).text();
    expect(sheet.split('\r\n')[0]).toBe('Quando;Quem;Ação;Item;Endereço;Aparelho;Antes;Depois');
    expect(sheet).toContain(`"'=HYPERLINK(""x"")"`);
    expect(sheet).not.toContain('Suporte');
    expect((await rows()).at(-1)?.action).toBe('audit.exported');
  });

  test('is retained as long as the company chooses', async () => {
    const ana = await testApp.as('ana');
    expect((await ana.part('PUT', '/audit/retention', { days: '7' })).status).not.toBe(422);
    expect((await ana.part('PUT', '/audit/retention', { days: '30' })).status).toBe(204);
    const scope = await testApp.systemScope();
    const oldest = (await rows())[0]?.at.getTime() ?? 0;
    expect(await oldEntries.dueAt(scope)).toEqual(new Date(oldest + 31 * DAY_MS));
    testApp.clock.advance(30 * DAY_MS - 1);
    await oldEntries.run(scope);
    expect((await reported()).map(([action]) => action)).toEqual([
      'queue.changed',
      'tag.deleted',
      'setting.changed',
      'audit.pruned',
    ]);
    expect((await verifyAuditChain(scope)).fault).toBeNull();
  });

  test('uses an index for every filter', async () => {
    const scope = await testApp.scopeOf('ana');
    for (const filter of [
      {},
      { after: 2 },
      { personId: 1 },
      { kind: 'queue' },
      { action: 'queue.changed' },
      { from: '2026-01-01', to: '2026-12-31' },
      { searchParam: 'vendas' },
      { kind: 'queue', personId: 1, from: '2026-01-01', after: 2 },
    ]) {
      const steps = await planner.stepsOf(() => listEntries(scope, 'company', AuditLogFilter.parse(filter)));
      expect({ filter, walks: walks(steps) }).toEqual({ filter, walks: [] });
      const isSorted = !('searchParam' in filter) && steps.some(({ detail }) => /TEMP B-TREE/.test(detail));
      expect({ filter, isSorted }).toEqual({ filter, isSorted: false });
    }
  });
});

test('every action has a text in each language', () => {
  for (const locale of ['pt', 'en', 'es'] as const) {
    const t = testApp.kernel.translations.t(locale);
    for (const action of AUDIT_ACTIONS) expect(t(`audit:action.${action}`)).not.toContain('action.');
  }
});

test('imports old setting changes once, in order and without secrets', async () => {
  const scope = await testApp.systemScope();
  const at = new Date('2025-11-03T12:00:00Z');
  const note = { createdAt: at, userId: testApp.people.userId.ana, userName: 'Ana' };
  await scope.write((tx) =>
    tx.db.insert(settingChanges).values([
      { ...note, key: 'userRating', before: 'disabled', after: 'enabled' },
      { ...note, key: 'asaas' },
      { createdAt: at, key: 'visit', userName: 'Sofia (Matriz)' },
    ]),
  );
  await oldChangesAtStart.run(testApp.kernel);
  await oldChangesAtStart.run(testApp.kernel);
  expect(await reported()).toEqual([
    ['setting.changed', 'Ana', ''],
    ['setting.changed', 'Ana', ''],
    ['visit.began', 'Sofia', 'Matriz'],
  ]);
  expect((await rows())[0]).toMatchObject({ at, before: { value: 'disabled' }, after: { value: 'enabled' } });
  const { text } = await (await testApp.as('ana')).page('/settings/history');
  expect(text).toContain('Sofia (Matriz)');
  expect((await verifyAuditChain(scope)).fault).toBeNull();
});
