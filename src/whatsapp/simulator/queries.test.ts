import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Desk, isAuthorityTrusted, pairedDesk, startTestNetwork } from './desk.fixture.ts';
import type { Network, Phone } from './index.ts';

describe.skipIf(!isAuthorityTrusted())('queries', () => {
  let network: Network;
  let owner: Phone;
  let desk: Desk;
  beforeAll(async () => {
    network = await startTestNetwork();
    owner = network.phone({ number: '551140000001', name: 'Loja' });
    desk = await pairedDesk(network, owner);
  });
  afterAll(async () => {
    desk.kill();
    await network.stop();
    expect(network.errors).toEqual([]);
  });

  test('who is on WhatsApp; missing numbers are left out', async () => {
    const ana = network.phone({ number: '5511999990000', name: 'Ana' });
    const found = await desk.socket.onWhatsApp('5511999990000', '4930123456');
    expect(found).toEqual([{ jid: ana.jid, exists: true }]);
    expect(await desk.socket.onWhatsApp('4930123456')).toEqual([]);
  });

  test('Brazil’s ninth digit: the answer is the registered form', async () => {
    const old = network.phone({ number: '551188887777', name: 'Antigo' });
    const young = network.phone({ number: '5521977776666', name: 'Novo' });
    expect((await desk.socket.onWhatsApp('5511988887777'))?.[0]?.jid).toBe(old.jid);
    expect((await desk.socket.onWhatsApp('552177776666'))?.[0]?.jid).toBe(young.jid);
  });

  test('profile pictures, of people and groups, or none', async () => {
    const bia = network.phone({ number: '5511999990002', name: 'Bia' });
    await expect(desk.socket.profilePictureUrl(bia.jid)).rejects.toThrow('item-not-found');
    bia.picture = network.media.keepPicture(Buffer.from('jpeg'));
    const url = await desk.socket.profilePictureUrl(bia.jid, 'image');
    expect(url).toBe(bia.picture);
    expect(await (await fetch(url ?? '')).text()).toBe('jpeg');
    const group = network.group({ subject: 'Foto', members: [owner] });
    await expect(desk.socket.profilePictureUrl(group.jid)).rejects.toThrow('item-not-found');
  });

  test('whatever else Baileys asks is answered', async () => {
    const rui = network.phone({ number: '5511999990001', name: 'Rui' });
    rui.about = 'na obra';
    expect(await desk.socket.fetchBlocklist()).toEqual([]);
    expect((await desk.socket.fetchPrivacySettings(true)).readreceipts).toBe('all');
    expect(await desk.socket.fetchStatus(rui.jid)).toMatchObject([{ id: rui.jid }]);
    await desk.socket.updateProfileStatus('aberto');
    await desk.socket.rotateSignedPreKey();
    await desk.socket.getBusinessProfile(rui.jid);
    await desk.socket.updateLastSeenPrivacy('none');
    await desk.socket.digestKeyBundle();
    const last = await rui.send(owner, { text: 'oi' });
    const { key, messageTimestamp } = await desk.byId(last.id);
    await desk.socket.chatModify({ markRead: true, lastMessages: [{ key, messageTimestamp }] }, rui.jid);
    const lia = network.phone({ number: '5511999990003', name: 'Lia' });
    await desk.byId((await lia.send(owner, { text: 'chave nova' })).id);
  });

  test('a message gives the contact a privacy token', async () => {
    const zeca = network.phone({ number: '5511999990004', name: 'Zeca' });
    await desk.socket.sendMessage(zeca.jid, { text: 'oi' });
    await network.until(() => zeca.trustedBy.has(owner.number));
  });
});
