import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { isAuthorityTrusted, startTestNetwork } from '@demo/whatsapp/app.test-support.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { App, target } from './app.test-support.ts';
import { MemoryStore } from './stores.test-support.ts';

let network: Network;
let owner: Phone;
let ana: Phone;
const apps: App[] = [];
let numbers = 0;
/** Five seconds, and time for a busy machine; Baileys itself waits for a minute. */
const STOP_MS = 20_000;

function app(...options: ConstructorParameters<typeof App> extends [unknown, ...infer R] ? R : never): App {
  const made = new App(network, ...options);
  apps.push(made);
  return made;
}

describe.skipIf(!isAuthorityTrusted())('sessions', () => {
  beforeAll(async () => {
    network = await startTestNetwork();
  });
  afterAll(() => network.stop());
  afterEach(async () => {
    await network.faults.clear();
    await Promise.all(apps.splice(0).map((made) => made.whatsapp.stopAll()));
  });

  function people(): void {
    numbers++;
    owner = network.phone({ number: `55119910000${String(numbers).padStart(2, '0')}`, name: 'Aurora' });
    ana = network.phone({ number: `55119920000${String(numbers).padStart(2, '0')}`, name: 'Ana' });
  }

  test('pair by QR code, reopen at once after 515 and store the number', async () => {
    people();
    const one = app();
    await one.pair(owner);
    const statuses = one.listener.states.map(({ status }) => status);
    expect(statuses).toEqual(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED']);
    expect(one.state).toEqual({
      status: 'CONNECTED',
      qrcode: '',
      pairingCode: '',
      retries: 0,
      trouble: null,
      number: owner.number,
    });
    expect(one.listener.states[1]?.qrcode).toStartWith('https://wa.me/settings/linked_devices#');
  });

  test('of a company all end with it, also one that is being opened', async () => {
    people();
    const one = app();
    await one.pair(owner);
    const starting = [one.whatsapp.stop(target), one.whatsapp.start(target)];
    await one.whatsapp.stopCompany(target.companyId + 1);
    await one.whatsapp.stopCompany(target.companyId);
    await Promise.all(starting);
    expect(one.whatsapp.states()).toEqual([]);
    expect([...owner.devices.values()].some(({ isConnected }) => isConnected)).toBe(false);
  });

  test('pair by code', async () => {
    people();
    const one = app();
    const code = await one.whatsapp.requestPairingCode(target, owner.number);
    expect(code).toHaveLength(8);
    await one.status('PAIRING');
    expect(one.state?.pairingCode).toBe(code);
    await owner.enterCode(code);
    await one.status('CONNECTED');
    expect(one.listener.states.some(({ status }) => status === 'qrcode')).toBe(false);
    expect(one.state).toMatchObject({ pairingCode: '', number: owner.number });
  });

  test('an unused pairing code leaves no partial account behind', async () => {
    people();
    const one = app();
    await one.whatsapp.requestPairingCode(target, owner.number);
    await one.whatsapp.start(target);
    await one.status('qrcode');
    await owner.scan(one.state?.qrcode ?? '');
    await one.status('CONNECTED');
  });

  test.each([
    ['our own limit', 2, 2],
    ['WhatsApp runs out of codes', 99, 6],
  ])('stop when the QR code is not scanned: %s', async (_name, maxQrCodes, shown) => {
    const one = app(undefined, { qrMs: 15, maxQrCodes });
    await one.whatsapp.start(target);
    await one.status('DISCONNECTED');
    expect(one.state).toMatchObject({ trouble: 'qr_expired', qrcode: '' });
    expect(one.listener.states.filter(({ qrcode }) => qrcode !== '')).toHaveLength(shown);
  });

  test('refuse a pairing code for an invalid number', async () => {
    const one = app();
    await expect(one.whatsapp.requestPairingCode(target, '+55 11')).rejects.toMatchObject({
      code: 'refused',
    });
  });

  test('continue from the store in another process', async () => {
    people();
    const one = app();
    await one.pair(owner);
    await one.whatsapp.stopAll();
    expect(one.state).toMatchObject({ status: 'DISCONNECTED', trouble: null });
    expect(one.whatsapp.find(target)).toBeUndefined();
    const two = app(one.store);
    await two.whatsapp.start(target);
    await two.status('CONNECTED');
    expect(two.listener.states.map(({ status }) => status)).toEqual(['OPENING', 'CONNECTED']);
    const { id } = await ana.send(owner, { text: 'still there?' });
    expect(await two.content(id)).toEqual({ type: 'text', text: 'still there?' });
  });

  test('starting twice leaves one socket', async () => {
    people();
    const one = app();
    await one.pair(owner);
    await Promise.all([one.whatsapp.start(target), one.whatsapp.start(target), one.whatsapp.start(target)]);
    await one.status('CONNECTED');
    await network.until(
      () => [...network.connections].filter(({ device }) => device?.phone === owner).length === 1,
      8000,
      'one socket',
    );
    const { id } = await ana.send(owner, { text: 'once' });
    await one.message(id);
    expect(one.listener.messages.filter((message) => message.id === id)).toHaveLength(1);
  });

  test('unlinked by the phone, wipe credentials, stay closed and show a new QR code on demand', async () => {
    people();
    const store = new MemoryStore();
    const one = app(store);
    await one.pair(owner);
    owner.unlink();
    await one.status('DISCONNECTED');
    expect(one.state).toMatchObject({ trouble: 'logged_out', number: null });
    expect(store.rows.size).toBe(0);
    await one.whatsapp.start(target);
    await one.status('qrcode');
  });

  test('replaced elsewhere, stay closed and preserve the credentials', async () => {
    people();
    const store = new MemoryStore();
    const one = app(store);
    await one.pair(owner);
    network.faults.streamError('replaced', owner.number);
    await one.status('DISCONNECTED');
    expect(one.state?.trouble).toBe('replaced');
    expect(store.rows.has('creds')).toBe(true);
    expect([...network.connections].some(({ device }) => device?.phone === owner)).toBe(false);
    await one.whatsapp.start(target);
    await one.status('CONNECTED');
  });

  test.each([
    [403, 'banned'],
    [405, 'outdated'],
  ] as const)('login refused with %d: stays closed as %s', async (code, trouble) => {
    people();
    const one = app();
    await one.pair(owner);
    await one.whatsapp.stop(target);
    network.faults.failLogins(code, 1, owner.number);
    await one.whatsapp.start(target);
    await network.until(() => one.state?.trouble === trouble, 30_000, trouble);
    expect(one.state?.status).toBe('DISCONNECTED');
  });

  test('reconnect after a cut and receive messages sent in the meantime', async () => {
    people();
    const one = app();
    await one.pair(owner);
    network.faults.failLogins(503, 3, owner.number);
    network.faults.cut(owner.number);
    await one.status('TIMEOUT');
    const { id } = await ana.send(owner, { text: 'while you were away' });
    await one.status('CONNECTED');
    expect(await one.message(id)).toMatchObject({ offline: true, fromMe: false });
    const retries = one.listener.states.map((state) => state.retries);
    expect(Math.max(...retries)).toBe(4);
    expect(one.state).toMatchObject({ retries: 0, trouble: null });
  });

  test('detect and retry HTTP 503 at the upgrade', async () => {
    people();
    const one = app();
    await one.pair(owner);
    await one.whatsapp.stop(target);
    network.faults.failUpgrades(503);
    await one.whatsapp.start(target);
    await network.until(() => (one.state?.retries ?? 0) >= 2, 30_000, 'two failures');
    expect(one.state).toMatchObject({ status: 'TIMEOUT', trouble: 'server' });
    network.faults.failUpgrades(null);
    await one.status('CONNECTED');
  });

  test('retry a refused TCP connection as a network failure', async () => {
    people();
    const one = app();
    await one.pair(owner);
    network.faults.refuse();
    network.faults.cut(owner.number);
    await network.until(() => (one.state?.retries ?? 0) >= 2, 30_000, 'two failures');
    expect(one.state).toMatchObject({ trouble: 'network' });
    await network.faults.accept();
    await one.status('CONNECTED');
  });

  test('the watchdog closes a silent socket and rejects pending acks', async () => {
    people();
    const one = app(undefined, { keepAliveMs: 150, silentMs: 2_000 });
    await one.pair(owner);
    await one.send(ana.jid, { type: 'text', text: 'warm' });
    network.faults.mute(owner.number);
    const failed = one.send(ana.jid, { type: 'text', text: 'into the void' });
    const refusal = expect(failed).rejects.toMatchObject({ code: 'not_connected', retry: true });
    await network.until(() => (one.state?.retries ?? 0) >= 1, 30_000, 'noticing');
    await refusal;
    network.faults.unmute();
    await one.status('CONNECTED');
  });

  test('logout informs the phone and deletes everything but the journal', async () => {
    people();
    const store = new MemoryStore();
    const one = app(store);
    await one.pair(owner);
    await one.whatsapp.logout(target);
    await network.until(() => owner.devices.size === 0, 30_000, 'the phone to know');
    expect(store.rows.size).toBe(0);
    expect(one.state).toMatchObject({ status: 'DISCONNECTED', trouble: null, number: null });
  });

  test('renew discards the pairing and shows a new QR code', async () => {
    people();
    const one = app();
    await one.pair(owner);
    await one.whatsapp.renew(target);
    await one.status('qrcode');
    expect(one.state?.number).toBeNull();
    await owner.scan(one.state?.qrcode ?? '');
    await one.status('CONNECTED');
  });

  test('stop within five seconds on a dead network', async () => {
    people();
    const one = app();
    await one.pair(owner);
    network.faults.mute(owner.number);
    const began = Date.now();
    await one.whatsapp.stopAll();
    expect(Date.now() - began).toBeLessThan(STOP_MS);
    expect(one.state?.status).toBe('DISCONNECTED');
  });

  test('never replace credentials encrypted with another key', async () => {
    people();
    const store = new MemoryStore();
    const one = app(store);
    await one.pair(owner);
    await one.whatsapp.stopAll();
    const ciphertext = store.rows.get('creds') ?? new Uint8Array();
    store.rows.set('creds', Buffer.from(ciphertext).reverse());
    const two = app(store);
    await expect(two.whatsapp.start(target)).rejects.toThrow();
    expect(store.rows.get('creds')).toEqual(Buffer.from(ciphertext).reverse());
  });

  test('log neither text nor keys', async () => {
    people();
    const one = app();
    await one.pair(owner);
    const { id } = await ana.send(owner, { text: 'my secret is 4711' });
    await one.message(id);
    network.faults.cut(owner.number);
    await network.until(() => one.logged.length > 0, 30_000, 'a log line');
    await one.status('CONNECTED');
    expect(one.logged.join('\n')).not.toMatch(/4711|priv|Buffer|rootKey|noiseKey/i);
  });
});
