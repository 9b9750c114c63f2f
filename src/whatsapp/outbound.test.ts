import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAuthorityTrusted, startTestNetwork } from '@demo/whatsapp/app.test-support.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import sharp from 'sharp';
import { App } from './app.test-support.ts';
import type { OutboundContent } from './port.ts';
import { newMessageId } from './sessions.ts';

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia\nTEL:+5511988887777\nEND:VCARD';

let network: Network;
let owner: Phone;
let ana: Phone;
let app: App;
let folder: string;
let numbers = 0;

describe.skipIf(!isAuthorityTrusted())('outbound messages', () => {
  beforeAll(async () => {
    network = await startTestNetwork();
    folder = await mkdtemp(join(tmpdir(), 'outbound-'));
    await writeFile(join(folder, 'photo.png'), photo);
    await writeFile(join(folder, 'sound.mp3'), 'sound');
  });
  afterAll(async () => {
    await network.stop();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    numbers++;
    owner = network.phone({ number: `55119950000${String(numbers).padStart(2, '0')}`, name: 'Aurora' });
    ana = network.phone({ number: `55119960000${String(numbers).padStart(2, '0')}`, name: 'Ana' });
    app = new App(network, undefined, { sendMs: 1500, askMs: 700 });
    await app.pair(owner);
  });
  afterEach(async () => {
    await network.faults.clear();
    network.media.failUploads = null;
    await app.whatsapp.stopAll();
  });

  const arrived = async (content: OutboundContent) => {
    const id = await app.send(ana.jid, content);
    return ana.waitFor((message) => message.id === id);
  };
  const file = (name: string) => join(folder, name);

  test('send text under an own id and resolve with the server ack', async () => {
    const id = newMessageId();
    expect(id).toMatch(/^3EB0[0-9A-F]{18}$/);
    await app.send(ana.jid, { type: 'text', text: 'see https://example.com' }, id);
    const message = await ana.waitFor((each) => each.id === id);
    expect(message.text).toBe('see https://example.com');
    expect((await app.receipt(id, 2)).chat).toContain(ana.jid);
    expect(app.listener.messages).toEqual([]);
  });

  test.each([
    ['image', 'photo.png', 'image/png', 'imageMessage'],
    ['video', 'sound.mp3', 'video/mp4', 'videoMessage'],
    ['document', 'photo.png', 'application/pdf', 'documentMessage'],
  ] as const)('send %s from a file', async (type, name, mime, field) => {
    const message = await arrived({ type, path: file(name), mime, caption: 'look', fileName: 'our.name' });
    expect(message.message[field]).toMatchObject({ mimetype: mime, caption: 'look' });
    if (field === 'documentMessage') expect(message.message[field]?.fileName).toBe('our.name');
    expect((await ana.download(message)).length).toBe(Bun.file(file(name)).size);
  });

  test('send a picture with a thumbnail unless it is too large to render', async () => {
    await sharp({ create: { width: 400, height: 200, channels: 3, background: '#1F7A1F' } }).toFile(
      file('small.png'),
    );
    await sharp({ create: { width: 9000, height: 1000, channels: 3, background: '#1F7A1F' } }).toFile(
      file('large.png'),
    );
    const common = { type: 'image', mime: 'image/png', caption: '', fileName: '' } as const;
    const { imageMessage } = (await arrived({ ...common, path: file('small.png') })).message;
    expect(imageMessage).toMatchObject({ width: 400, height: 200 });
    expect(await sharp(imageMessage?.jpegThumbnail ?? '').metadata()).toMatchObject({
      width: 32,
      height: 16,
    });
    const large = (await arrived({ ...common, path: file('large.png') })).message.imageMessage;
    expect(large?.jpegThumbnail?.length ?? 0).toBe(0);
    expect(large?.fileLength).toBeTruthy();
  });

  test('send audio as a file and as a voice message', async () => {
    const audio = await arrived({ type: 'audio', path: file('sound.mp3'), mime: 'audio/mpeg' });
    expect(audio.message.audioMessage).toMatchObject({ mimetype: 'audio/mpeg', ptt: false });
    const mime = 'audio/ogg; codecs=opus';
    const voice = await arrived({
      type: 'voice',
      path: file('sound.mp3'),
      mime,
      seconds: 7,
      waveform: 'ADJk',
    });
    expect(voice.message.audioMessage).toMatchObject({ mimetype: mime, ptt: true, seconds: 7 });
    expect([...(voice.message.audioMessage?.waveform ?? [])]).toEqual([0, 50, 100]);
    expect(await ana.download(voice)).toEqual(Buffer.from('sound'));
  });

  test('send location and contact cards', async () => {
    const position = { latitude: -23.5, longitude: -46.6, name: 'Sé', address: 'Centro' };
    const location = await arrived({ type: 'location', ...position });
    expect(location.message.locationMessage).toMatchObject({ degreesLatitude: -23.5, name: 'Sé' });
    const card = { name: 'Bia', vcard };
    const one = await arrived({ type: 'contacts', cards: [card] });
    expect(one.message.contactMessage).toMatchObject({ displayName: 'Bia', vcard });
    const two = await arrived({ type: 'contacts', cards: [card, card] });
    expect(two.message.contactsArrayMessage?.contacts).toHaveLength(2);
  });

  test('send reaction, edit and deletion', async () => {
    const question = await ana.send(owner, { text: 'price?' });
    await app.message(question.id);
    const reaction = await arrived({
      type: 'reaction',
      targetId: question.id,
      targetFromMe: false,
      targetAuthor: null,
      emoji: '👀',
    });
    expect(reaction.message.reactionMessage).toMatchObject({ text: '👀', key: { id: question.id } });
    const id = await app.send(ana.jid, { type: 'text', text: '10' });
    const edit = await arrived({ type: 'edit', targetId: id, text: '12' });
    expect(edit.message.protocolMessage).toMatchObject({ key: { id } });
    const removal = await arrived({ type: 'delete', targetId: id });
    expect(removal.message.protocolMessage).toMatchObject({ key: { id, fromMe: true } });
  });

  test('send a quote with the quoted text', async () => {
    const question = await ana.send(owner, { text: 'price?' });
    const { raw } = await app.message(question.id);
    const id = newMessageId();
    const quoted = { id: question.id, fromMe: false, author: ana.jid, raw };
    await app.session.send({ id, jid: ana.jid, content: { type: 'text', text: '10' }, quoted });
    const { message } = await ana.waitFor((each) => each.id === id);
    const context = message.extendedTextMessage?.contextInfo;
    expect(context).toMatchObject({ stanzaId: question.id, participant: ana.jid });
    const words = context?.quotedMessage;
    expect(words?.conversation || words?.extendedTextMessage?.text).toBe('price?');
  });

  test('send a message without its quote when the quoted bytes are broken', async () => {
    const id = newMessageId();
    const quoted = { id: 'X', fromMe: false, author: ana.jid, raw: '!!' };
    await app.session.send({ id, jid: ana.jid, content: { type: 'text', text: '10' }, quoted });
    expect((await ana.waitFor((each) => each.id === id)).text).toBe('10');
  });

  test('report acks 2, 3, 4 and 5', async () => {
    const mime = 'audio/ogg; codecs=opus';
    const voice = await arrived({ type: 'voice', path: file('sound.mp3'), mime, seconds: 1 });
    await app.receipt(voice.id, 2);
    await app.receipt(voice.id, 3);
    ana.receipt(voice, 'read');
    await app.receipt(voice.id, 4);
    ana.receipt(voice, 'played');
    expect(await app.receipt(voice.id, 5)).toMatchObject({ chat: [ana.jid, ana.lid] });
  });

  test('send to a group and report receipts of its members', async () => {
    const group = network.group({ subject: 'Obra', members: [ana, owner] });
    const id = await app.send(group.jid, { type: 'text', text: 'to all' });
    const message = await ana.waitFor((each) => each.id === id);
    expect(message.chat).toBe(group.jid);
    await app.receipt(id, 3);
    ana.receipt(message, 'read');
    expect((await app.receipt(id, 4)).chat).toEqual([group.jid]);
  });

  test('fail without retry when the server rejects them', async () => {
    network.faults.failAcks(463, 1, owner.number);
    const id = newMessageId();
    const sent = app.send(ana.jid, { type: 'text', text: 'no' }, id);
    await expect(sent).rejects.toMatchObject({ code: 'restricted', retry: false });
    expect(await app.receipt(id, 0)).toMatchObject({ error: '463' });
  });

  test('reach the customer once when resent under the same id after a lost ack', async () => {
    network.faults.dropAcks(1, owner.number);
    const id = newMessageId();
    const sent = app.send(ana.jid, { type: 'text', text: 'once' }, id);
    await expect(sent).rejects.toMatchObject({ code: 'timeout', retry: true });
    await app.send(ana.jid, { type: 'text', text: 'once' }, id);
    await network.until(() => ana.deliveries.filter((each) => each.id === id).length === 2);
    expect(ana.received.filter((each) => each.id === id)).toHaveLength(1);
  });

  test('are sent once when requested twice at the same time', async () => {
    const id = newMessageId();
    const content = { type: 'text', text: 'one' } as const;
    await Promise.all([app.send(ana.jid, content, id), app.send(ana.jid, content, id)]);
    const { id: last } = await arrived({ type: 'text', text: 'two' });
    expect(ana.deliveries.map((each) => each.id)).toEqual([id, last]);
  });

  test('fail without a connection, a file or a media server', async () => {
    const missing: OutboundContent = { type: 'audio', path: file('none.mp3'), mime: 'audio/mpeg' };
    await expect(app.send(ana.jid, missing)).rejects.toMatchObject({ code: 'refused', retry: false });
    const address: OutboundContent = { type: 'audio', path: 'https://example.com/a', mime: 'audio/mpeg' };
    await expect(app.send(ana.jid, address)).rejects.toMatchObject({ code: 'refused', retry: false });
    network.media.failUploads = 500;
    const sound: OutboundContent = { type: 'audio', path: file('sound.mp3'), mime: 'audio/mpeg' };
    await expect(app.send(ana.jid, sound)).rejects.toMatchObject({ code: 'timeout', retry: true });
    const { session } = app;
    await app.whatsapp.stopAll();
    const late = session.send({ id: 'X', jid: ana.jid, content: { type: 'text', text: '' }, quoted: null });
    await expect(late).rejects.toMatchObject({ code: 'not_connected', retry: true });
  });

  test('are resent to a phone that cannot decrypt, even after a restart', async () => {
    const id = await app.send(ana.jid, { type: 'text', text: 'warm' });
    await ana.waitFor((each) => each.id === id);
    ana.switch('off');
    const late = await app.send(ana.jid, { type: 'text', text: 'read me' });
    await app.whatsapp.stopAll();
    const next = app.successor();
    for (const [key, raw] of app.listener.sent) next.listener.sent.set(key, raw);
    await next.pairedAgain();
    ana.failingDecrypts = 1;
    ana.switch('on');
    expect((await ana.waitFor((each) => each.id === late)).text).toBe('read me');
    await next.whatsapp.stopAll();
  });

  test('are resent up to five times to a phone that repeatedly fails', async () => {
    ana.failingDecrypts = 5;
    const id = await app.send(ana.jid, { type: 'text', text: 'mais uma vez' });
    expect((await ana.waitFor((message) => message.id === id)).text).toBe('mais uma vez');
  });

  test('mark messages read, check numbers and fetch profile pictures', async () => {
    const { id } = await ana.send(owner, { text: 'seen?' });
    await app.message(id);
    await app.session.markRead([{ id, chatJid: ana.jid, author: null }]);
    await ana.waitForReceipt(id, 'read');
    const known = { jid: ana.jid, lid: ana.lid };
    const short = ana.number.replace(/^(\d{4})9/, '$1');
    expect(await app.session.check([ana.number])).toEqual([known]);
    expect(await app.session.check(['5511900000000', short, ana.number])).toEqual([null, known, known]);
    expect(await app.session.profilePicture(ana.jid)).toBeNull();
    ana.picture = network.media.storePicture(photo);
    expect(photo.equals((await app.session.profilePicture(ana.jid)) ?? Buffer.alloc(0))).toBe(true);
    expect(await app.session.groupSubject('1203630@g.us')).toBeNull();
  });

  test('accept a profile picture only from WhatsApp, over https and within the size limit', async () => {
    ana.picture = network.media.storePicture(Buffer.alloc(1024 * 1024 + 1, 1));
    expect(await app.session.profilePicture(ana.jid)).toBeNull();
    ana.picture = network.media.storePicture(photo).replace(/:\d+/, ':1');
    expect(await app.session.profilePicture(ana.jid)).toBeNull();
    ana.picture = network.media.storePicture(photo).replace('https:', 'http:');
    expect(await app.session.profilePicture(ana.jid)).toBeNull();
  });

  test('treat silence as a timeout, not as a missing number or picture', async () => {
    network.faults.mute(owner.number);
    const silence = { code: 'timeout', retry: true };
    await expect(app.session.check([ana.number])).rejects.toMatchObject(silence);
    await expect(app.session.profilePicture(ana.jid)).rejects.toMatchObject(silence);
    await expect(app.session.groupSubject('1203630@g.us')).rejects.toMatchObject(silence);
  });

  test('replace a socket that cannot send files', async () => {
    network.faults.mute(owner.number);
    const sound: OutboundContent = { type: 'audio', path: file('sound.mp3'), mime: 'audio/mpeg' };
    await expect(app.send(ana.jid, sound)).rejects.toMatchObject({ retry: true });
    await network.until(() => (app.state?.retries ?? 0) > 0, 30_000, 'a new attempt');
    network.faults.unmute();
    await app.status('CONNECTED');
    expect((await arrived(sound)).message.audioMessage).toBeTruthy();
  });

  test('reject a call', async () => {
    const call = ana.call(owner);
    await app.session.rejectCall(call.id, ana.jid);
    await network.until(() => call.isRejected);
  });
});
