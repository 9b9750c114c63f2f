import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type App, isAuthorityTrusted, pairedApp, startTestNetwork } from './app.test-support.ts';
import type { Network, Phone } from './index.ts';

describe.skipIf(!isAuthorityTrusted())('simulator addressing', () => {
  let network: Network;
  let owner: Phone;
  let app: App;
  beforeAll(async () => {
    network = await startTestNetwork();
    owner = network.phone({ number: '551140000001', name: 'Loja' });
    app = await pairedApp(network, owner);
  });
  afterAll(async () => {
    app.kill();
    await network.stop();
    expect(network.errors).toEqual([]);
  });

  test('a contact changes from pn to lid and back within a chat', async () => {
    const ana = network.phone({ number: '5511999990000', name: 'Ana' });
    for (const mode of ['pn', 'lid', 'pn', 'lid'] as const) {
      ana.addressing = mode;
      const message = await app.byId((await ana.send(owner, { text: mode })).id);
      const [jid, other] = mode === 'pn' ? [ana.jid, ana.lid] : [ana.lid, ana.jid];
      expect(message.key).toMatchObject({ remoteJid: jid, remoteJidAlt: other, addressingMode: mode });
      const answer = await app.socket.sendMessage(jid, { text: `para ${mode}` });
      const id = answer?.key.id ?? '';
      await ana.waitFor((seen) => seen.id === id && seen.addressedAs === jid);
      const receipts = () => [...app.all('messages.update').flat(), ...app.messages];
      await network.until(() => receipts().some(({ key }) => key.id === id && key.remoteJid === jid));
    }
    expect(ana.deliveries.filter(({ kind }) => kind === 'failed')).toEqual([]);
  });

  test('messages from the owner’s phone follow the contact’s addressing', async () => {
    const rui = network.phone({ number: '5511999990001', name: 'Rui' });
    rui.addressing = 'lid';
    const message = await app.byId((await owner.send(rui, { text: 'oi' })).id);
    expect(message.key).toMatchObject({ remoteJid: rui.lid, remoteJidAlt: rui.jid, fromMe: true });
  });

  test('a contact with a hidden number is known by its lid only', async () => {
    const bia = network.phone({ number: '5511999990002', name: 'Bia' });
    bia.addressing = 'lid';
    bia.hidesOtherAddress = true;
    const message = await app.byId((await bia.send(owner, { text: 'quem sou?' })).id);
    expect(message.key.remoteJid).toBe(bia.lid);
    expect(message.key.remoteJidAlt).toBeFalsy();
    const answer = await app.socket.sendMessage(bia.lid, { text: 'não sei' });
    await bia.waitFor(({ id }) => id === answer?.key.id);
  });

  test('two apps on one network exchange messages, also by lid', async () => {
    const other = network.phone({ number: '551140000002', name: 'Filial' });
    // The shop's Baileys remembers that the branch has no companion, until a device notice says otherwise.
    await app.socket.sendMessage(other.jid, { text: 'só no celular' });
    const branch = await pairedApp(network, other);
    const first = await app.socket.sendMessage(other.jid, { text: 'da loja' });
    const received = await branch.byId(first?.key.id ?? '');
    expect(received.key).toMatchObject({ remoteJid: owner.jid, remoteJidAlt: owner.lid, fromMe: false });
    expect(received.pushName).toBe('Loja');
    const answer = await branch.socket.sendMessage(owner.jid, { text: 'da filial' });
    expect((await app.byId(answer?.key.id ?? '')).key.remoteJid).toBe(other.jid);
    const byLid = await branch.socket.sendMessage(owner.lid, { text: 'por lid' });
    expect((await app.byId(byLid?.key.id ?? '')).key).toMatchObject({
      remoteJid: other.lid,
      remoteJidAlt: other.jid,
    });
    await network.until(() =>
      [...app.all('messages.update').flat()].some(
        ({ key, update }) => key.id === first?.key.id && update.status === 3,
      ),
    );
    // Only one side has a session: the branch requests a retry, and the shop's Baileys sends the message again.
    const device = [...owner.devices.values()][0];
    await branch.socket.signalRepository.deleteSession([device?.lid ?? '']);
    const lost = await app.socket.sendMessage(other.jid, { text: 'de novo, por favor' });
    const repeated = await branch.byId(lost?.key.id ?? '');
    expect(repeated.message?.extendedTextMessage?.text).toBe('de novo, por favor');
    branch.kill();
  });
});
