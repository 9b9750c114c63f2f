import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Desk, isAuthorityTrusted, pairedDesk, startTestNetwork } from './desk.fixture.ts';
import type { Network } from './index.ts';

describe.skipIf(!isAuthorityTrusted())('pairing', () => {
  let network: Network;
  const desks: Desk[] = [];
  beforeAll(async () => {
    network = await startTestNetwork();
  });
  afterAll(async () => {
    for (const desk of desks) desk.kill();
    await network.stop();
    expect(network.errors).toEqual([]);
  });
  const open = (desk: Desk) => {
    desks.push(desk);
    return desk;
  };

  test('by QR: 515, then the restarted desk logs in with number and lid', async () => {
    const owner = network.phone({ number: '551140000001', name: 'Loja' });
    const first = open(new Desk(network));
    await network.until(() => first.qr);
    const device = await owner.scan(first.qr);
    expect(await first.closed()).toBe(515);
    const desk = open(first.restart());
    await desk.ready();
    expect(desk.socket.user?.id).toBe(device.jid);
    expect(desk.socket.user?.lid).toBe(device.lid);
    expect(desk.socket.user?.name).toBe('Loja');
    expect(device.preKeys.length).toBeGreaterThan(800);
  });

  test('a QR code nobody shows any more is refused', async () => {
    const owner = network.phone({ number: '551140000002', name: 'Loja' });
    const desk = open(new Desk(network));
    await network.until(() => desk.qr);
    const { qr } = desk;
    desk.kill();
    await network.until(() => !network.findStranger(qr.split('#')[1]?.split(',')[0] ?? ''));
    await expect(owner.scan(qr)).rejects.toThrow('not valid any more');
    await expect(owner.scan('nonsense')).rejects.toThrow('not valid any more');
  });

  test('by code, with or without the hyphen', async () => {
    const owner = network.phone({ number: '551140000003', name: 'Loja' });
    const first = open(new Desk(network));
    await network.until(() => first.qr);
    const code = await first.socket.requestPairingCode(owner.number);
    await owner.enterCode(`${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase());
    expect(await first.closed()).toBe(515);
    const desk = open(first.restart());
    await desk.ready();
    expect(desk.socket.user?.id).toStartWith(owner.number);
  });

  test('a wrong code pairs nothing', async () => {
    const owner = network.phone({ number: '551140000004', name: 'Loja' });
    const desk = open(new Desk(network));
    await network.until(() => desk.qr);
    await desk.socket.requestPairingCode(owner.number);
    await expect(owner.enterCode('AAAAAAAA')).rejects.toThrow();
    expect(owner.devices.size).toBe(0);
  });

  test('an unlinked companion is told 401 and may not come back', async () => {
    const owner = network.phone({ number: '551140000005', name: 'Loja' });
    const desk = open(await pairedDesk(network, owner));
    owner.unlink();
    expect(await desk.closed()).toBe(401);
    const again = open(desk.restart());
    expect(await again.closed()).toBe(401);
  });

  test('logout on the desk unlinks it on the phone', async () => {
    const owner = network.phone({ number: '551140000006', name: 'Loja' });
    const desk = open(await pairedDesk(network, owner));
    await desk.socket.logout();
    expect(await desk.closed()).toBe(401);
    await network.until(() => owner.devices.size === 0);
  });

  test('what arrives between pairing and the first login waits for the new companion', async () => {
    const owner = network.phone({ number: '551140000010', name: 'Loja' });
    const ana = network.phone({ number: '5511999990000', name: 'Ana' });
    const first = open(new Desk(network));
    await network.until(() => first.qr);
    await owner.scan(first.qr);
    await first.closed();
    const sent = await ana.send(owner, { text: 'cedo demais?' });
    const desk = open(first.restart());
    await desk.byId(sent.id);
    await desk.ready();
  });

  test('a killed first synchronisation starts over at the next login', async () => {
    const owner = network.phone({ number: '551140000007', name: 'Loja' });
    const first = open(new Desk(network));
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
    const desk = open(killed.restart());
    await desk.ready();
  });

  test('the newer connection of a companion replaces the older: 440', async () => {
    const owner = network.phone({ number: '551140000008', name: 'Loja' });
    const desk = open(await pairedDesk(network, owner));
    const newer = open(desk.restart());
    expect(await desk.closed()).toBe(440);
    await newer.isOpen();
  });

  test('stolen keys of another pairing are refused', async () => {
    const owner = network.phone({ number: '551140000009', name: 'Loja' });
    const desk = open(await pairedDesk(network, owner));
    const disk = desk.disk.copy();
    const { noiseKey, ...rest } = disk.open().creds;
    disk.save({ ...rest, noiseKey: new Desk(network).disk.open().creds.noiseKey });
    expect(noiseKey).toBeDefined();
    expect(await open(desk.restart({}, disk)).closed()).toBe(401);
  });
});
