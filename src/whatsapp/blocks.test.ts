import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { Desk } from './desk.test-support.ts';
import { isAuthorityTrusted, startTestNetwork } from './simulator/desk.fixture.ts';
import type { Network, Phone } from './simulator/index.ts';

let network: Network;
let owner: Phone;
let ana: Phone;
let desk: Desk;
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
    desk = new Desk(network);
    await desk.pair(owner);
    const { id } = await ana.send(owner, { text: 'oi' });
    await desk.message(id);
  });
  afterEach(() => desk.whatsapp.stopAll());

  const told = (on: Desk, count: number) =>
    network
      .until(() => on.listener.blocks.length >= count, 5000, `${count} blocks`)
      .then(() => on.listener.blocks.map(({ identity, blocked }) => [identity.lid, blocked]));
  const restart = async (whileAway: () => void) => {
    await desk.whatsapp.stopAll();
    whileAway();
    desk = desk.successor();
    await desk.pairedAgain();
  };

  test('are told at once, under both addresses', async () => {
    owner.setBlocked(ana, true);
    owner.setBlocked(ana, false);
    expect(await told(desk, 2)).toEqual([
      [ana.lid, true],
      [ana.lid, false],
    ]);
    expect(desk.listener.blocks[0]?.identity).toEqual({ pn: ana.jid, lid: ana.lid });
  });

  test('while we were away are told when we are back, once', async () => {
    await restart(() => owner.blocked.add(ana.lid));
    expect(await told(desk, 1)).toEqual([[ana.lid, true]]);
    await restart(() => owner.blocked.delete(ana.lid));
    expect(await told(desk, 1)).toEqual([[ana.lid, false]]);
    const other = network.phone({ number: `55119941000${String(numbers).padStart(2, '0')}`, name: 'Zé' });
    await restart(() => owner.blocked.add(other.lid));
    expect(await told(desk, 1)).toEqual([[other.lid, true]]);
  });

  test('what the desk itself asked for is no news, neither at once nor later', async () => {
    await desk.session.setBlocked(ana.jid, true);
    owner.setBlocked(ana, true);
    await restart(() => undefined);
    owner.setBlocked(ana, false);
    expect(await told(desk, 1)).toEqual([[ana.lid, false]]);
  });

  test('a desk that could not take the news hears them again', async () => {
    desk.listener.onBlocks = () => Promise.reject(new Error('the disk is full'));
    owner.setBlocked(ana, true);
    await network.until(() => desk.logged.some((line) => line.includes('could not be told')), 5000, 'a log');
    await restart(() => undefined);
    expect(await told(desk, 1)).toEqual([[ana.lid, true]]);
  });
});
