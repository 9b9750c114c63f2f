import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type App, isAuthorityTrusted, pairedApp, startTestNetwork } from '../app.test-support.ts';
import type { Network, Phone } from '../index.ts';

describe.skipIf(!isAuthorityTrusted())('simulated queries', () => {
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

  test('return registered numbers and omit missing ones', async () => {
    const ana = network.phone({ number: '5511999990000', name: 'Ana' });
    const found = await app.socket.onWhatsApp('5511999990000', '4930123456');
    expect(found).toEqual([{ jid: ana.jid, exists: true }]);
    expect(await app.socket.onWhatsApp('4930123456')).toEqual([]);
  });

  test('return the registered form for Brazil’s ninth digit', async () => {
    const old = network.phone({ number: '551188887777', name: 'Antigo' });
    const young = network.phone({ number: '5521977776666', name: 'Novo' });
    expect((await app.socket.onWhatsApp('5511988887777'))?.[0]?.jid).toBe(old.jid);
    expect((await app.socket.onWhatsApp('552177776666'))?.[0]?.jid).toBe(young.jid);
  });

  test('return profile pictures of people and groups, or none', async () => {
    const bia = network.phone({ number: '5511999990002', name: 'Bia' });
    await expect(app.socket.profilePictureUrl(bia.jid)).rejects.toThrow('item-not-found');
    bia.picture = network.media.storePicture(Buffer.from('jpeg'));
    const url = await app.socket.profilePictureUrl(bia.jid, 'image');
    expect(url).toBe(bia.picture);
    expect(await (await fetch(url ?? '')).text()).toBe('jpeg');
    const group = network.group({ subject: 'Foto', members: [owner] });
    await expect(app.socket.profilePictureUrl(group.jid)).rejects.toThrow('item-not-found');
  });

  test('answer every other query that Baileys sends', async () => {
    const rui = network.phone({ number: '5511999990001', name: 'Rui' });
    rui.about = 'na obra';
    expect(await app.socket.fetchBlocklist()).toEqual([]);
    expect((await app.socket.fetchPrivacySettings(true)).readreceipts).toBe('all');
    expect(await app.socket.fetchStatus(rui.jid)).toMatchObject([{ id: rui.jid }]);
    await app.socket.updateProfileStatus('aberto');
    await app.socket.rotateSignedPreKey();
    await app.socket.getBusinessProfile(rui.jid);
    await app.socket.updateLastSeenPrivacy('none');
    await app.socket.digestKeyBundle();
    const last = await rui.send(owner, { text: 'oi' });
    const { key, messageTimestamp } = await app.byId(last.id);
    await app.socket.chatModify({ markRead: true, lastMessages: [{ key, messageTimestamp }] }, rui.jid);
    const lia = network.phone({ number: '5511999990003', name: 'Lia' });
    await app.byId((await lia.send(owner, { text: 'chave nova' })).id);
  });

  test('a message gives the contact a privacy token', async () => {
    const zeca = network.phone({ number: '5511999990004', name: 'Zeca' });
    await app.socket.sendMessage(zeca.jid, { text: 'oi' });
    await network.until(() => zeca.trustedBy.has(owner.number));
  });
});
