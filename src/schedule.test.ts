import { afterEach, beforeEach, expect, test } from 'bun:test';
import { contacts, outbox, tickets, users } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import { createLog } from '@/kernel/log.ts';
import { createSubscriptionSweep } from '@/modules/connections/connections.jobs.ts';
import { choresOf } from './schedule.ts';

const MINUTE = 60_000;

let desk: TestDesk;
let chores: () => Promise<void>;
let aurora: number;
let boreal: number;
const logged: string[] = [];

beforeEach(async () => {
  logged.length = 0;
  desk = await createTestDesk({
    log: createLog('error', { write: (line: string) => void logged.push(line) }),
  });
  chores = choresOf(desk.kernel);
  aurora = desk.cast.companyId.aurora;
  boreal = desk.cast.companyId.boreal;
});
afterEach(() => desk.stop());

async function closeIdle(): Promise<void> {
  for (let minute = 0; minute < 3; minute += 1) {
    await desk.settle();
    await chores();
    await desk.kernel.tenants.sweep();
    desk.clock.advance(MINUTE + 1);
  }
}

async function snoozeFor(ms: number): Promise<number> {
  const scope = await desk.systemScope();
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
  const scope = await desk.systemScope();
  const row = await scope.db.query.tickets.findFirst({ where: eq(tickets.id, ticketId) });
  return row?.snoozedUntil !== null;
};

test('companies without work are closed, and the clock opens none of them', async () => {
  await closeIdle();
  expect(desk.kernel.tenants.size).toBe(0);
  for (let minute = 0; minute < 15; minute += 1) {
    desk.clock.advance(MINUTE);
    await chores();
    await createSubscriptionSweep(desk.kernel)();
    expect(desk.kernel.tenants.size).toBe(0);
  }
});

test('a ticket put aside comes back in time though its company rests meanwhile', async () => {
  const ticketId = await snoozeFor(60 * MINUTE);
  await closeIdle();
  expect(desk.kernel.tenants.size).toBe(0);
  desk.clock.advance(30 * MINUTE);
  await chores();
  expect(desk.kernel.tenants.size).toBe(0);
  desk.clock.advance(30 * MINUTE);
  await chores();
  expect(await isSnoozed(ticketId)).toBe(false);
});

test('a company with work for the world outside does not rest before it is done, though nobody woke it', async () => {
  const scope = await desk.systemScope();
  await scope.write((tx) =>
    tx.db.insert(outbox).values({ lane: 'x', kind: 'nobody.knows', payload: {}, dueAt: tx.now() }),
  );
  expect(await desk.kernel.tenants.rest(aurora)).toBe(false);
  await chores();
  await desk.settle();
  const [row] = await (await desk.systemScope()).db.select().from(outbox);
  expect(row?.parkedAt).not.toBeNull();
  expect(await desk.kernel.tenants.rest(aurora)).toBe(true);
});

test('who was left online goes offline in time, who has an open line stays', async () => {
  const scope = await desk.systemScope();
  await scope.write((tx) => tx.db.update(users).set({ online: true, seenAt: tx.now() }));
  await closeIdle();
  expect(desk.kernel.tenants.size).toBe(0);
  await desk.listenAs('bia');
  await desk.settle();
  desk.clock.advance(12 * MINUTE);
  await chores();
  const online = await (await desk.systemScope()).db.query.users.findMany({ where: eq(users.online, true) });
  expect(online.map(({ name }) => name)).toEqual(['Bia']);
});

test('a broken company costs itself only', async () => {
  const ticketId = await snoozeFor(MINUTE);
  const { client } = await desk.kernel.tenants.open(boreal);
  await client.execute('ALTER TABLE outbox RENAME TO lost');
  desk.clock.advance(2 * MINUTE);
  await chores();
  expect(await isSnoozed(ticketId)).toBe(false);
  expect(logged.map((line) => JSON.parse(line)).filter(({ job }) => job === 'chores')).toEqual([
    expect.objectContaining({ companyId: boreal }),
  ]);
  await client.execute('ALTER TABLE lost RENAME TO outbox');
});

test('a start opens companies with connections and with work, and no others', async () => {
  const connectionId = await addConnection(desk, { status: 'OPENING' });
  await closeIdle();
  expect(desk.kernel.tenants.ahead(aurora)).toEqual({ dueAt: null, worksAtStart: true });
  expect(desk.kernel.tenants.ahead(boreal)).toEqual({ dueAt: null, worksAtStart: false });
  await desk.desk.start();
  expect(desk.kernel.tenants.openIds()).toEqual([aurora]);
  expect(desk.whatsapp.calls).toEqual([`start ${aurora}:${connectionId}`]);
});

test('a company nobody could look at is closed, and tried again every few minutes', async () => {
  const { client } = await desk.kernel.tenants.open(boreal);
  await client.execute('ALTER TABLE outbox RENAME TO lost');
  await closeIdle();
  expect(desk.kernel.tenants.size).toBe(0);
  expect(desk.kernel.tenants.ahead(boreal)).toBeUndefined();
  logged.length = 0;
  for (let minute = 0; minute < 11; minute += 1) {
    await chores();
    await desk.kernel.tenants.sweep();
    desk.clock.advance(MINUTE);
  }
  expect(logged.filter((line) => JSON.parse(line).job === 'chores').length).toBeLessThanOrEqual(3);
  await client.execute('ALTER TABLE lost RENAME TO outbox');
  await closeIdle();
  expect(desk.kernel.tenants.ahead(boreal)).toEqual({ dueAt: null, worksAtStart: false });
});
