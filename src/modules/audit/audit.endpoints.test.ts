import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { auditEntries, settingChanges } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { emailOf, PASSWORD, setSuper } from '@test/support/people.ts';
import { createPlanner, type Planner, walks } from '@test/support/plans.ts';
import { asc, sql } from 'drizzle-orm';
import { audit } from '@/kernel/audit.ts';
import { verifyAuditChain } from '@/kernel/audit-chain.ts';
import { oldChangesAtStart } from '@/modules/settings/settings.jobs.ts';
import { listEntries } from './audit.queries.ts';
import { AUDIT_ACTIONS, AuditLogFilter } from './audit.schema.ts';
import type { AuditLogPage } from './audit.views.ts';
import { oldEntries } from './keep-audit.ts';

const DAY_MS = 86_400_000;
let desk: TestDesk;
let planner: Planner;

beforeAll(async () => {
  [desk, planner] = await Promise.all([createTestDesk(), createPlanner()]);
});
afterAll(async () => {
  planner.close();
  await desk.stop();
});
beforeEach(async () => {
  const { db } = await desk.systemScope();
  await db.run(sql`DELETE FROM audit_entries`);
  await db.run(sql`DELETE FROM sqlite_sequence WHERE name = 'audit_entries'`);
});

const rows = async () =>
  (await desk.systemScope()).db.select().from(auditEntries).orderBy(asc(auditEntries.id));
const told = async () =>
  (await rows()).map(({ action, personName, subjectName }) => [action, personName, subjectName]);
const list = async (query = '') => {
  const { body } = await (await desk.as('ana')).json<AuditLogPage>('GET', `/audit${query}`);
  return body.entries.map(({ subject }) => subject.name);
};

describe('signing in', () => {
  const body = { email: emailOf('bia'), password: PASSWORD };
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  const signIn = async (tried: object) =>
    (await desk.as()).raw('/auth/login', { method: 'POST', headers, body: JSON.stringify(tried) });

  test('is written down with address and device, and so are wrong passwords and signing out', async () => {
    expect((await signIn({ ...body, password: 'errada mesmo' })).status).toBe(401);
    expect((await signIn(body)).status).toBe(200);
    expect((await signIn({ email: 'nobody@aurora.test', password: 'errada' })).status).toBe(401);
    await desk.settle();
    await (await desk.as('bia')).raw('/auth/logout', { method: 'DELETE', headers });
    expect((await told()).map(([action, person]) => [action, person]).sort()).toEqual([
      ['session.began', 'Bia'],
      ['session.ended', 'Bia'],
      ['session.failed', 'Bia'],
    ]);
    for (const { address, device } of (await rows()).slice(0, 2))
      expect({ address, device }).toEqual({ address: '127.0.0.1', device: 'Firefox · Linux' });
  });

  test('who guesses fills nothing', async () => {
    for (let n = 0; n < 30; n += 1) {
      desk.clock.advance(31_000);
      await signIn({ ...body, password: `errada ${n}` });
    }
    await desk.settle();
    expect((await rows()).length).toBeLessThanOrEqual(13);
  });
});

