import { afterAll, beforeAll, expect, test } from 'bun:test';
import { companies, companyExports } from '@db/platform/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound } from '@test/support/inbound.ts';
import { setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { createFrameGates } from '@/kernel/live/frame-gate.ts';
import { createSeats } from '@/kernel/seats.ts';
import { socketsOf, storageOf } from './plan-quotas.ts';

const MINUTE = 60_000;
let desk: TestDesk;
let planId = 0;

beforeAll(async () => {
  desk = await createTestDesk({ env: { COMPANY_STORAGE_GB: '7' } });
  await setSuper(desk.kernel, desk.cast, 'davi');
  const form = { name: 'Pequeno', storageGb: '2', messagesPerMinute: '3', sockets: '2', exports: '1' };
  const made = await (await desk.as('davi')).part('POST', '/settings/plans', form);
  expect(made.status).toBe(204);
  const plan = await desk.kernel.platform.db.query.plans.findFirst({
    where: (row, { eq }) => eq(row.name, 'Pequeno'),
  });
  planId = plan?.id ?? 0;
  await desk.kernel.platform.write((tx) =>
    tx.update(companies).set({ planId }).where(eq(companies.id, desk.cast.companyId.aurora)),
  );
});
afterAll(() => desk.stop());

test('the dialog of a plan shows its quotas; who looks from outside sees none of them', async () => {
  const { text } = await (await desk.as('davi')).part('GET', `/settings/plans/${planId}/edit`);
  for (const [name, value] of Object.entries({ storageGb: 2, messagesPerMinute: 3, sockets: 2, exports: 1 }))
    expect(text).toMatch(
      new RegExp(`name="${name}"[^>]*value="${value}"|value="${value}"[^>]*name="${name}"`),
    );
  const bad = await (await desk.as('davi')).part('PUT', `/settings/plans/${planId}`, {
    name: 'Pequeno',
    sockets: '-1',
  });
  expect(bad.status).toBe(422);
});

test('storage and open pages are the plan’s; a company of another plan has the desk’s', async () => {
  const { aurora, boreal } = desk.cast.companyId;
  const { kernel } = desk;
  expect([await storageOf(kernel, aurora), await storageOf(kernel, boreal)]).toEqual([2 * 1024 ** 3, 7e9]);
  expect([await socketsOf(kernel, aurora), await socketsOf(kernel, boreal)]).toEqual([2, undefined]);
  await expect(kernel.companyRoom.requireFor(aurora, 3 * 1024 ** 3)).rejects.toThrow('ERR_STORAGE_QUOTA');
  await kernel.companyRoom.requireFor(boreal, 3 * 1024 ** 3);
});

test('a company has as many seats as its plan says, and else what all have', () => {
  const seats = createSeats({ person: 9, company: 4, address: 99, all: 99 });
  const take = (companyId: number, companyMost?: number) => {
    const seat = seats.take({ companyId, userId: 1, address: '203.0.113.1', companyMost });
    return typeof seat === 'string' ? seat : 'seated';
  };
  expect([take(1, 2), take(1, 2), take(1, 2)]).toEqual(['seated', 'seated', 'company']);
  expect(Array.from({ length: 5 }, () => take(2, 5))).toEqual(Array(5).fill('seated'));
  expect(Array.from({ length: 5 }, () => take(3))).toEqual([...Array(4).fill('seated'), 'company']);
});

test('what the pages of a company say together has a rate: none is closed for its colleagues', () => {
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

test('messages a minute: the fourth is refused with the number and stays unsent; a repeated one costs nothing', async () => {
  const scope = await desk.systemScope();
  const target = { companyId: scope.companyId, connectionId: await addConnection(desk) };
  await desk.listener.onMessages(target, [inbound()]);
  await desk.settle();
  const ticket = await scope.db.query.tickets.findFirst();
  const ana = await desk.as('ana');
  await ana.json('PUT', `/tickets/${ticket?.id}`, { status: 'open' });
  const say = (body: string, clientId: string) =>
    ana.json('POST', `/messages/${ticket?.id}`, { body, clientId });
  const ids = ['a', 'a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
  for (const id of ids) expect((await say('Olá', id)).status).toBe(200);
  const refused = await say('mais uma', 'dddddddd-0000-4000-8000-000000000000');
  expect(refused.status).toBe(429);
  expect(JSON.stringify(refused.body)).toContain('3 mensagens');
  desk.clock.advance(MINUTE);
  expect((await say('mais uma', 'dddddddd-0000-4000-8000-000000000000')).status).toBe(200);
});

test('exports that are ready are counted against the plan', async () => {
  const { aurora } = desk.cast.companyId;
  const now = desk.clock.now;
  await desk.kernel.platform.write((tx) =>
    tx.insert(companyExports).values({
      ...{ companyId: aurora, status: 'ready', fileName: 'x', withSecrets: false, isEncrypted: false },
      ...{ startedAt: now, expiresAt: new Date(now.getTime() + MINUTE) },
    }),
  );
  const reply = await (await desk.as('ana')).part('POST', '/settings/export', { passphrase: '' });
  expect([reply.status, reply.headers.get('HX-Trigger')?.includes('1 arquivo')]).toEqual([409, true]);
});
