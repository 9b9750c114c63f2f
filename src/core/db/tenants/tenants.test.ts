import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { companies, hibernatedCompanies } from '@db/platform/schema/index.ts';
import { queues } from '@db/tenant/schema/index.ts';
import { yieldToLoop } from '../../clock.ts';
import { createLog } from '../../log.ts';
import { openPlatform, type PlatformDatabase } from '../platform-database.ts';
import { type Ahead, openHibernation } from './hibernation.ts';
import type { Tenants, TenantsOptions } from './tenant-store.ts';
import { createTenants, type TenantDatabase, writeTemplate } from './tenants.ts';

const NOW = new Date('2026-03-10T15:00:00Z');
const NOTHING: Ahead = { dueAt: null, worksAtStart: false };

let dir: string;
let platform: PlatformDatabase;
let tenants: Tenants;
let ticks: number;
let ahead: Ahead | undefined;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-tenants-'));
  await writeTemplate(join(dir, 'template.db'));
  platform = await openPlatform(dir);
  await platform.write((tx) =>
    tx.insert(companies).values(Array.from({ length: 60 }, (_, n) => ({ name: `Empresa ${n}` }))),
  );
  ticks = 0;
  ahead = NOTHING;
  tenants = await openTenants();
});
afterEach(async () => {
  await tenants.closeAll();
  await platform.close();
  rmSync(dir, { recursive: true });
});

async function openTenants(options: Partial<TenantsOptions> = {}, kinds = ['a', 'b']): Promise<Tenants> {
  return createTenants({
    dataDir: dir,
    ticks: () => ticks,
    template: join(dir, 'template.db'),
    hibernating: {
      hibernation: await openHibernation(platform, kinds, createLog('silent')),
      lookAhead: async () => ahead,
      now: () => NOW,
    },
    ...options,
  });
}

async function open(companyId: number): Promise<TenantDatabase> {
  if (!existsSync(tenants.folder(companyId))) await tenants.create(companyId);
  return tenants.open(companyId);
}

async function idle(): Promise<void> {
  await tenants.sweep();
  ticks += 60_001;
}

const addQueue = (database: TenantDatabase, name: string) =>
  database.write((tx) => tx.insert(queues).values({ name, color: name }));
const queueNames = async (database: TenantDatabase) =>
  (await database.db.select({ name: queues.name }).from(queues)).map(({ name }) => name);
const hibernatedIds = async () =>
  (await platform.db.select().from(hibernatedCompanies)).map(({ companyId }) => companyId);
const openFiles = () => readdirSync('/proc/self/fd').length;

describe('an idle company', () => {
  test('is closed after a minute unless it is busy', async () => {
    await open(1);
    const used = await open(2);
    const busy = await open(3);
    expect(await tenants.sweep()).toBe(0);
    let release = (): void => undefined;
    const work = busy.queue.run(() => new Promise<void>((resolve) => (release = resolve)));
    ticks += 60_001;
    await used.db.select().from(queues);
    expect(await tenants.sweep()).toBe(1);
    expect(tenants.openIds()).toEqual([2, 3]);
    release();
    await work;
  });

  test('is closed by the next of two sweeps about a minute apart', async () => {
    const { db } = await open(1);
    await db.select().from(queues);
    expect(await tenants.sweep()).toBe(0);
    ticks += 59_990;
    expect(await tenants.sweep()).toBe(1);
  });

  test('reopens at its next use with one shared database', async () => {
    const stored = await open(1);
    await addQueue(stored, 'Vendas');
    await idle();
    expect(await tenants.sweep()).toBe(1);
    expect(tenants.size).toBe(0);
    const [again, names] = await Promise.all([open(1), queueNames(stored)]);
    expect(again).toBe(stored);
    expect(names).toEqual(['Vendas']);
    expect(tenants.openIds()).toEqual([1]);
    await Promise.all([addQueue(stored, 'Suporte'), addQueue(again, 'Financeiro')]);
    expect(await queueNames(again)).toHaveLength(3);
  });

  test('stays open while work is due', async () => {
    await open(1);
    ahead = { dueAt: new Date(NOW.getTime()), worksAtStart: false };
    await idle();
    expect(await tenants.sweep()).toBe(0);
    ahead = { dueAt: new Date(NOW.getTime() + 1), worksAtStart: false };
    expect(await tenants.sweep()).toBe(1);
  });

  test('releases its file descriptors', async () => {
    const before = openFiles();
    for (let id = 1; id <= 20; id += 1) await queueNames(await open(id));
    expect(openFiles()).toBeGreaterThanOrEqual(before + 60);
    await idle();
    expect(await tenants.sweep()).toBe(20);
    for (let turn = 0; turn < 5_000 && openFiles() > before + 5; turn += 1) {
      if (turn % 100 === 99) Bun.gc(true);
      await yieldToLoop();
    }
    expect(openFiles()).toBeLessThanOrEqual(before + 5);
  });
});

