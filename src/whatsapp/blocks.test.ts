import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { isAuthorityTrusted, startTestNetwork } from '@demo/whatsapp/app.test-support.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { App } from './app.test-support.ts';

let network: Network;
let owner: Phone;
let ana: Phone;
let app: App;
let numbers = 0;

describe.skipIf(!isAuthorityTrusted())('blocks made on the phone', () => {
  beforeAll(async () => {
    network = await startTestNetwork();
  });
  afterAll(() => network.stop());
  beforeEach(async () => {
    numbers++;
    owner = network.phone({ number: `55119930000${String(numbers).padStart(2, '0')}`, name: 'Aurora' });
    ana = network.phone({ number: `55119940000${String(numbers).padStart(2, '0')}`, name: 'Ana' });
    app = new App(network);
    await app.pair(owner);
    const { id } = await ana.send(owner, { text: 'oi' });
    await app.message(id);
  });
  afterEach(() => app.whatsapp.stopAll());

  const reported = (on: App, count: number) =>
    network
      .until(() => on.listener.blocks.length >= count, 30_000, `${count} blocks`)
      .then(() => on.listener.blocks.map(({ identity, blocked }) => [identity.lid, blocked]));
  const restart = async (whileAway: () => void) => {
    await app.whatsapp.stopAll();
    whileAway();
    app = app.successor();
    await app.pairedAgain();
  };

  test('are reported at once with both addresses', async () => {
    owner.setBlocked(ana, true);
    owner.setBlocked(ana, false);
    expect(await reported(app, 2)).toEqual([
      [ana.lid, true],
      [ana.lid, false],
    ]);
    expect(app.listener.blocks[0]?.identity).toEqual({ pn: ana.jid, lid: ana.lid });
  });

  test('made while offline are reported once after reconnecting', async () => {
    await restart(() => owner.blocked.add(ana.lid));
    expect(await reported(app, 1)).toEqual([[ana.lid, true]]);
    await restart(() => owner.blocked.delete(ana.lid));
    expect(await reported(app, 1)).toEqual([[ana.lid, false]]);
    const other = network.phone({ number: `55119941000${String(numbers).padStart(2, '0')}`, name: 'Zé' });
    await restart(() => owner.blocked.add(other.lid));
    expect(await reported(app, 1)).toEqual([[other.lid, true]]);
  });

  test('requested by the app itself are never reported', async () => {
    await app.session.setBlocked(ana.jid, true);
    owner.setBlocked(ana, true);
    await restart(() => undefined);
    owner.setBlocked(ana, false);
    expect(await reported(app, 1)).toEqual([[ana.lid, false]]);
  });

  test('are reported again when the listener failed', async () => {
    app.listener.onBlocks = () => Promise.reject(new Error('the disk is full'));
    owner.setBlocked(ana, true);
    await network.until(
      () => app.logged.some((line) => line.includes('a WhatsApp event could not be handled')),
      30_000,
      'a log',
    );
    await restart(() => undefined);
    expect(await reported(app, 1)).toEqual([[ana.lid, true]]);
  });
});
