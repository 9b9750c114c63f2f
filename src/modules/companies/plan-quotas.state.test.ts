import { afterAll, beforeAll, expect, test } from 'bun:test';
import { companies, companyExports } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { createSlots } from '@/core/queue/slots.ts';
import { createFrameGates } from '@/core/realtime/frame-limits.ts';
import { socketsOf, storageOf } from './plan-quotas.state.ts';

const MINUTE = 60_000;
let testApp: TestApp;
let planId = 0;
let ticketId = 0;

beforeAll(async () => {
  testApp = await createTestApp({ env: { COMPANY_STORAGE_GB: '7' } });
  await setSuper(testApp.kernel, testApp.people, 'davi');
  const form = {
    name: 'Pequeno',
    value: '1.049,9',
    storageGb: '2',
    messagesPerMinute: '3',
    sockets: '2',
    exports: '1',
  };
  const made = await (await testApp.as('davi')).part('POST', '/settings/plans', form);
  expect(made.status).toBe(204);
  const plan = await testApp.kernel.platform.db.query.plans.findFirst({
    where: (row, { eq }) => eq(row.name, 'Pequeno'),
  });
  planId = plan?.id ?? 0;
  await testApp.kernel.platform.write((tx) =>
    tx.update(companies).set({ planId }).where(eq(companies.id, testApp.people.companyId.aurora)),
  );
  const scope = await testApp.systemScope();
  const target = { companyId: scope.companyId, connectionId: await addConnection(testApp) };
  await testApp.listener.onMessages(target, [inbound()]);
  await testApp.settle();
  ticketId = (await scope.db.query.tickets.findFirst())?.id ?? 0;
  await (await testApp.as('ana')).json('PUT', `/tickets/${ticketId}`, { status: 'open' });
});
afterAll(() => testApp.stop());

test('shows quotas in the plan dialog and rejects a negative one', async () => {
  const { text } = await (await testApp.as('davi')).part('GET', `/settings/plans/${planId}/edit`);
  const shown = { value: '1049,90', storageGb: 2, messagesPerMinute: 3, sockets: 2, exports: 1 };
  for (const [name, value] of Object.entries(shown))
    expect(text).toMatch(
      new RegExp(`name="${name}"[^>]*value="${value}"|value="${value}"[^>]*name="${name}"`),
    );
  const bad = await (await testApp.as('davi')).part('PUT', `/settings/plans/${planId}`, {
    name: 'Pequeno',
    sockets: '-1',
  });
  expect(bad.status).toBe(422);
});

test('applies the plan’s storage and socket limits, else the server’s', async () => {
  const { aurora, boreal } = testApp.people.companyId;
  const { kernel } = testApp;
  expect([await storageOf(kernel, aurora), await storageOf(kernel, boreal)]).toEqual([2 * 1024 ** 3, 7e9]);
  expect([await socketsOf(kernel, aurora), await socketsOf(kernel, boreal)]).toEqual([2, undefined]);
  await expect(kernel.storageQuota.requireFor(aurora, 3 * 1024 ** 3)).rejects.toThrow('ERR_STORAGE_QUOTA');
  await kernel.storageQuota.requireFor(boreal, 3 * 1024 ** 3);
});

test('limits a company’s sockets by its plan, else by the default', () => {
  const slots = createSlots({ person: 9, company: 4, address: 99, all: 99 });
  const take = (companyId: number, companyMost?: number) => {
    const slot = slots.take({ companyId, userId: 1, address: '203.0.113.1', companyMost });
    return typeof slot === 'string' ? slot : 'seated';
  };
  expect([take(1, 2), take(1, 2), take(1, 2)]).toEqual(['seated', 'seated', 'company']);
  expect(Array.from({ length: 5 }, () => take(2, 5))).toEqual(Array(5).fill('seated'));
  expect(Array.from({ length: 5 }, () => take(3))).toEqual([...Array(4).fill('seated'), 'company']);
});

test('drops socket frames over the company’s rate without closing sockets', () => {
  const gateOf = createFrameGates(() => 0);
  const company = Array.from({ length: 150 }, (_, id) => gateOf({ companyId: 1, id }));
  const passed = company.flatMap((gate) =>
    Array.from({ length: 60 }, () => gate.admit()).filter((verdict) => verdict === 'pass'),
  );
  expect(passed).toHaveLength(6_000);
  const late = gateOf({ companyId: 1, id: 999 });
  expect(new Set(Array.from({ length: 60 }, () => late.admit()))).toEqual(new Set(['drop']));
  expect(gateOf({ companyId: 2, id: 1 }).admit()).toBe('pass');
});

test('refuses the fourth message in a minute, but not a repeated one', async () => {
  const ana = await testApp.as('ana');
  const post = (body: string, clientId: string) =>
    ana.json('POST', `/messages/${ticketId}`, { body, clientId });
  const ids = ['a', 'a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
  for (const id of ids) expect((await post('Olá', id)).status).toBe(200);
  const refused = await post('mais uma', 'dddddddd-0000-4000-8000-000000000000');
  expect(refused.status).toBe(429);
  expect(JSON.stringify(refused.body)).toContain('por minuto do plano atingido: 3');
  testApp.clock.advance(MINUTE);
  expect((await post('mais uma', 'dddddddd-0000-4000-8000-000000000000')).status).toBe(200);
});

test('accepts or refuses files together: refused ones take nothing from the minute', async () => {
  testApp.clock.advance(MINUTE);
  const ana = await testApp.as('ana');
  const send = async (count: number) => {
    const form = new FormData();
    for (let n = 1; n <= count; n += 1)
      form.append('medias', new File(['olá'], `${n}.txt`, { type: 'text/plain' }));
    return (await ana.upload(`/messages/${ticketId}`, form)).status;
  };
  expect(await send(4)).toBe(200);
  testApp.clock.advance(MINUTE / 3);
  expect([await send(2), await send(1)]).toEqual([429, 200]);
});

test('counts finished exports against the plan’s limit', async () => {
  const { aurora } = testApp.people.companyId;
  const now = testApp.clock.now;
  await testApp.kernel.platform.write((tx) =>
    tx.insert(companyExports).values({
      ...{ companyId: aurora, status: 'ready', fileName: 'x', withSecrets: false, isEncrypted: false },
      ...{ startedAt: now, expiresAt: new Date(now.getTime() + MINUTE) },
    }),
  );
  const reply = await (await testApp.as('ana')).part('POST', '/settings/export', { passphrase: '' });
  expect([reply.status, reply.headers.get('HX-Trigger')?.includes('arquivos prontos atingido: 1.')]).toEqual([
    409,
    true,
  ]);
});
