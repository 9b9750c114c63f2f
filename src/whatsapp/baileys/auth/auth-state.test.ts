import { afterEach, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initAuthCreds, proto, type SignalDataSet } from '@whiskeysockets/baileys';
import type { SessionStore } from '../../port.ts';
import { LibsqlStore, MemoryStore } from '../../stores.test-support.ts';
import { AuthState, JOURNAL_TYPE } from './auth-state.ts';
import { makeCipher } from './cipher.ts';

const cipher = makeCipher(Buffer.alloc(32, 1));
const cleanUps: (() => Promise<void>)[] = [];

async function libsqlStore(): Promise<SessionStore> {
  const folder = await mkdtemp(join(tmpdir(), 'auth-state-'));
  const store = await LibsqlStore.open(join(folder, 'session.db'));
  cleanUps.push(async () => {
    store.close();
    await rm(folder, { recursive: true });
  });
  return store;
}

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

describe.each([
  ['memory', async (): Promise<SessionStore> => new MemoryStore()],
  ['libSQL', libsqlStore],
])('credentials and keys in a %s store', (_name, open) => {
  test('are restored as Buffers and protobufs in another process', async () => {
    const store = await open();
    const first = await AuthState.open(store, cipher);
    first.creds.account = { details: Buffer.from('details') };
    first.creds.me = { id: '5511:1@s.whatsapp.net' };
    await first.saveCreds();
    const keyData = proto.Message.AppStateSyncKeyData.fromObject({ keyData: Buffer.from('secret') });
    await first.lease().auth.keys.set({
      session: { 'a.0': { _sessions: { x: 1 }, version: 'v1' } as unknown as Uint8Array },
      'pre-key': { 7: { public: Buffer.from('p'), private: Buffer.from('q') } },
      'lid-mapping': { 5511: '99' },
      'app-state-sync-key': { k: keyData },
    });

    const second = await AuthState.open(store, cipher);
    expect(second.creds).toEqual(first.creds);
    expect(second.creds.noiseKey.private).toBeInstanceOf(Buffer);
    const { keys } = second.lease().auth;
    expect(await keys.get('pre-key', ['7', '8'])).toEqual({
      7: { public: Buffer.from('p'), private: Buffer.from('q') },
    });
    expect(await keys.get('session', ['a.0'])).toEqual({
      'a.0': { _sessions: { x: 1 }, version: 'v1' } as unknown as Uint8Array,
    });
    const { k } = await keys.get('app-state-sync-key', ['k']);
    expect(k).toBeInstanceOf(proto.Message.AppStateSyncKeyData);
    expect(await second.mappedUser('5511')).toBe('99');
    expect(await second.mappedUser('5512')).toBeNull();
  });

  test('null deletes a key, and journal rows share the transaction', async () => {
    const store = await open();
    const state = await AuthState.open(store, cipher);
    const { keys } = state.lease().auth;
    await keys.set({ 'identity-key': { a: Buffer.from('1'), b: Buffer.from('2') } });
    const both = { 'identity-key': { a: null }, [JOURNAL_TYPE]: { row: Buffer.from('text') } };
    await keys.set(both as unknown as SignalDataSet);
    expect(Object.keys(await keys.get('identity-key', ['a', 'b']))).toEqual(['b']);
    const [row] = await store.readJournal(10);
    expect(row?.id).toBe('row');
    expect(cipher.open('journal:row', row?.value ?? new Uint8Array()).toString()).toBe('text');
  });

  test('wiping deletes keys and creates a new account but preserves the journal', async () => {
    const store = await open();
    const state = await AuthState.open(store, cipher);
    const { keys } = state.lease().auth;
    const row = { [JOURNAL_TYPE]: { row: Buffer.from('text') } };
    await keys.set({ 'lid-mapping': { a: 'b' }, ...row } as unknown as SignalDataSet);
    const { noiseKey } = state.creds;
    await state.wipe();
    expect(state.creds.noiseKey).not.toEqual(noiseKey);
    expect(await state.mappedUser('a')).toBeNull();
    expect(await store.readJournal(10)).toHaveLength(1);
  });
});

test('one set is one transaction, and a failed one changes nothing', async () => {
  const store = new MemoryStore();
  const state = await AuthState.open(store, cipher);
  const { keys } = state.lease().auth;
  await keys.set({ session: { a: Buffer.from('1'), b: Buffer.from('2') }, 'lid-mapping': { c: 'd' } });
  expect(store.applied).toHaveLength(1);
  store.failing = 1;
  expect(keys.set({ 'lid-mapping': { c: 'e' } })).rejects.toThrow('disk full');
  expect(await keys.get('lid-mapping', ['c'])).toEqual({ c: 'd' });
});

test('a cached value cannot be modified in place', async () => {
  const state = await AuthState.open(new MemoryStore(), cipher);
  const { keys } = state.lease().auth;
  await keys.set({ 'device-list': { a: ['0'] } });
  (await keys.get('device-list', ['a'])).a?.push('1');
  expect(await keys.get('device-list', ['a'])).toEqual({ a: ['0'] });
});

test('a socket reads and writes nothing after its lease ends', async () => {
  const store = new MemoryStore();
  const state = await AuthState.open(store, cipher);
  const lease = state.lease();
  lease.end();
  expect(lease.auth.keys.set({ 'lid-mapping': { a: 'b' } })).rejects.toThrow();
  expect(lease.auth.keys.get('lid-mapping', ['a'])).rejects.toThrow();
  expect(store.applied).toEqual([]);
});

test('an unfinished pairing by code is discarded', async () => {
  const store = new MemoryStore();
  const state = await AuthState.open(store, cipher);
  state.creds.me = { id: '5511@s.whatsapp.net', name: '~' };
  await state.saveCreds();
  expect((await AuthState.open(store, cipher)).creds.me).toBeUndefined();
  state.dropUnfinishedPairing();
  expect(state.creds.me).toBeUndefined();
});

test('decryption fails with another key, another row name or a changed byte', async () => {
  const encrypted = cipher.encrypt('a', Buffer.from('text'));
  expect(cipher.open('a', encrypted).toString()).toBe('text');
  expect(() => cipher.open('b', encrypted)).toThrow();
  expect(() => makeCipher(Buffer.alloc(32, 2)).open('a', encrypted)).toThrow();
  const bent = Buffer.from(encrypted);
  bent[bent.length - 1] = (bent[bent.length - 1] ?? 0) ^ 1;
  expect(() => cipher.open('a', bent)).toThrow();
  expect(() => cipher.open('a', Buffer.alloc(3))).toThrow();
  expect(() => makeCipher(Buffer.alloc(16))).toThrow();
  expect(Buffer.from(encrypted).equals(cipher.encrypt('a', Buffer.from('text')))).toBe(false);
});

test('credentials encrypted with another key raise an error instead of a new account', async () => {
  const store = new MemoryStore();
  const state = await AuthState.open(store, cipher);
  state.creds = { ...initAuthCreds(), account: {} };
  await state.saveCreds();
  expect(AuthState.open(store, makeCipher(Buffer.alloc(32, 2)))).rejects.toThrow();
});

test('a burst of writes does not block the event loop', async () => {
  const state = await AuthState.open(new MemoryStore(), cipher);
  const { keys } = state.lease().auth;
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  for (let n = 0; n < 400; n++) await keys.set({ 'lid-mapping': { [n]: 'x' } });
  isOver = true;
  expect(turns).toBeGreaterThan(50);
});
