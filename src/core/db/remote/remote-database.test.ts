import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as platformSchema from '@db/platform/schema/index.ts';
import * as schema from '@db/tenant/schema/index.ts';
import { contacts, queues } from '@db/tenant/schema/index.ts';
import { freePort } from '@test/support/free-port.ts';
import { eq, sql } from 'drizzle-orm';
import { type Database, openDatabase } from '../database.ts';
import { isDatabaseTrouble } from '../driver/database-errors.ts';
import { systemLockWait } from '../driver/wait-for-lock.ts';
import { PLATFORM_MIGRATIONS } from '../platform-database.ts';
import { TENANT_MIGRATIONS } from '../tenants/tenants.ts';
import {
  createNamespaces,
  type DatabaseServer,
  fetchFrom,
  type Namespaces,
  requireServer,
} from './database-server.ts';
import { createFence, raiseEpoch } from './fence.ts';
import { RemoteClient } from './remote-client.ts';
import { describeWithSqld, freshToken, type RunningSqld, startSqld } from './sqld.test-support.ts';

type Tenant = Database<typeof schema>;

const codeOf = (error: unknown): unknown =>
  error instanceof Error ? ('code' in error ? error.code : codeOf(error.cause)) : error;

describeWithSqld('a database on a libSQL server', () => {
  let server: RunningSqld;
  let namespaces: Namespaces;
  let name: string;
  let count = 0;
  const opened: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    server = await startSqld();
    namespaces = createNamespaces(server);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    count += 1;
    name = `company-${count}`;
    await namespaces.create(name);
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  async function open(epoch: { now: number }): Promise<Tenant> {
    const fence = createFence(() => epoch.now);
    const raw = new RemoteClient({ server, name }, () => undefined);
    await raiseEpoch(raw, epoch.now);
    raw.close();
    const database = await openDatabase({
      namespace: { server, name, fence },
      schema,
      migrations: TENANT_MIGRATIONS,
    });
    opened.push(database);
    return database;
  }

  const add = (database: Tenant, queue: string) =>
    database.write((tx) => tx.insert(queues).values({ name: queue, color: queue }).returning());
  const names = async ({ db }: Tenant) =>
    (await db.select().from(queues).orderBy(queues.id)).map((row) => row.name);

  test('takes all migrations, and only once', async () => {
    const database = await open({ now: 1 });
    await add(database, 'Vendas');
    expect(await names(await open({ now: 2 }))).toEqual(['Vendas']);
    const { rows } = await database.client.execute('PRAGMA foreign_key_check');
    expect(rows).toEqual([]);
  });

  test('reads back each kind of value as it was written', async () => {
    const { client } = await open({ now: 1 });
    const args = [5, 2.5, 'ç', null, new Uint8Array([1, 2]), 2 ** 40];
    const { rows } = await client.execute({ sql: 'SELECT ? / 2, ?, ?, ?, ?, ?', args });
    expect(Array.from(rows[0] as ArrayLike<unknown>)).toEqual([
      2,
      2.5,
      'ç',
      null,
      new Uint8Array([1, 2]).buffer,
      2 ** 40,
    ]);
  });

  test('rolls a failed write back and goes on', async () => {
    const database = await open({ now: 1 });
    const failing = database.write(async (tx) => {
      await tx.insert(queues).values({ name: 'Vendas', color: '#1' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await Promise.all(['A', 'B', 'C'].map((one) => add(database, one)));
    expect(await names(database)).toEqual(['A', 'B', 'C']);
  });

  test('remembers an answer until a table of it is written', async () => {
    const database = await open({ now: 1 });
    let reads = 0;
    const read = () =>
      database.remember([queues], 'names', async () => {
        reads += 1;
        return names(database);
      });
    await add(database, 'A');
    await read();
    await database.write((tx) => tx.update(contacts).set({ name: 'x' }));
    expect(await read()).toEqual(['A']);
    expect(reads).toBe(1);
    await database.batch(["UPDATE queues SET name = 'B'"]);
    expect(await read()).toEqual(['B']);
    await database.db.update(queues).set({ name: 'C' });
    expect(await read()).toEqual(['C']);
  });

  describe('of an owner', () => {
    test('takes no write of the former one, in any form', async () => {
      const former = await open({ now: 1 });
      await add(former, 'A');
      const next = await open({ now: 2 });
      const writes: Record<string, () => Promise<unknown>> = {
        transaction: () => add(former, 'late'),
        batch: () => former.batch(["INSERT INTO queues (name, color) VALUES ('late', '#2')"]),
        statement: () => former.db.insert(queues).values({ name: 'late', color: '#3' }),
        returning: () => former.db.update(queues).set({ name: 'late' }).returning(),
        raw: () => former.client.execute("DELETE FROM queues WHERE name = 'A'"),
        common: () => former.client.execute("WITH a AS (SELECT 1) DELETE FROM queues WHERE name = 'A'"),
        migration: () => former.client.migrate(["INSERT INTO queues (name, color) VALUES ('late', '#4')"]),
      };
      for (const [way, write] of Object.entries(writes)) {
        const error = await write().catch((reason: unknown) => reason);
        expect({ way, error: codeOf(error) }).toEqual({ way, error: 'ERR_NOT_OWNER' });
      }
      expect(await names(next)).toEqual(['A']);
      await add(next, 'B');
      expect(await names(next)).toEqual(['A', 'B']);
    });

    test('a transaction that began before it does not commit after it', async () => {
      const former = await open({ now: 1 });
      const begun = await former.client.transaction('write');
      await begun.execute("INSERT INTO queues (name, color) VALUES ('late', '#2')");
      const [next] = await Promise.all([open({ now: 2 }), begun.commit().catch((error: unknown) => error)]);
      // The server lets one transaction write at a time, so the former's is whole before the epoch rises, or nothing.
      const late = await names(next);
      await expect(add(former, 'later')).rejects.toThrow('ERR_NOT_OWNER');
      expect(await names(next)).toEqual(late);
    });

    test('that has ended is refused before anything is sent', async () => {
      const epoch = { now: 1 };
      const database = await open(epoch);
      Object.defineProperty(epoch, 'now', {
        get() {
          throw new Error('ended');
        },
      });
      const before = await database.client.execute('SELECT count(*) FROM queues');
      await expect(add(database, 'A')).rejects.toThrow('ended');
      expect(before.rows).toHaveLength(1);
    });

    test('with a lower epoch than the present one cannot begin', async () => {
      await open({ now: 5 });
      await expect(open({ now: 4 })).rejects.toThrow('ERR_NOT_OWNER');
      await open({ now: 5 });
    });
  });

  test('is reached again after a crash of the server, with all that was committed', async () => {
    const database = await open({ now: 1 });
    await add(database, 'A');
    await server.kill();
    const error = await add(database, 'lost').catch((reason: unknown) => reason);
    expect(isDatabaseTrouble(error)).toBe(true);
    const reading = await names(database).catch((reason: unknown) => reason);
    expect(isDatabaseTrouble(reading)).toBe(true);
    await server.start();
    await add(database, 'B');
    expect(await names(database)).toEqual(['A', 'B']);
  });

  test('of the platform is written by several nodes, and read anew after a second', async () => {
    await namespaces.create('platform');
    let ticks = 0;
    const lockWait = { ...systemLockWait, ticks: () => ticks };
    const openOne = () =>
      openDatabase({
        namespace: { server, name: 'platform', isShared: true },
        schema: platformSchema,
        migrations: PLATFORM_MIGRATIONS,
        lockWait,
      });
    const [one, other] = [await openOne(), await openOne()];
    opened.push(one, other);
    const { companies } = platformSchema;
    const read = () =>
      other.remember([companies], 'all', () => other.db.select({ name: companies.name }).from(companies));
    expect(await read()).toEqual([]);
    await one.write((tx) => tx.insert(companies).values({ name: 'Aurora' }));
    expect(await read()).toEqual([]);
    ticks += 1_000;
    expect(await read()).toEqual([{ name: 'Aurora' }]);
    await other.write((tx) =>
      tx.update(companies).set({ name: 'Boreal' }).where(eq(companies.name, 'Aurora')),
    );
    expect(await read()).toEqual([{ name: 'Boreal' }]);
    expect(await one.db.get(sql`SELECT count(*) FROM companies`)).toBeDefined();
  });
});

describeWithSqld('namespaces', () => {
  test('are made once and can be removed', async () => {
    const server = await startSqld();
    const namespaces = createNamespaces(server);
    expect(await namespaces.has('company-1')).toBe(false);
    await namespaces.create('company-1');
    expect(await namespaces.has('company-1')).toBe(true);
    await expect(namespaces.create('company-1')).rejects.toThrow('ERR_COMPANY_NUMBER_TAKEN');
    await namespaces.remove('company-1');
    await namespaces.remove('company-1');
    expect(await namespaces.has('company-1')).toBe(false);
    await server.stop();
  });
});

describeWithSqld('a server that', () => {
  const isRefused = (server: DatabaseServer) => requireServer(server, 'platform');

  test('is not reached, or refuses key or token, is reported by its setting', async () => {
    const nowhere = `http://127.0.0.1:${freePort()}`;
    const { publicKey, token } = freshToken();
    const server = await startSqld({ adminKey: 'sesame', publicKey });
    const known = { url: server.url, adminUrl: server.adminUrl, adminKey: 'sesame', token };
    await createNamespaces(known).create('platform');
    await isRefused(known);
    await expect(isRefused({ ...known, adminUrl: nowhere })).rejects.toThrow('DATABASE_ADMIN_URL: ');
    await expect(isRefused({ ...known, adminKey: 'other' })).rejects.toThrow('answered 401');
    await expect(isRefused({ ...known, url: nowhere })).rejects.toThrow('DATABASE_URL: ');
    await expect(isRefused({ ...known, token: 'other' })).rejects.toThrow('DATABASE_TOKEN: ');
    await server.stop();
  });

  test('never answers is given up', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const asked = fetchFrom('company-1', 20)(`http://127.0.0.1:${port}`);
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
    server.closeAllConnections();
    server.close();
  });
});
