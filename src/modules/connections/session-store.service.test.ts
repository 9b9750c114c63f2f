import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connections } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Tenants } from '@/core/db/tenants/tenant-store.ts';
import { createTenants } from '@/core/db/tenants/tenants.ts';
import type { SessionStore } from '@/whatsapp/port.ts';
import { createSessionStores } from './session-store.service.ts';

const AURORA = 1;
const BOREAL = 2;

let dataDir: string;
let tenants: Tenants;
let store: SessionStore;

async function addConnection(companyId: number, id: number): Promise<void> {
  const database = await tenants.open(companyId);
  await database.write((tx) => tx.insert(connections).values({ id, name: `Loja ${id}` }));
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'session-store-'));
  tenants = createTenants({ dataDir, ticks: () => 0 });
  for (const companyId of [AURORA, BOREAL]) await tenants.create(companyId);
  await addConnection(AURORA, 1);
  await addConnection(AURORA, 2);
  await addConnection(BOREAL, 1);
  store = createSessionStores(tenants)({ companyId: AURORA, connectionId: 1 });
});

afterEach(async () => {
  await tenants.closeAll();
  await rm(dataDir, { recursive: true, force: true });
});

const bytes = (...values: number[]) => Uint8Array.from(values);
const list = (found: Map<string, Uint8Array>) => [...found].map(([key, value]) => [key, [...value]]).sort();

describe('session keys', () => {
  test('return bytes unchanged, including empty values and buffer views', async () => {
    const every = Uint8Array.from({ length: 256 }, (_, n) => n);
    const view = new Uint8Array(every.buffer, 100, 5);
    await store.apply([
      { kind: 'set', key: 'every', value: every },
      { kind: 'set', key: 'empty', value: bytes() },
      { kind: 'set', key: 'view', value: view },
      { kind: 'set', key: 'pooled', value: Buffer.from('ação') },
    ]);
    const found = await store.read(['every', 'empty', 'view', 'pooled', 'missing']);
    expect(found.get('every')).toEqual(Buffer.from(every));
    expect(found.get('empty')?.length).toBe(0);
    expect([...(found.get('view') ?? [])]).toEqual([100, 101, 102, 103, 104]);
    expect(Buffer.from(found.get('pooled') ?? []).toString()).toBe('ação');
    expect(found.has('missing')).toBe(false);
  });

  test('keep the last write, also within a batch', async () => {
    await store.apply([{ kind: 'set', key: 'a', value: bytes(1) }]);
    await store.apply([
      { kind: 'set', key: 'a', value: bytes(2) },
      { kind: 'set', key: 'b', value: bytes(3) },
      { kind: 'delete', key: 'b' },
      { kind: 'delete', key: 'c' },
      { kind: 'set', key: 'c', value: bytes(4) },
    ]);
    expect(list(await store.read(['a', 'b', 'c']))).toEqual([
      ['a', [2]],
      ['c', [4]],
    ]);
  });

  test('store more rows than one statement can bind', async () => {
    const many = Array.from({ length: 12_000 }, (_, n) => `pre-key:${n}`);
    await store.apply(many.map((key, n) => ({ kind: 'set' as const, key, value: bytes(n % 256) })));
    const found = await store.read(many);
    expect(found.size).toBe(12_000);
    expect([...(found.get('pre-key:11999') ?? [])]).toEqual([11_999 % 256]);
  });

  test('do nothing for empty lists', async () => {
    await store.apply([]);
    await store.forgetJournal([]);
    expect((await store.read([])).size).toBe(0);
  });
});

