import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { Desk, isAuthorityTrusted, pairedDesk, startTestNetwork } from './desk.fixture.ts';
import type { Network, Phone } from './index.ts';

describe.skipIf(!isAuthorityTrusted())('faults', () => {
  let network: Network;
  let owner: Phone;
  let ana: Phone;
  let desk: Desk;
  beforeAll(async () => {
    network = await startTestNetwork();
    owner = network.phone({ number: '551140000001', name: 'Loja' });
    ana = network.phone({ number: '5511999990000', name: 'Ana' });
    desk = await pairedDesk(network, owner);
  });
  afterEach(() => network.faults.clear());
  afterAll(async () => {
    desk.kill();
    await network.stop();
    expect(network.errors).toEqual([]);
  });

  const ready = async () => {
    if (desk.closedWith === null && owner.devices.get(1)?.isConnected) return;
    desk = desk.restart();
    await desk.isOpen();
  };
  const attempt = (connectTimeoutMs = 4000) => new Desk(network, desk.disk.copy(), { connectTimeoutMs });
  const send = async (text: string) => (await desk.socket.sendMessage(ana.jid, { text }))?.key.id ?? '';
  const ping = () => {
    const attrs = { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' };
    return desk.socket.query({ tag: 'iq', attrs, content: [{ tag: 'ping', attrs: {} }] }, 300);
  };

  for (const code of [515, 503, 500] as const) {
    test(`stream error ${code}`, async () => {
      await ready();
      network.faults.streamError(code);
      expect(await desk.closed()).toBe(code);
    });
  }

  test('replaced: 440', async () => {
    await ready();
    network.faults.streamError('replaced', owner.number);
    expect(await desk.closed()).toBe(440);
  });

  test('a cut connection: 428, and the next login works', async () => {
    await ready();
    network.faults.cut(owner.number);
    expect(await desk.closed()).toBe(428);
    await ready();
    await desk.byId((await ana.send(owner, { text: 'de volta' })).id);
  });

  test('faults of one number leave the others alone', async () => {
    await ready();
    network.faults.cut('5500000000');
    network.faults.mute('5500000000');
    network.faults.failLogins(403, 9, '5500000000');
    expect((await ping())?.attrs.type).toBe('result');
  });

  for (const reason of [401, 403, 405, 503]) {
    test(`login refused with ${reason}, once`, async () => {
      await ready();
      network.faults.cut();
      await desk.closed();
      network.faults.failLogins(reason, 1);
      expect(await attempt().closed()).toBe(reason);
      await ready();
    });
  }

  test('connections refused', async () => {
    await ready();
    network.faults.refuse();
    network.faults.cut();
    await desk.closed();
    expect(await attempt().closed()).toBe(408);
    await network.faults.accept();
    await ready();
  });

  test('a handshake that is never answered: 408', async () => {
    await ready();
    network.faults.cut();
    await desk.closed();
    network.faults.stallsHandshakes = true;
    expect(await attempt(300).closed()).toBe(408);
  });

  test('HTTP 503 at the upgrade', async () => {
    await ready();
    network.faults.cut();
    await desk.closed();
    network.faults.failUpgrades(503);
    const late = attempt(300);
    const status = Promise.withResolvers<number>();
    late.socket.ws.on('unexpected-response', (_request: unknown, response: { statusCode: number }) =>
      status.resolve(response.statusCode),
    );
    expect(await status.promise).toBe(503);
    await late.closed();
  });

  test('a black hole takes queries, messages and the close, and answers none', async () => {
    await ready();
    network.faults.mute();
    await expect(ping()).rejects.toThrow('Timed Out');
    await desk.socket.sendPresenceUpdate('composing', ana.jid);
    const waiting = await ana.send(owner, { text: 'no escuro' });
    expect(desk.messages.some(({ key }) => key.id === waiting.id)).toBe(false);
    expect(await attempt(300).closed()).toBe(408);
    expect(desk.closedWith).toBeNull();
    desk.kill();
    expect(await desk.closed()).toBe(428);
    network.faults.unmute();
    await ready();
    await desk.byId(waiting.id);
    await desk.socket.sendPresenceUpdate('recording', ana.jid);
    await network.until(() => ana.presences.length > 0);
    expect(ana.presences.map(({ state }) => state)).toEqual(['recording']);
  });

  test('acks late, missing, with an error; a message lost', async () => {
    await ready();
    network.faults.delayAcks(300);
    const late = await send('tarde');
    await ana.waitFor(({ id }) => id === late);
    expect(desk.acks.some(({ id }) => id === late)).toBe(false);
    await network.until(() => desk.acks.some(({ id }) => id === late));
    network.faults.delayAcks(0);

    network.faults.dropAcks();
    const silent = await send('sem resposta');
    await ana.waitFor(({ id }) => id === silent);

    network.faults.failAcks(479);
    const refused = await send('recusada');
    const error = await network.until(() => desk.acks.find(({ id }) => id === refused));
    expect(error.error).toBe('479');

    network.faults.loseMessages(1, owner.number);
    const lost = await send('perdida');
    const fine = await send('certa');
    await network.until(() => desk.acks.some(({ id }) => id === fine));
    await ana.waitFor(({ id }) => id === fine);
    const acked = desk.acks.map(({ id }) => id);
    expect(acked).not.toContain(silent);
    expect(acked).not.toContain(lost);
    const arrived = ana.received.map(({ id }) => id);
    expect(arrived).not.toContain(refused);
    expect(arrived).not.toContain(lost);
  });
});
