import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { auditEntries as ofPlatform } from '@db/platform/schema/index.ts';
import { auditEntries, users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { asc, eq, sql } from 'drizzle-orm';
import { platformOf } from '../platform-scope.ts';
import { asSystem, openScope, type Scope, systemScopeFor } from '../scope.ts';
import { audit, auditSeparately, pruneAudit } from './audit.ts';
import { verifyAuditChain } from './audit-chain.ts';
import { changesOf, MASKED } from './audit-values.ts';

let testApp: TestApp;
let ana: Scope;

beforeAll(async () => {
  testApp = await createTestApp();
  const calledFrom = { address: '203.0.113.9', device: () => 'Firefox · Linux' };
  const { companyId, actor } = await testApp.scopeOf('ana');
  ana = await openScope(testApp.kernel, { companyId, actor, calledFrom });
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await ana.db.run(sql`DELETE FROM audit_entries`);
  await ana.db.run(sql`DELETE FROM sqlite_sequence WHERE name = 'audit_entries'`);
});

const rowsOf = () => ana.db.select().from(auditEntries).orderBy(asc(auditEntries.id));
const write = (scope: Scope, name: string) =>
  scope.write((tx) => audit(tx, { what: 'tag.created', on: { id: 1, name } }));

async function writeMany(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await write(ana, `Tag ${n}`);
}

describe('audit entry', () => {
  test('records who, when, from where and only what changed', async () => {
    await ana.write((tx) =>
      audit(tx, {
        what: 'queue.changed',
        on: { id: 3, name: 'Vendas' },
        before: { id: 3, name: 'Venda', color: '#fff', updatedAt: new Date(0) },
        after: { id: 3, name: 'Vendas', color: '#fff', updatedAt: new Date(1) },
      }),
    );
    expect(await rowsOf()).toMatchObject([
      {
        at: testApp.clock.now,
        action: 'queue.changed',
        kind: 'queue',
        subjectId: '3',
        subjectName: 'Vendas',
        personId: ana.actor.kind === 'user' ? ana.actor.id : 0,
        personName: 'Ana',
        personCompanyId: ana.companyId,
        address: '203.0.113.9',
        device: 'Firefox · Linux',
        before: { name: 'Venda' },
        after: { name: 'Vendas' },
        previousHash: '',
      },
    ]);
  });

  test('is not written without a change', async () => {
    const same = { name: 'Vendas', updatedAt: new Date(0) };
    await audit(ana, { what: 'queue.changed', before: same, after: { ...same, updatedAt: new Date(9) } });
    expect(await rowsOf()).toEqual([]);
  });

  test('rolls back with its transaction', async () => {
    const failed = ana.write(async (tx) => {
      await tx.db.update(users).set({ name: 'Outra' });
      await audit(tx, { what: 'user.changed' });
      throw new Error('the power fails');
    });
    expect(failed).rejects.toThrow('the power fails');
    await failed.catch(() => undefined);
    expect(await rowsOf()).toEqual([]);
    expect((await ana.db.select().from(users).where(eq(users.name, 'Outra'))).length).toBe(0);
    await write(ana, 'depois');
    expect(await verifyAuditChain(ana)).toEqual({ entries: 1, fault: null });
  });

  test('names the requesting user or visitor, and nobody for the system', async () => {
    await audit(asSystem(ana), { what: 'tag.created' });
    await audit(await systemScopeFor(ana, ana.companyId), { what: 'tag.created' });
    const visitor = { companyId: 99, id: 7 };
    const actor = { ...(ana.actor as object), home: visitor, name: 'Sofia' } as Scope['actor'];
    await auditSeparately({ ...ana, actor }, { what: 'contacts.exported' });
    await audit(await testApp.systemScope(), { what: 'tag.created' });
    const people = (await rowsOf()).map((row) => [row.personId, row.personName, row.personCompanyId]);
    const own = [testApp.people.userId.ana, 'Ana', ana.companyId];
    expect(people).toEqual([own, own, [7, 'Sofia', 99], [null, '', null]]);
  });

  test('for the platform is stored in the platform database', async () => {
    await audit(platformOf(ana), { what: 'plan.created', on: { id: 5, name: 'Ouro' } });
    const rows = await testApp.kernel.platform.db.select().from(ofPlatform);
    expect(rows.at(-1)).toMatchObject({ action: 'plan.created', personName: 'Ana', address: '203.0.113.9' });
    expect(await rowsOf()).toEqual([]);
    expect((await verifyAuditChain(platformOf(ana))).fault).toBeNull();
  });

  test('concurrent entries form one valid chain', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => write(ana, `Tag ${n}`)));
    expect(await verifyAuditChain(ana)).toEqual({ entries: 20, fault: null });
  });
});

