import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { App, isAuthorityTrusted, pairedApp, startTestNetwork } from './app.test-support.ts';
import type { Network, Phone } from './index.ts';

describe.skipIf(!isAuthorityTrusted())('simulated faults', () => {
  let network: Network;
  let owner: Phone;
  let ana: Phone;
  let app: App;
  beforeAll(async () => {
    network = await startTestNetwork();
    owner = network.phone({ number: '551140000001', name: 'Loja' });
    ana = network.phone({ number: '5511999990000', name: 'Ana' });
    app = await pairedApp(network, owner);
  });
  afterEach(() => network.faults.clear());
  afterAll(async () => {
    app.kill();
    await network.stop();
    expect(network.errors).toEqual([]);
  });

  const ready = async () => {
    if (app.closedWith === null && owner.devices.get(1)?.isConnected) return;
    app = app.restart();
    await app.isOpen();
  };
  const attempt = (connectTimeoutMs = 4000) => new App(network, app.disk.copy(), { connectTimeoutMs });
  const send = async (text: string) => (await app.socket.sendMessage(ana.jid, { text }))?.key.id ?? '';
  const ping = () => {
    const attrs = { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' };
    return app.socket.query({ tag: 'iq', attrs, content: [{ tag: 'ping', attrs: {} }] }, 300);
  };

  for (const code of [515, 503, 500] as const) {
    test(`stream error ${code}`, async () => {
      await ready();
      network.faults.streamError(code);
      expect(await app.closed()).toBe(code);
    });
  }

  test('replaced stream closes with 440', async () => {
    await ready();
    network.faults.streamError('replaced', owner.number);
    expect(await app.closed()).toBe(440);
  });

  test('a cut connection closes with 428 and the next login works', async () => {
    await ready();
    network.faults.cut(owner.number);
    expect(await app.closed()).toBe(428);
    await ready();
    await app.byId((await ana.send(owner, { text: 'de volta' })).id);
  });

  test('faults of one number do not affect others', async () => {
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
      await app.closed();
      network.faults.failLogins(reason, 1);
      expect(await attempt().closed()).toBe(reason);
      await ready();
    });
  }

  test('refused connections close with 408 until accepted again', async () => {
    await ready();
    network.faults.refuse();
    network.faults.cut();
    await app.closed();
    expect(await attempt().closed()).toBe(408);
    await network.faults.accept();
    await ready();
  });

  test('an unanswered handshake closes with 408', async () => {
    await ready();
    network.faults.cut();
    await app.closed();
    network.faults.stallsHandshakes = true;
    expect(await attempt(300).closed()).toBe(408);
  });

  test('HTTP 503 at the upgrade', async () => {
    await ready();
    network.faults.cut();
    await app.closed();
    network.faults.failUpgrades(503);
    const late = attempt(300);
    const status = Promise.withResolvers<number>();
    late.socket.ws.on('unexpected-response', (_request: unknown, response: { statusCode: number }) =>
      status.resolve(response.statusCode),
    );
    expect(await status.promise).toBe(503);
    await late.closed();
  });

  test('a muted network answers no query, message or close', async () => {
    await ready();
    network.faults.mute();
    await expect(ping()).rejects.toThrow('Timed Out');
    await app.socket.sendPresenceUpdate('composing', ana.jid);
    const waiting = await ana.send(owner, { text: 'no escuro' });
    expect(app.messages.some(({ key }) => key.id === waiting.id)).toBe(false);
    expect(await attempt(300).closed()).toBe(408);
    expect(app.closedWith).toBeNull();
    app.kill();
    expect(await app.closed()).toBe(428);
    network.faults.unmute();
    await ready();
    await app.byId(waiting.id);
    await app.socket.sendPresenceUpdate('recording', ana.jid);
    await network.until(() => ana.presences.length > 0);
    expect(ana.presences.map(({ state }) => state)).toEqual(['recording']);
  });

  test('delayed, missing and failed acks, and a lost message', async () => {
    await ready();
    network.faults.delayAcks(300);
    const late = await send('tarde');
    await ana.waitFor(({ id }) => id === late);
    expect(app.acks.some(({ id }) => id === late)).toBe(false);
    await network.until(() => app.acks.some(({ id }) => id === late));
    network.faults.delayAcks(0);

    network.faults.dropAcks();
    const silent = await send('sem resposta');
    await ana.waitFor(({ id }) => id === silent);

    network.faults.failAcks(479);
    const refused = await send('recusada');
    const error = await network.until(() => app.acks.find(({ id }) => id === refused));
    expect(error.error).toBe('479');

    network.faults.loseMessages(1, owner.number);
    const lost = await send('perdida');
    const fine = await send('certa');
    await network.until(() => app.acks.some(({ id }) => id === fine));
    await ana.waitFor(({ id }) => id === fine);
    const acked = app.acks.map(({ id }) => id);
    expect(acked).not.toContain(silent);
    expect(acked).not.toContain(lost);
    const arrived = ana.received.map(({ id }) => id);
    expect(arrived).not.toContain(refused);
    expect(arrived).not.toContain(lost);
  });
});
