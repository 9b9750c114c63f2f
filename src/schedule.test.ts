import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { contacts, outbox, tickets, users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { until } from '@test/support/until.ts';
import { eq } from 'drizzle-orm';
import { createLog } from '@/core/log.ts';
import { createSubscriptionSweep } from '@/modules/connections/connections.jobs.ts';
import { beginCompany, COMPANY_WORK, createSchedule, jobsOf } from './schedule.ts';

const MINUTE = 60_000;

let testApp: TestApp;
let jobs: () => Promise<void>;
let aurora: number;
let boreal: number;
const logged: string[] = [];

beforeEach(async () => {
  logged.length = 0;
  testApp = await createTestApp({
    log: createLog('error', { write: (line: string) => void logged.push(line) }),
  });
  jobs = jobsOf(testApp.kernel);
  aurora = testApp.people.companyId.aurora;
  boreal = testApp.people.companyId.boreal;
});
afterEach(() => testApp.stop());

async function closeIdle(): Promise<void> {
  for (let minute = 0; minute < 3; minute += 1) {
    await testApp.settle();
    await jobs();
    await testApp.kernel.tenants.sweep();
    testApp.clock.advance(MINUTE + 1);
  }
}

async function snoozeFor(ms: number): Promise<number> {
  const scope = await testApp.systemScope();
  return scope.write(async (tx) => {
    const [contact] = await tx.db.insert(contacts).values({ name: 'Maria' }).returning();
    const snoozedUntil = new Date(tx.now().getTime() + ms);
    const [ticket] = await tx.db
      .insert(tickets)
      .values({ uuid: 'maria', contactId: contact?.id ?? 0, snoozedUntil })
      .returning();
    return ticket?.id ?? 0;
  });
}

const isSnoozed = async (ticketId: number) => {
  const scope = await testApp.systemScope();
  const row = await scope.db.query.tickets.findFirst({ where: eq(tickets.id, ticketId) });
  return row?.snoozedUntil !== null;
};

test('companies without work are closed and not reopened by the scheduler', async () => {
  await closeIdle();
  expect(testApp.kernel.tenants.size).toBe(0);
  for (let minute = 0; minute < 15; minute += 1) {
    testApp.clock.advance(MINUTE);
    await jobs();
    await createSubscriptionSweep(testApp.kernel)();
    expect(testApp.kernel.tenants.size).toBe(0);
  }
});

test('no job of every minute keeps the database of an idle company open', async () => {
  const ofAMinute = createSchedule(testApp.kernel, jobs).filter(
    ({ pattern }) => pattern === '* * * * *' || pattern.split(' ').length === 6,
  );
  await testApp.systemScope();
  expect(testApp.kernel.tenants.openIds()).toContain(aurora);
  for (let minute = 0; minute < 4; minute += 1) {
    for (const { run } of ofAMinute) await run();
    await testApp.settle();
    testApp.clock.advance(MINUTE + 1);
  }
  expect(testApp.kernel.tenants.openIds()).toEqual([]);
});

test('a snoozed ticket returns on time while its company is hibernated', async () => {
  const ticketId = await snoozeFor(60 * MINUTE);
  await closeIdle();
  expect(testApp.kernel.tenants.size).toBe(0);
  testApp.clock.advance(30 * MINUTE);
  await jobs();
  expect(testApp.kernel.tenants.size).toBe(0);
  testApp.clock.advance(30 * MINUTE);
  await jobs();
  expect(await isSnoozed(ticketId)).toBe(false);
});

test('a company with due outbox work does not hibernate before it is done', async () => {
  const scope = await testApp.systemScope();
  await scope.write((tx) =>
    tx.db.insert(outbox).values({ queueKey: 'x', kind: 'nobody.knows', payload: {}, dueAt: tx.now() }),
  );
  expect(await testApp.kernel.tenants.hibernate(aurora)).toBe(false);
  await jobs();
  await testApp.settle();
  const [row] = await (await testApp.systemScope()).db.select().from(outbox);
  expect(row?.parkedAt).not.toBeNull();
  expect(await testApp.kernel.tenants.hibernate(aurora)).toBe(true);
});

test('a stale online user goes offline on time and a connected user stays online', async () => {
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.update(users).set({ online: true, seenAt: tx.now() }));
  await closeIdle();
  expect(testApp.kernel.tenants.size).toBe(0);
  await testApp.listenAs('bia');
  await testApp.settle();
  testApp.clock.advance(12 * MINUTE);
  await jobs();
  const online = await (await testApp.systemScope()).db.query.users.findMany({
    where: eq(users.online, true),
  });
  expect(online.map(({ name }) => name)).toEqual(['Bia']);
});

test('a broken company does not affect others', async () => {
  const ticketId = await snoozeFor(MINUTE);
  const { client } = await testApp.kernel.tenants.open(boreal);
  await client.execute('ALTER TABLE outbox RENAME TO lost');
  testApp.clock.advance(2 * MINUTE);
  await jobs();
  expect(await isSnoozed(ticketId)).toBe(false);
  expect(logged.map((line) => JSON.parse(line)).filter(({ job }) => job === 'company jobs')).toEqual([
    expect.objectContaining({ companyId: boreal }),
  ]);
  await client.execute('ALTER TABLE lost RENAME TO outbox');
});

test('start opens only companies with connections or due work', async () => {
  const connectionId = await addConnection(testApp, { status: 'OPENING' });
  await closeIdle();
  expect(testApp.kernel.tenants.ahead(aurora)).toEqual({ dueAt: null, worksAtStart: true });
  expect(testApp.kernel.tenants.ahead(boreal)).toEqual({ dueAt: null, worksAtStart: false });
  await testApp.dependencies.start();
  expect(testApp.kernel.tenants.openIds()).toEqual([aurora]);
  expect(testApp.whatsapp.calls).toEqual([`start ${aurora}:${connectionId}`]);
});

test('a company whose next job cannot be determined is closed and retried every few minutes', async () => {
  const { client } = await testApp.kernel.tenants.open(boreal);
  await client.execute('ALTER TABLE outbox RENAME TO lost');
  await closeIdle();
  expect(testApp.kernel.tenants.size).toBe(0);
  expect(testApp.kernel.tenants.ahead(boreal)).toBeUndefined();
  logged.length = 0;
  for (let minute = 0; minute < 11; minute += 1) {
    await jobs();
    await testApp.kernel.tenants.sweep();
    testApp.clock.advance(MINUTE);
  }
  expect(logged.filter((line) => JSON.parse(line).job === 'company jobs').length).toBeLessThanOrEqual(3);
  await client.execute('ALTER TABLE lost RENAME TO outbox');
  await closeIdle();
  expect(testApp.kernel.tenants.ahead(boreal)).toEqual({ dueAt: null, worksAtStart: false });
});

test('a taken company sends although work at its start failed, which is repeated', async () => {
  const [first] = COMPANY_WORK.atStart.filter(({ runFor }) => runFor);
  if (!first?.runFor) throw new Error('no work at the start of a company');
  const run = spyOn(first, 'runFor').mockRejectedValueOnce(new Error('the server has just come back'));
  const { outbox: queues } = testApp.kernel;
  queues.release(aurora);
  const adopt = spyOn(queues, 'adopt');
  await beginCompany(testApp.kernel, aurora);
  expect(adopt).toHaveBeenCalledWith(aurora);
  await until('it is run again', () => run.mock.calls.length === 2);
  expect(logged.map((line) => JSON.parse(line).work)).toEqual([first.name]);
  run.mockRestore();
});
