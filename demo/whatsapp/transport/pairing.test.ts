import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { App, isAuthorityTrusted, pairedApp, startTestNetwork } from '../app.test-support.ts';
import type { Network } from '../index.ts';

describe.skipIf(!isAuthorityTrusted())('simulated pairing', () => {
  let network: Network;
  const apps: App[] = [];
  beforeAll(async () => {
    network = await startTestNetwork();
  });
  afterAll(async () => {
    for (const app of apps) app.kill();
    await network.stop();
    expect(network.errors).toEqual([]);
  });
  const open = (app: App) => {
    apps.push(app);
    return app;
  };

  test('by QR: 515, then the restarted app logs in with number and lid', async () => {
    const owner = network.phone({ number: '551140000001', name: 'Loja' });
    const first = open(new App(network));
    await network.until(() => first.qr);
    const device = await owner.scan(first.qr);
    expect(await first.closed()).toBe(515);
    const app = open(first.restart());
    await app.ready();
    expect(app.socket.user?.id).toBe(device.jid);
    expect(app.socket.user?.lid).toBe(device.lid);
    expect(app.socket.user?.name).toBe('Loja');
    expect(device.preKeys.length).toBeGreaterThan(800);
  });

  test('refuses an expired QR code', async () => {
    const owner = network.phone({ number: '551140000002', name: 'Loja' });
    const app = open(new App(network));
    await network.until(() => app.qr);
    const { qr } = app;
    app.kill();
    await network.until(() => !network.findStranger(qr.split('#')[1]?.split(',')[0] ?? ''));
    await expect(owner.scan(qr)).rejects.toThrow('not valid any more');
    await expect(owner.scan('nonsense')).rejects.toThrow('not valid any more');
  });

  test('by code, with or without the hyphen', async () => {
    const owner = network.phone({ number: '551140000003', name: 'Loja' });
    const first = open(new App(network));
    await network.until(() => first.qr);
    const code = await first.socket.requestPairingCode(owner.number);
    await owner.enterCode(`${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase());
    expect(await first.closed()).toBe(515);
    const app = open(first.restart());
    await app.ready();
    expect(app.socket.user?.id).toStartWith(owner.number);
  });

  test('a wrong code pairs nothing', async () => {
    const owner = network.phone({ number: '551140000004', name: 'Loja' });
    const app = open(new App(network));
    await network.until(() => app.qr);
    await app.socket.requestPairingCode(owner.number);
    await expect(owner.enterCode('AAAAAAAA')).rejects.toThrow();
    expect(owner.devices.size).toBe(0);
  });

  test('an unlinked companion gets 401 and may not log in again', async () => {
    const owner = network.phone({ number: '551140000005', name: 'Loja' });
    const app = open(await pairedApp(network, owner));
    owner.unlink();
    expect(await app.closed()).toBe(401);
    const again = open(app.restart());
    expect(await again.closed()).toBe(401);
  });

  test('logout in the app unlinks it on the phone', async () => {
    const owner = network.phone({ number: '551140000006', name: 'Loja' });
    const app = open(await pairedApp(network, owner));
    await app.socket.logout();
    expect(await app.closed()).toBe(401);
    await network.until(() => owner.devices.size === 0);
  });

  test('messages between pairing and the first login wait for the new companion', async () => {
    const owner = network.phone({ number: '551140000010', name: 'Loja' });
    const ana = network.phone({ number: '5511999990000', name: 'Ana' });
    const first = open(new App(network));
    await network.until(() => first.qr);
    await owner.scan(first.qr);
    await first.closed();
    const sent = await ana.send(owner, { text: 'cedo demais?' });
    const app = open(first.restart());
    await app.byId(sent.id);
    await app.ready();
  });

  test('an interrupted first synchronization restarts at the next login', async () => {
    const owner = network.phone({ number: '551140000007', name: 'Loja' });
    const first = open(new App(network));
    await network.until(() => first.qr);
    await owner.scan(first.qr);
    await first.closed();
    const killed = open(first.restart());
    await network.until(() =>
      killed.all('connection.update').some(({ connection }) => connection === 'connecting'),
    );
    await network.until(() => (owner.devices.get(1)?.preKeys.length ?? 0) > 0);
    killed.kill();
    await network.until(() => !owner.devices.get(1)?.connection);
    const app = open(killed.restart());
    await app.ready();
  });

  test('a newer connection of a companion replaces the older with 440', async () => {
    const owner = network.phone({ number: '551140000008', name: 'Loja' });
    const app = open(await pairedApp(network, owner));
    const newer = open(app.restart());
    expect(await app.closed()).toBe(440);
    await newer.isOpen();
  });

  test('refuses stolen keys of another pairing', async () => {
    const owner = network.phone({ number: '551140000009', name: 'Loja' });
    const app = open(await pairedApp(network, owner));
    const disk = app.disk.copy();
    const { noiseKey, ...rest } = disk.open().creds;
    disk.save({ ...rest, noiseKey: new App(network).disk.open().creds.noiseKey });
    expect(noiseKey).toBeDefined();
    expect(await open(app.restart({}, disk)).closed()).toBe(401);
  });
});
