import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { isAuthorityTrusted, startTestNetwork } from '@demo/whatsapp/app.test-support.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { App } from './app.test-support.ts';

let network: Network;
let owner: Phone;
let ana: Phone;
let app: App;
let numbers = 0;
let others = 0;

describe.skipIf(!isAuthorityTrusted())('blocks', () => {
  beforeAll(async () => {
    network = await startTestNetwork();
  });
  afterAll(() => network.stop());
  beforeEach(async () => {
    numbers++;
    owner = network.phone({ number: `55119930000${String(numbers).padStart(2, '0')}`, name: 'Aurora' });
    ana = network.phone({ number: `55119940000${String(numbers).padStart(2, '0')}`, name: 'Ana' });
    app = new App(network, undefined, { askMs: 2_000 });
    await app.pair(owner);
    const { id } = await ana.send(owner, { text: 'oi' });
    await app.message(id);
  });
  afterEach(async () => {
    await network.faults.clear();
    await app.whatsapp.stopAll();
  });

  const phone = (name: string) => {
    others++;
    return network.phone({ number: `55119941000${String(others).padStart(2, '0')}`, name });
  };
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

  test('made on the phone are reported at once with both addresses', async () => {
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
    const other = phone('Zé');
    await restart(() => owner.blocked.add(other.lid));
    expect(await reported(app, 1)).toEqual([[other.lid, true]]);
  });

  test('requested by the app itself are never reported', async () => {
    await app.session.setBlocked([ana.jid], true);
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

  test('reach all accounts of a person, each once', async () => {
    const [zeca, lia] = [phone('Zeca'), phone('Lia')];
    await app.session.check([zeca.number]);
    const asked = spyOn(owner.blocked, 'add');
    await app.session.setBlocked([ana.jid, ana.lid, zeca.lid], true);
    expect(asked.mock.calls).toEqual([[ana.lid], [zeca.lid]]);
    owner.blocked.add(lia.lid);
    await app.session.setBlocked([ana.jid, ana.lid, zeca.lid, lia.lid], false);
    expect([...owner.blocked]).toEqual([]);
    expect(app.listener.blocks).toEqual([]);
  });

  const unknown = '5511900000000@s.whatsapp.net';

  test('reach the other addresses when one is refused', async () => {
    const all = [unknown, phone('Lia').lid, ana.jid];
    await expect(app.session.setBlocked(all, true)).rejects.toMatchObject({ code: 'refused' });
    expect([...owner.blocked]).toEqual([ana.lid]);
    await app.session.setBlocked([ana.jid], false);
    expect([...owner.blocked]).toEqual([]);
  });

  test('may be repeated when one address was refused and another got no answer', async () => {
    network.faults.mute(owner.number);
    const all = [phone('Lia').lid, ana.jid];
    await expect(app.session.setBlocked(all, true)).rejects.toMatchObject({ retry: true });
  });
});
