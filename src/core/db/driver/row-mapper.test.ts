import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as schema from '@db/tenant/schema/index.ts';
import { asc, eq, sql } from 'drizzle-orm';
import type { Tenants } from '../tenants/tenant-store.ts';
import { createTenants, type TenantDatabase, type TenantReader } from '../tenants/tenants.ts';
import { parameter, tenantStatement } from './prepared-statement.ts';

const { connections, contacts, messages, outbox, sessionKeys, tickets, users } = schema;
const AT = new Date('2026-03-10T12:00:00.123Z');

let dir: string;
let tenants: Tenants;
let database: TenantDatabase;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-rows-'));
  tenants = createTenants({ dataDir: dir, ticks: () => 0 });
  await tenants.create(1);
  database = await tenants.open(1);
  await database.write(async (tx) => {
    await tx.insert(connections).values({ id: 1, name: 'Loja', isDefault: true });
    await tx.insert(contacts).values([
      { id: 1, name: 'Maria', number: '5511', lastInteractionAt: AT },
      { id: 2, name: 'null', number: '5512' },
    ]);
    await tx.insert(tickets).values([
      { id: 1, uuid: 'a', contactId: 1, connectionId: 1, isGroup: true, updatedAt: AT },
      { id: 2, uuid: 'b', contactId: 2 },
    ]);
    await tx
      .insert(outbox)
      .values({ queueKey: 'a', kind: 'message.send', payload: { messageId: 1, 'a"b': [1] }, dueAt: AT });
    await tx.insert(sessionKeys).values({ connectionId: 1, key: 'k', value: Buffer.from([0, 255, 7]) });
  });
});
afterAll(async () => {
  await tenants.closeAll();
  rmSync(dir, { recursive: true });
});

const queries: Record<string, (db: TenantReader) => PromiseLike<unknown[]> & { prepare(): unknown }> = {
  'whole rows': (db) => db.select().from(tickets).orderBy(asc(tickets.id)),
  'JSON and dates': (db) => db.select().from(outbox),
  bytes: (db) => db.select().from(sessionKeys),
  'joins that find nothing': (db) =>
    db
      .select({
        ticket: tickets,
        contact: { id: contacts.id, name: contacts.name, at: contacts.lastInteractionAt },
        user: { id: users.id, name: users.name },
        connection: { name: connections.name, isDefault: connections.isDefault },
        message: { error: messages.error, id: messages.id },
        pair: { name: users.name, id: tickets.id },
        words: sql<string>`upper(${contacts.name})`,
        nothing: sql<null>`null`,
        named: sql<number>`${tickets.id} + 1`.as('named'),
        counted: sql`count(*) over ()`.mapWith(String),
      })
      .from(tickets)
      .innerJoin(contacts, eq(contacts.id, tickets.contactId))
      .leftJoin(users, eq(users.id, tickets.userId))
      .leftJoin(connections, eq(connections.id, tickets.connectionId))
      .leftJoin(messages, eq(messages.ticketId, tickets.id))
      .orderBy(asc(tickets.id)),
};

for (const [what, build] of Object.entries(queries)) {
  test(`${what}: as drizzle maps them`, async () => {
    const mapped = await tenantStatement(build)(database.db);
    const asDrizzle = await build(database.db);
    expect(asDrizzle.length).toBeGreaterThan(0);
    expect(mapped).toEqual(asDrizzle);
  });
}

test('maps rows returned by writes and preserves NULL', async () => {
  const touch = tenantStatement((db) =>
    db
      .update(contacts)
      .set({ lastInteractionAt: parameter('at') })
      .where(eq(contacts.id, sql.placeholder('id')))
      .returning({ id: contacts.id, at: contacts.lastInteractionAt, isBlocked: contacts.isBlocked }),
  );
  expect(await database.write((tx) => touch(tx, { id: 2, at: AT }))).toEqual([
    { id: 2, at: AT, isBlocked: false },
  ]);
  expect(await database.write((tx) => touch(tx, { id: 2, at: null }))).toEqual([
    { id: 2, at: null, isBlocked: false },
  ]);
});

test('binds whole numbers as integers in drizzle, built statements and transactions', async () => {
  const kind = (five: unknown) => sql<string>`'a' || ${five} || '/' || (5 / ${2}) || '/' || typeof(${2.5})`;
  const find = (reader: TenantReader) =>
    reader
      .select({ kind: kind(5) })
      .from(contacts)
      .where(eq(contacts.id, 1));
  const build = tenantStatement((db) =>
    db
      .select({ kind: kind(sql.placeholder('five')) })
      .from(contacts)
      .where(eq(contacts.id, 1)),
  );
  const reported = [{ kind: 'a5/2/real' }];
  expect(await find(database.db)).toEqual(reported);
  expect(await build(database.db, { five: 5 })).toEqual(reported);
  expect(await database.write((tx) => find(tx))).toEqual(reported);
  expect(await database.write((tx) => build(tx, { five: 5 }))).toEqual(reported);
  await database.batch([{ sql: `update contacts set name = 'a' || ? where id = ?`, args: [5, 2] }]);
  const name = { name: contacts.name };
  expect(await database.db.select(name).from(contacts).where(eq(contacts.id, 2))).toEqual([{ name: 'a5' }]);
});
