import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { queues } from '@db/tenant/schema/index.ts';
import { AppError } from '../../errors.ts';
import { systemLockWait } from '../driver/wait-for-lock.ts';
import { createNamespaces } from '../remote/database-server.ts';
import { describeWithSqld, type RunningSqld, startSqld } from '../remote/sqld.test-support.ts';
import { createRemoteTenants, namespaceOf, type RemoteTenants } from './remote-tenants.ts';
import type { TenantDatabase } from './tenants.ts';

describeWithSqld('companies on a libSQL server', () => {
  let server: RunningSqld;
  let companyId = 0;
  let ticks = 0;
  const started: RemoteTenants[] = [];

  beforeAll(async () => {
    server = await startSqld();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    companyId += 1;
    await start().create(companyId);
  });
  afterEach(async () => {
    for (const tenants of started.splice(0)) await tenants.closeAll();
  });

  function start(claim: (tenants: RemoteTenants) => Promise<void> = async () => undefined): RemoteTenants {
    const tenants: RemoteTenants = createRemoteTenants({
      server,
      dataDir: '/nowhere',
      ticks: () => ticks,
      lockWait: { ...systemLockWait, ticks: () => ticks },
      claim: () => claim(tenants),
      holds: () => true,
    });
    started.push(tenants);
    return tenants;
  }

  const add = ({ write }: TenantDatabase, name: string) =>
    write((tx) => tx.insert(queues).values({ name, color: name }).returning());
  const names = async ({ db }: TenantDatabase) =>
    (await db.select().from(queues).orderBy(queues.id)).map((row) => row.name);

  test('are written by the process that took them, and read by all', async () => {
    const [owner, other] = [start(), start()];
    await owner.take(companyId, 1);
    await add(await owner.open(companyId), 'Vendas');
    const reader = await other.open(companyId);
    expect(await names(reader)).toEqual(['Vendas']);
    await expect(add(reader, 'late')).rejects.toThrow('ERR_NOT_OWNER');
    await expect(reader.batch(["INSERT INTO queues (name, color) VALUES ('late', '#1')"])).rejects.toThrow(
      'ERR_NOT_OWNER',
    );
    expect([owner.openIds(), other.openIds()]).toEqual([[companyId], []]);
  });

  test('a reader trusts its answers for a second', async () => {
    const [owner, other] = [start(), start()];
    await owner.take(companyId, 1);
    const reader = await other.open(companyId);
    const remembered = () => reader.remember([queues], 'names', () => names(reader));
    expect(await remembered()).toEqual([]);
    await add(await owner.open(companyId), 'Vendas');
    expect(await remembered()).toEqual([]);
    ticks += 1_000;
    expect(await remembered()).toEqual(['Vendas']);
  });

  test('pass to the next owner, who sees everything, and the former one writes nothing more', async () => {
    const [former, next] = [start(), start()];
    await former.take(companyId, 1);
    const database = await former.open(companyId);
    await add(database, 'A');
    await next.take(companyId, 2);
    await expect(add(database, 'late')).rejects.toThrow('ERR_NOT_OWNER');
    await add(await next.open(companyId), 'B');
    expect(await names(await next.open(companyId))).toEqual(['A', 'B']);
    await expect(former.take(companyId, 1)).rejects.toThrow('ERR_NOT_OWNER');
  });

  test('that are released or lost are refused to those who still have their database', async () => {
    const tenants = start();
    for (const end of ['release', 'drop'] as const) {
      await tenants.take(companyId, 1);
      const database = await tenants.open(companyId);
      await tenants[end](companyId);
      const refusal = await names(database).catch(({ cause }: Error) => cause);
      expect(refusal).toEqual(new AppError('ERR_NOT_OWNER'));
      await expect(add(database, 'late')).rejects.toThrow('ERR_NOT_OWNER');
      expect(tenants.peek(companyId)).toBeUndefined();
      const reader = await tenants.open(companyId);
      expect(await names(reader)).toEqual([]);
      await expect(add(reader, 'late')).rejects.toThrow('ERR_NOT_OWNER');
    }
  });

  test('release waits for what is being written', async () => {
    const tenants = start();
    await tenants.take(companyId, 1);
    const writing = add(await tenants.open(companyId), 'A');
    await tenants.release(companyId);
    await writing;
    expect(await names(await tenants.open(companyId))).toEqual(['A']);
  });

  test('without an owner are claimed when they are opened', async () => {
    const tenants = start((own) => own.take(companyId, 1));
    await add(await tenants.open(companyId), 'A');
    expect(tenants.openIds()).toEqual([companyId]);
  });

  test('are created filled or not at all, and never over another', async () => {
    const tenants = start();
    await expect(tenants.create(companyId)).rejects.toThrow('ERR_COMPANY_NUMBER_TAKEN');
    const next = companyId + 1_000;
    const failing = tenants.create(next, async () => {
      throw new AppError('ERR_INTERNAL');
    });
    await expect(failing).rejects.toThrow('ERR_INTERNAL');
    expect(await createNamespaces(server).has(namespaceOf(next))).toBe(false);
    await tenants.create(next, async (database) => void (await add(database, 'A')));
    expect(await names(await tenants.open(next))).toEqual(['A']);
  });

  test('that are not there are named as missing until they are back', async () => {
    const tenants = start();
    await createNamespaces(server).remove(namespaceOf(companyId));
    await expect(tenants.open(companyId)).rejects.toThrow('ERR_COMPANY_DATA_MISSING');
    await expect(tenants.take(companyId, 1)).rejects.toThrow('ERR_COMPANY_DATA_MISSING');
    expect([tenants.failingIds(), tenants.isThere(companyId)]).toEqual([[companyId], false]);
    await start().create(companyId);
    await tenants.take(companyId, 1);
    expect([tenants.failingIds(), tenants.isThere(companyId)]).toEqual([[], true]);
  });

  test('are opened anew after another database came into their place', async () => {
    const tenants = start();
    await tenants.take(companyId, 3);
    const before = await tenants.open(companyId);
    await add(before, 'A');
    const replaced = tenants.replace(companyId, async () => {
      await createNamespaces(server).remove(namespaceOf(companyId));
      await start().create(companyId);
    });
    await expect(tenants.take(companyId, 4)).rejects.toThrow('ERR_NOT_OWNER');
    const opened = tenants.open(companyId);
    await replaced;
    await expect(add(await opened, 'late')).rejects.toThrow('ERR_NOT_OWNER');
    await tenants.take(companyId, 4);
    await add(await tenants.open(companyId), 'B');
    expect(await names(await tenants.open(companyId))).toEqual(['B']);
    await expect(add(before, 'late')).rejects.toThrow('ERR_NOT_OWNER');
  });

  test('a deleted one is written by nobody, until a node takes it again', async () => {
    const tenants = start();
    await tenants.take(companyId, 1);
    await add(await tenants.open(companyId), 'A');
    await tenants.moveAway(companyId, '/nowhere/bin');
    await expect(add(await tenants.open(companyId), 'late')).rejects.toThrow('ERR_NOT_OWNER');
    await tenants.take(companyId, 2);
    expect(await names(await tenants.open(companyId))).toEqual(['A']);
  });

  test('without rows, as a cut copy leaves it, one is not filled with an empty company', async () => {
    const tenants = start();
    await createNamespaces(server).create(namespaceOf(companyId + 100));
    await expect(tenants.take(companyId + 100, 1)).rejects.toThrow('ERR_COMPANY_DATA_MISSING');
    expect(await tenants.firstFree(companyId)).toBe(companyId + 1);
    expect(await tenants.firstFree(companyId + 100)).toBe(companyId + 101);
  });

  test('an erased one is gone from the server, also when it is erased again', async () => {
    const tenants = start();
    await tenants.take(companyId, 1);
    await tenants.erase(companyId);
    await tenants.erase(companyId);
    expect(await createNamespaces(server).has(namespaceOf(companyId))).toBe(false);
    await expect(tenants.open(companyId)).rejects.toThrow('ERR_COMPANY_DATA_MISSING');
  });

  test('readers that were idle for a minute are forgotten', async () => {
    const [tenants, owner] = [start(), start()];
    await owner.take(companyId, 1);
    await tenants.open(companyId);
    expect([tenants.size, await tenants.sweep(), tenants.size]).toEqual([1, 0, 1]);
    ticks += 60_000;
    expect([await tenants.sweep(), tenants.size]).toEqual([1, 0]);
    ticks += 60_000;
    await owner.sweep();
    expect(owner.openIds()).toEqual([companyId]);
  });
});