describe('secrets', () => {
  const secrets = {
    passwordHash: 'CANARY-1',
    apiKey: 'CANARY-2',
    voiceKey: 'CANARY-3',
    providerApiKey: 'CANARY-15',
    jsonContent: 'CANARY-4',
    signingSecret: 'CANARY-5',
    previousSecret: 'CANARY-6',
    clientSecret: 'CANARY-7',
    token: 'CANARY-8',
    accessToken: 'CANARY-9',
    hash: 'CANARY-10',
    certificate: 'CANARY-11',
    anything: 'sealed:CANARY-12',
    nested: [{ secret: 'CANARY-13', name: 'fica' }],
    bytes: Buffer.from('CANARY-14'),
  };

  test('are masked by field name or because they are encrypted', () => {
    const reported = JSON.stringify([
      changesOf(undefined, secrets),
      changesOf(secrets, undefined),
      changesOf(secrets, Object.fromEntries(Object.keys(secrets).map((name) => [name, 'CANARY-new']))),
    ]);
    expect(
      reported.replaceAll('"anything":"CANARY-new"', '').replaceAll('"bytes":"CANARY-new"', ''),
    ).not.toMatch(/"(?!nested)\w+":"[^"]*CANARY-\d/);
    expect(JSON.stringify(changesOf(undefined, secrets))).not.toContain('CANARY');
    expect(reported).toContain('fica');
    expect(changesOf({ maxTokens: 1 }, { maxTokens: 2 })?.after).toEqual({ maxTokens: 2 });
    expect(changesOf({ apiKey: '' }, { apiKey: 'x' })).toEqual({
      before: { apiKey: '' },
      after: { apiKey: MASKED },
    });
  });
});

describe('verifyAuditChain reports', () => {
  const tamper: [name: string, sql: string, fault: object][] = [
    [
      'a changed row',
      "UPDATE audit_entries SET person_name = 'Bia' WHERE id = 3",
      { kind: 'changed', id: 3 },
    ],
    [
      'a changed value',
      `UPDATE audit_entries SET "after" = '{"a":1}' WHERE id = 5`,
      { kind: 'changed', id: 5 },
    ],
    ['a removed row', 'DELETE FROM audit_entries WHERE id = 3', { kind: 'removed', id: 4 }],
    ['the first one removed', 'DELETE FROM audit_entries WHERE id = 1', { kind: 'removed', id: 2 }],
    ['the newest removed', 'DELETE FROM audit_entries WHERE id > 3', { kind: 'removed', id: 4 }],
    ['all removed', 'DELETE FROM audit_entries', { kind: 'removed', id: 1 }],
    [
      'two in each other’s place',
      'UPDATE audit_entries SET id = CASE id WHEN 2 THEN -3 WHEN 3 THEN -2 END WHERE id IN (2, 3)',
      { kind: 'removed', id: 4 },
    ],
    [
      'one with a hash of its own',
      "INSERT INTO audit_entries (at, action, kind, previous_hash, hash) VALUES (1, 'tag.created', 'tag', (SELECT hash FROM audit_entries WHERE id = 5), 'abc')",
      { kind: 'changed', id: 6 },
    ],
    [
      'one that follows nothing',
      "INSERT INTO audit_entries (at, action, kind, previous_hash, hash) VALUES (1, 'tag.created', 'tag', '', 'abc')",
      { kind: 'changed', id: 6 },
    ],
  ];
  for (const [name, statement, fault] of tamper) {
    test(name, async () => {
      await writeMany(5);
      expect(await verifyAuditChain(ana)).toEqual({ entries: 5, fault: null });
      await ana.db.run(sql.raw(statement));
      expect((await verifyAuditChain(ana)).fault).toEqual(fault as never);
    });
  }

  test('a removed newest entry after later ones', async () => {
    await writeMany(3);
    await ana.db.run(sql`DELETE FROM audit_entries WHERE id = 3`);
    await writeMany(2);
    expect((await verifyAuditChain(ana)).fault).toEqual({ kind: 'removed', id: 4 });
  });

  test('no fault for pruned entries but still tampering', async () => {
    const start = testApp.clock.now;
    await writeMany(3);
    testApp.clock.now = new Date(start.getTime() + 86_400_000);
    await writeMany(2);
    expect(await pruneAudit(ana, start)).toBe(3);
    expect(await verifyAuditChain(ana)).toEqual({ entries: 3, fault: null });
    expect((await rowsOf()).map(({ action }) => action)).toEqual([
      'tag.created',
      'tag.created',
      'audit.pruned',
    ]);
    testApp.clock.now = new Date(start.getTime() + 2 * 86_400_000);
    await writeMany(1);
    expect(await pruneAudit(ana, new Date(start.getTime() + 86_400_000))).toBe(3);
    expect(await pruneAudit(ana, new Date(start.getTime() + 86_400_000))).toBe(0);
    expect(await verifyAuditChain(ana)).toEqual({ entries: 2, fault: null });
    await ana.db.run(sql`DELETE FROM audit_entries WHERE id = (SELECT min(id) FROM audit_entries)`);
    expect((await verifyAuditChain(ana)).fault?.kind).toBe('removed');
    testApp.clock.now = start;
  });

  test('no fault across more entries than one batch', async () => {
    await ana.write(async (tx) => {
      for (let n = 0; n < 1_100; n += 1) await audit(tx, { what: 'tag.created', on: { id: n } });
    });
    expect(await verifyAuditChain(ana)).toEqual({ entries: 1_100, fault: null });
  });
});