describe('limit of open companies', () => {
  test('closes the least recently used and releases its files', async () => {
    await tenants.closeAll();
    tenants = await openTenants({ most: 5 });
    const before = openFiles();
    let most = 0;
    for (let id = 1; id <= 60; id += 1) {
      ticks += 1;
      await queueNames(await open(id));
      most = Math.max(most, openFiles() - before);
      expect(tenants.size).toBeLessThanOrEqual(5);
    }
    // At the limit a tenth of it is closed at once.
    expect(tenants.openIds()).toEqual([57, 58, 59, 60]);
    expect(most).toBeLessThanOrEqual(8 * 5);
  });

  test('serves concurrent requests for more companies than the limit', async () => {
    await tenants.closeAll();
    tenants = await openTenants({ most: 3 });
    const ids = Array.from({ length: 40 }, (_, n) => n + 1);
    await Promise.all(ids.map(async (id) => addQueue(await open(id), `Fila ${id}`)));
    const names = await Promise.all(ids.map(async (id) => (await queueNames(await open(id)))[0]));
    expect(names).toEqual(ids.map((id) => `Fila ${id}`));
  });
});

describe('hibernation record of a company', () => {
  test('is written on closing and removed before opening', async () => {
    const database = await open(1);
    expect(await hibernatedIds()).toEqual([]);
    ahead = { dueAt: new Date(NOW.getTime() + 5_000), worksAtStart: true };
    expect(await tenants.hibernate(1)).toBe(true);
    expect(tenants.ahead(1)).toEqual(ahead);
    await platform.queue.idle();
    expect(await hibernatedIds()).toEqual([1]);
    const seen: number[][] = [];
    await database.write(async (tx) => {
      seen.push(await hibernatedIds());
      await tx.insert(queues).values({ name: 'Vendas', color: '#1' });
    });
    expect(seen).toEqual([[]]);
    expect(tenants.ahead(1)).toBeUndefined();
  });

  test('stays correct with concurrent writes', async () => {
    const database = await open(1);
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.all([tenants.hibernate(1), addQueue(database, `Fila ${turn}`), tenants.hibernate(1)]);
      await platform.queue.idle();
      expect(await hibernatedIds()).toEqual(tenants.openIds().includes(1) ? [] : [1]);
    }
    expect(await queueNames(database)).toHaveLength(20);
  });

  test('survives a shutdown but neither a crash nor other job kinds', async () => {
    await open(1);
    await open(2);
    await tenants.closeAll();
    const afterStop = await openTenants();
    expect([afterStop.ahead(1), afterStop.ahead(2)]).toEqual([NOTHING, NOTHING]);
    await afterStop.open(1);
    const afterCrash = await openTenants();
    expect([afterCrash.ahead(1), afterCrash.ahead(2)]).toEqual([undefined, NOTHING]);
    const newer = await openTenants({}, ['a', 'b', 'c']);
    expect(newer.ahead(2)).toBeUndefined();
    await afterStop.closeAll();
  });

  test('is absent when the next due time is unknown', async () => {
    await open(1);
    ahead = undefined;
    await idle();
    expect(await tenants.sweep()).toBe(1);
    expect(tenants.ahead(1)).toBeUndefined();
    expect(await hibernatedIds()).toEqual([]);
  });
});
