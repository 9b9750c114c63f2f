import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { AnyMessageContent, WAMessage } from '@whiskeysockets/baileys';
import { type App, isAuthorityTrusted, pairedApp, startTestNetwork } from './app.test-support.ts';
import type { Network, Phone } from './index.ts';

const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Rui\nTEL;waid=551188887777:+55 11 8888-7777\nEND:VCARD';

describe.skipIf(!isAuthorityTrusted())('simulated messages', () => {
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
  afterAll(async () => {
    app.kill();
    await network.stop();
    expect(network.errors).toEqual([]);
  });

  const inbound = async (content: AnyMessageContent) => app.byId((await ana.send(owner, content)).id);
  const outbound = async (content: AnyMessageContent, quoted?: WAMessage) => {
    const sent = await app.socket.sendMessage(ana.jid, content, quoted && { quoted });
    return ana.waitFor(({ id }) => id === sent?.key.id);
  };

  test('inbound text has sender, name and both addresses', async () => {
    const message = await inbound({ text: 'bom dia' });
    expect(message.message?.extendedTextMessage?.text ?? message.message?.conversation).toBe('bom dia');
    expect(message.key).toMatchObject({ remoteJid: ana.jid, remoteJidAlt: ana.lid, fromMe: false });
    expect(message.pushName).toBe('Ana');
  });

  test('outbound text reaches the customer and the owner’s phone and is acknowledged', async () => {
    const seen = await outbound({ text: 'pois não' });
    expect(seen).toMatchObject({ text: 'pois não', chat: owner.jid, fromMe: false });
    const own = await owner.waitFor(({ id }) => id === seen.id);
    expect(own).toMatchObject({ text: 'pois não', chat: ana.jid, fromMe: true });
    await network.until(() => app.acks.some(({ id, error }) => id === seen.id && !error));
  });

  test('one id sent twice reaches the customer once', async () => {
    const seen = await outbound({ text: 'uma vez' });
    await app.socket.sendMessage(ana.jid, { text: 'uma vez' }, { messageId: seen.id });
    await network.until(() => ana.deliveries.filter(({ id }) => id === seen.id).length === 2);
    expect(ana.received.filter(({ id }) => id === seen.id)).toHaveLength(1);
    expect(ana.deliveries.filter(({ kind }) => kind === 'duplicate').map(({ id }) => id)).toContain(seen.id);
  });

  test('location and contact card, both ways', async () => {
    const location = { location: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Sé' } };
    expect((await inbound(location)).message?.locationMessage?.name).toBe('Sé');
    expect((await outbound(location)).message.locationMessage?.degreesLatitude).toBe(-23.5);
    const card = { contacts: { displayName: 'Rui', contacts: [{ displayName: 'Rui', vcard }] } };
    expect((await inbound(card)).message?.contactMessage?.vcard).toBe(vcard);
    expect((await outbound(card)).message.contactMessage?.displayName).toBe('Rui');
  });

  test('reaction, quote, edit and delete from the customer', async () => {
    const first = await ana.send(owner, { text: 'quanto custa?' });
    await app.byId(first.id);
    const answer = await outbound({ text: 'dez' });
    const reaction = await inbound({ react: { text: '👍', key: answer.key } });
    expect(reaction.message?.reactionMessage?.key).toMatchObject({ id: answer.id, fromMe: true });

    const quote = await ana.send(owner, { text: 'esse' }, { quoted: answer });
    const quoted = (await app.byId(quote.id)).message?.extendedTextMessage?.contextInfo;
    expect(quoted?.stanzaId).toBe(answer.id);
    expect(quoted?.quotedMessage?.extendedTextMessage?.text).toBe('dez');

    await inbound({ edit: first.key, text: 'quanto custam?' });
    const updates = () => app.all('messages.update').flat();
    const edit = await network.until(() =>
      updates().find(({ key, update }) => key.id === first.id && update.message),
    );
    expect(edit.update.message?.editedMessage?.message?.extendedTextMessage?.text).toBe('quanto custam?');

    await inbound({ delete: first.key });
    await network.until(() =>
      updates().some(({ key, update }) => key.id === first.id && update.messageStubType),
    );
  });

  test('reaction, quote, edit and delete from the app', async () => {
    const question = await inbound({ text: 'aberto?' });
    const reaction = await outbound({ react: { text: '❤️', key: question.key } });
    expect(reaction).toMatchObject({ type: 'reactionMessage', text: '❤️' });
    const answer = await outbound({ text: 'sim' }, question);
    expect(answer.message.extendedTextMessage?.contextInfo?.stanzaId).toBe(question.key.id);
    const key = { remoteJid: ana.jid, fromMe: true, id: answer.id };
    const edit = await outbound({ edit: key, text: 'sim, até as 18h' });
    expect(edit.message.protocolMessage?.key?.id).toBe(answer.id);
    const gone = await outbound({ delete: key });
    expect(gone.message.protocolMessage?.type).toBe(0);
  });

  test('a message from the owner’s phone is fromMe in the app and reaches the customer', async () => {
    const sent = await owner.send(ana, { text: 'do celular' });
    const message = await app.byId(sent.id);
    expect(message.key).toMatchObject({ remoteJid: ana.jid, fromMe: true });
    await ana.waitFor(({ id, text }) => id === sent.id && text === 'do celular');
  });

  test('typing and recording, both ways, after a subscription', async () => {
    ana.sendPresence(owner, 'composing');
    expect(app.all('presence.update')).toEqual([]);
    await app.socket.presenceSubscribe(ana.jid);
    await network.until(() => owner.devices.get(1)?.subscriptions.has(ana.number));
    ana.sendPresence(owner, 'composing');
    ana.sendPresence(owner, 'recording');
    ana.sendPresence(owner, 'unavailable');
    const states = () =>
      app.all('presence.update').map(({ presences }) => presences[ana.jid]?.lastKnownPresence);
    await network.until(() => states().length === 3);
    expect(states()).toEqual(['composing', 'recording', 'unavailable']);
    await app.socket.sendPresenceUpdate('composing', ana.jid);
    await app.socket.sendPresenceUpdate('recording', ana.jid);
    await network.until(() => ana.presences.length === 2);
    await app.socket.sendPresenceUpdate('unavailable');
    await network.until(() => !owner.devices.get(1)?.isAvailable);
    await app.socket.sendPresenceUpdate('available');
    await network.until(() => owner.devices.get(1)?.isAvailable);
    expect(ana.presences.map(({ state }) => state)).toEqual(['composing', 'recording']);
  });

  test('a call rings and is rejected, and a video call goes unanswered', async () => {
    const call = ana.call(owner);
    const calls = () => app.all('call').flat();
    const offer = await network.until(() =>
      calls().find(({ id, status }) => id === call.id && status === 'offer'),
    );
    expect(offer).toMatchObject({ chatId: ana.jid, isVideo: false, callerPn: ana.jid });
    await app.socket.rejectCall(offer.id, offer.from);
    await network.until(() => call.isRejected);
    const video = ana.call(owner, { video: true });
    video.hangUp();
    const missed = await network.until(() =>
      calls().find(({ id, status }) => id === video.id && status === 'timeout'),
    );
    expect(missed.isVideo).toBe(true);
  });

  test('a failed decryption on the phone is retried and arrives once', async () => {
    ana.failingDecrypts = 1;
    const seen = await outbound({ text: 'de novo' });
    expect(seen.text).toBe('de novo');
    expect(ana.deliveries.some(({ kind, id }) => kind === 'failed' && id === seen.id)).toBe(true);
  });

  test('a reinstalled phone with new keys continues in both directions', async () => {
    await ana.reinstall();
    expect((await outbound({ text: 'novo aparelho?' })).text).toBe('novo aparelho?');
    expect((await inbound({ text: 'sim' })).key.remoteJid).toBe(ana.jid);
    await ana.reinstall({ announce: false });
    expect((await outbound({ text: 'outro?' })).text).toBe('outro?');
    expect((await inbound({ text: 'outro' })).key.remoteJid).toBe(ana.jid);
  });

  test('one id in two chats is two messages', async () => {
    const rui = network.phone({ number: '5511999990001', name: 'Rui' });
    const id = 'ABCDEF0123456789';
    for (const person of [ana, rui]) {
      await person.send(owner, { text: person.name }, { id });
      await app.message(({ key }) => key.id === id && key.remoteJid === person.jid);
    }
    expect(owner.received.filter((message) => message.id === id)).toHaveLength(2);
  });

  test('a withheld message is a placeholder until the owner’s phone supplies it', async () => {
    const sent = await ana.send(owner, { text: 'escondida' }, { withheld: true });
    const stub = await app.message(({ key }) => key.id === sent.id);
    expect(stub.messageStubType).toBe(2);
    const message = await app.byId(sent.id);
    expect(message.message?.extendedTextMessage?.text).toBe('escondida');
    expect(message.key.remoteJid).toBe(ana.jid);
    expect(owner.peerRequests).toHaveLength(1);
  });

  test('requests a retry for a message the app cannot decrypt', async () => {
    const sent = await ana.send(owner, { text: 'repetida' });
    await app.byId(sent.id);
    await ana.repeat(sent, 'message');
    await network.until(() => app.messages.filter(({ key }) => key.id === sent.id).length >= 2);
    await app.socket.signalRepository.deleteSession([ana.lid]);
    const lost = await ana.send(owner, { text: 'sem sessão' });
    const message = await app.byId(lost.id);
    expect(message.message?.extendedTextMessage?.text).toBe('sem sessão');
    expect(ana.retries.map(({ id }) => id)).toContain(lost.id);

    ana.answersRetries = false;
    await app.socket.signalRepository.deleteSession([ana.lid]);
    const never = await ana.send(owner, { text: 'nunca' });
    const stub = await app.message(({ key }) => key.id === never.id);
    expect(stub).toMatchObject({ messageStubType: 2 });
    expect(stub.message).toBeFalsy();
    await network.until(() => ana.retries.some(({ id }) => id === never.id));
    ana.answersRetries = true;
  });
});