describe('the log', () => {
  beforeEach(async () => {
    const [ana, rui] = [await desk.scopeOf('ana'), await desk.scopeOf('rui')];
    await audit(ana, { what: 'queue.created', on: { id: 1, name: 'Vendas São Paulo' } });
    desk.clock.advance(DAY_MS);
    await audit(rui, { what: 'queue.changed', on: { id: 1, name: 'Suporte' } });
    await audit(ana, { what: 'tag.deleted', on: { id: 2, name: 'Urgente' } });
  });

  test('is narrowed by person, subject, action, day and name, and goes on behind its last row', async () => {
    const day = (at: Date) => at.toISOString().slice(0, 10);
    const today = day(desk.clock.now);
    const yesterday = day(new Date(desk.clock.now.getTime() - DAY_MS));
    expect(await list()).toEqual(['Urgente', 'Suporte', 'Vendas São Paulo']);
    expect(await list(`?personId=${desk.cast.userId.rui}`)).toEqual(['Suporte']);
    expect(await list('?kind=queue')).toEqual(['Suporte', 'Vendas São Paulo']);
    expect(await list('?action=tag.deleted')).toEqual(['Urgente']);
    expect(await list(`?from=${today}`)).toEqual(['Urgente', 'Suporte']);
    expect(await list(`?to=${yesterday}`)).toEqual(['Vendas São Paulo']);
    expect(await list('?searchParam=sao paulo')).toEqual(['Vendas São Paulo']);
    expect(await list('?searchParam=suporte&kind=tag')).toEqual([]);
    const [, second] = await rows();
    expect(await list(`?after=${second?.id}`)).toEqual(['Vendas São Paulo']);
  });

  test('is the administrators’, of their own company; the platform’s is its administrators’', async () => {
    for (const name of ['rui', 'bia'] as const)
      for (const path of ['/audit', '/audit/export.csv'])
        expect((await (await desk.as(name)).json('GET', path)).status).toBe(403);
    const far = await (await desk.as('davi')).json<AuditLogPage>('GET', '/audit');
    expect(far.body.entries.map(({ action }) => action)).not.toContain('queue.created');
    expect((await (await desk.as('ana')).page('/platform/audit')).status).toBe(403);
    await setSuper(desk.kernel, desk.cast, 'ana');
    const ana = await desk.as('ana');
    await ana.json('POST', '/plans', { name: `Plano ${desk.kernel.ids.token(4)}` });
    expect((await ana.page('/platform/audit')).text).toContain('Criou o plano');
    await setSuper(desk.kernel, desk.cast, 'ana', false);
  });

  test('shows what changed, in people’s words, and whether it is whole', async () => {
    const ana = await desk.as('ana');
    await ana.json('PUT', '/settings/userRating', { value: 'enabled' });
    const last = (await rows()).at(-1);
    const dialog = await ana.part('GET', `/audit/entries/${last?.id}`);
    expect(dialog.text).toContain('Desativado → Ativado');
    expect((await ana.part('GET', '/audit/check')).text).toContain('Verificado: íntegro, 4 registros');
    await (await desk.systemScope()).db.run(sql`DELETE FROM audit_entries WHERE id = 2`);
    expect((await ana.part('GET', '/audit/check')).text).toContain('faltam registros');
  });

  test('goes out as a sheet that runs no formula, and says that it did', async () => {
    await audit(await desk.scopeOf('ana'), { what: 'tag.created', on: { name: '=HYPERLINK("x")' } });
    const ana = await desk.as('ana');
    const sheet = await (await ana.raw('/audit/export.csv?kind=tag', {})).text();
    expect(sheet.split('\r\n')[0]).toBe('Quando;Quem;Ação;Em;Endereço;Dispositivo;Antes;Depois');
    expect(sheet).toContain(`"'=HYPERLINK(""x"")"`);
    expect(sheet).not.toContain('Suporte');
    expect((await rows()).at(-1)?.action).toBe('audit.exported');
  });

  test('is kept for as long as the company says', async () => {
    const ana = await desk.as('ana');
    expect((await ana.part('PUT', '/audit/retention', { days: '7' })).status).not.toBe(422);
    expect((await ana.part('PUT', '/audit/retention', { days: '30' })).status).toBe(204);
    const scope = await desk.systemScope();
    const oldest = (await rows())[0]?.at.getTime() ?? 0;
    expect(await oldEntries.dueAt(scope)).toEqual(new Date(oldest + 31 * DAY_MS));
    desk.clock.advance(30 * DAY_MS - 1);
    await oldEntries.run(scope);
    expect((await told()).map(([action]) => action)).toEqual([
      'queue.changed',
      'tag.deleted',
      'setting.changed',
      'audit.pruned',
    ]);
    expect((await verifyAuditChain(scope)).fault).toBeNull();
  });

  test('every filter walks an index', async () => {
    const scope = await desk.scopeOf('ana');
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

test('every action has its words in each language', () => {
  for (const locale of ['pt', 'en', 'es'] as const) {
    const t = desk.kernel.translations.t(locale);
    for (const action of AUDIT_ACTIONS) expect(t(`audit:action.${action}`)).not.toContain('action.');
  }
});

test('what older versions noted of settings moves into it, once, in its order and without secrets', async () => {
  const scope = await desk.systemScope();
  const at = new Date('2025-11-03T12:00:00Z');
  const note = { createdAt: at, userId: desk.cast.userId.ana, userName: 'Ana' };
  await scope.write((tx) =>
    tx.db.insert(settingChanges).values([
      { ...note, key: 'userRating', before: 'disabled', after: 'enabled' },
      { ...note, key: 'asaas' },
      { createdAt: at, key: 'visit', userName: 'Sofia (Matriz)' },
    ]),
  );
  await oldChangesAtStart.run(desk.kernel);
  await oldChangesAtStart.run(desk.kernel);
  expect(await told()).toEqual([
    ['setting.changed', 'Ana', ''],
    ['setting.changed', 'Ana', ''],
    ['visit.began', 'Sofia', 'Matriz'],
  ]);
  expect((await rows())[0]).toMatchObject({ at, before: { value: 'disabled' }, after: { value: 'enabled' } });
  const { text } = await (await desk.as('ana')).page('/settings/history');
  expect(text).toContain('Sofia (Matriz)');
  expect((await verifyAuditChain(scope)).fault).toBeNull();
});