describe('session journal', () => {
  test('keeps the order of arrival over several writes', async () => {
    await store.apply([
      { kind: 'journal', id: 'z', value: bytes(1) },
      { kind: 'journal', id: 'a', value: bytes(2) },
    ]);
    await store.apply([{ kind: 'journal', id: 'm', value: bytes(3) }]);
    const rows = await store.readJournal(10);
    expect(rows.map(({ id, value }) => [id, [...value]])).toEqual([
      ['z', [1]],
      ['a', [2]],
      ['m', [3]],
    ]);
    expect((await store.readJournal(2)).map(({ id }) => id)).toEqual(['z', 'a']);
    await store.forgetJournal(['z', 'unknown']);
    expect((await store.readJournal(10)).map(({ id }) => id)).toEqual(['a', 'm']);
  });

  test('never reuses a position after an entry is deleted', async () => {
    await store.apply([{ kind: 'journal', id: 'first', value: bytes(1) }]);
    await store.apply([{ kind: 'journal', id: 'second', value: bytes(2) }]);
    await store.forgetJournal(['second']);
    await store.apply([{ kind: 'journal', id: 'third', value: bytes(3) }]);
    expect((await store.readJournal(10)).map(({ id }) => id)).toEqual(['first', 'third']);
  });

  test('survives wiping the pairing', async () => {
    await store.apply([
      { kind: 'set', key: 'creds', value: bytes(1) },
      { kind: 'journal', id: 'message', value: bytes(2) },
    ]);
    await store.wipe();
    expect((await store.read(['creds'])).size).toBe(0);
    expect((await store.readJournal(10)).map(({ id }) => id)).toEqual(['message']);
  });
});

describe('crash safety', () => {
  test('writes the ratchet and its journal entry together or not at all', async () => {
    const database = await tenants.open(AURORA);
    await database.client.execute(
      "CREATE TRIGGER refuse BEFORE INSERT ON session_journal WHEN NEW.entry_id = 'bad' BEGIN SELECT RAISE(ABORT, 'disk full'); END",
    );
    await store.apply([{ kind: 'set', key: 'ratchet', value: bytes(1) }]);
    const write = store.apply([
      { kind: 'set', key: 'ratchet', value: bytes(2) },
      { kind: 'delete', key: 'pre-key:1' },
      { kind: 'journal', id: 'bad', value: bytes(9) },
    ]);
    expect(
      await write.then(
        () => 'written',
        () => 'refused',
      ),
    ).toBe('refused');
    expect(list(await store.read(['ratchet']))).toEqual([['ratchet', [1]]]);
    expect(await store.readJournal(10)).toEqual([]);
  });

  test('makes applied changes readable to the next process', async () => {
    await store.apply([
      { kind: 'set', key: 'creds', value: bytes(7) },
      { kind: 'journal', id: 'message', value: bytes(8) },
    ]);
    const next = createTenants({ dataDir, ticks: () => 0 });
    const reopened = createSessionStores(next)({ companyId: AURORA, connectionId: 1 });
    expect(list(await reopened.read(['creds']))).toEqual([['creds', [7]]]);
    expect((await reopened.readJournal(1)).map(({ id }) => id)).toEqual(['message']);
    await next.closeAll();
  });

  test('keeps working after the company’s database was closed', async () => {
    await store.apply([{ kind: 'set', key: 'creds', value: bytes(7) }]);
    await tenants.closeAll();
    expect(list(await store.read(['creds']))).toEqual([['creds', [7]]]);
  });
});

describe('session store isolation', () => {
  test('separates connections of one company and of two', async () => {
    const stores = createSessionStores(tenants);
    const sister = stores({ companyId: AURORA, connectionId: 2 });
    const stranger = stores({ companyId: BOREAL, connectionId: 1 });
    for (const [n, one] of [store, sister, stranger].entries()) {
      await one.apply([
        { kind: 'set', key: 'creds', value: bytes(n) },
        { kind: 'journal', id: 'same', value: bytes(n) },
      ]);
    }
    await store.forgetJournal(['same']);
    await store.wipe();
    for (const [n, one] of [sister, stranger].entries()) {
      expect(list(await one.read(['creds']))).toEqual([['creds', [n + 1]]]);
      expect(await one.readJournal(10)).toHaveLength(1);
    }
  });

  test('deletes entries with their connection and refuses later writes', async () => {
    await store.apply([
      { kind: 'set', key: 'creds', value: bytes(1) },
      { kind: 'journal', id: 'message', value: bytes(2) },
    ]);
    const database = await tenants.open(AURORA);
    await database.write((tx) => tx.delete(connections).where(eq(connections.id, 1)));
    expect((await store.read(['creds'])).size).toBe(0);
    expect(await store.readJournal(10)).toEqual([]);
    const late = store.apply([{ kind: 'set', key: 'creds', value: bytes(3) }]);
    expect(
      await late.then(
        () => 'written',
        () => 'refused',
      ),
    ).toBe('refused');
  });
});
