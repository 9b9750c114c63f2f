import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { isAuthorityTrusted, startTestNetwork } from '@demo/whatsapp/app.test-support.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import type { AnyMessageContent } from '@whiskeysockets/baileys';
import { App } from './app.test-support.ts';
import type { InboundContent } from './port.ts';

const bytes = Buffer.from('any bytes will do');
const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia\nTEL;waid=5511988887777:+55 11 98888-7777\nEND:VCARD';

let network: Network;
let owner: Phone;
let ana: Phone;
let app: App;
let numbers = 0;

describe.skipIf(!isAuthorityTrusted())('inbound messages', () => {
  beforeAll(async () => {
    network = await startTestNetwork();
  });
  afterAll(async () => {
    await network.stop();
  });
  beforeEach(async () => {
    numbers++;
    owner = network.phone({ number: `55119930000${String(numbers).padStart(2, '0')}`, name: 'Aurora' });
    ana = network.phone({ number: `55119940000${String(numbers).padStart(2, '0')}`, name: 'Ana' });
    app = new App(network, undefined, { askMs: 2000 });
    await app.pair(owner);
  });
  afterEach(async () => {
    await network.faults.clear();
    await app.whatsapp.stopAll();
  });

  const media = (
    kind: string,
    mime: string,
    fileName: string | null,
    caption: string,
    seconds: number | null,
  ) => ({
    type: 'media',
    media: {
      ...{ kind, mime, fileName, size: bytes.length, seconds, waveform: null, thumbnail: null },
      ticket: expect.stringContaining('mediaKey'),
    },
    caption,
  });

  const kinds: [string, AnyMessageContent, object][] = [
    ['text', { text: 'Olá, tudo bem?' }, { type: 'text', text: 'Olá, tudo bem?' }],
    [
      'image',
      { image: bytes, caption: 'me', mimetype: 'image/png', jpegThumbnail: '' },
      media('image', 'image/png', null, 'me', null),
    ],
    [
      'video',
      { video: bytes, mimetype: 'video/mp4', jpegThumbnail: '' },
      media('video', 'video/mp4', null, '', null),
    ],
    [
      'voice',
      { audio: bytes, ptt: true, seconds: 3, mimetype: 'audio/ogg; codecs=opus' },
      media('voice', 'audio/ogg; codecs=opus', null, '', 3),
    ],
    [
      'audio',
      { audio: bytes, seconds: 9, mimetype: 'audio/mpeg' },
      media('audio', 'audio/mpeg', null, '', 9),
    ],
    [
      'document',
      { document: bytes, fileName: 'a.pdf', mimetype: 'application/pdf', caption: 'bill' },
      media('document', 'application/pdf', 'a.pdf', 'bill', null),
    ],
    ['sticker', { sticker: bytes, mimetype: 'image/webp' }, media('sticker', 'image/webp', null, '', null)],
    [
      'view once',
      { image: bytes, mimetype: 'image/png', jpegThumbnail: '', viewOnce: true },
      media('image', 'image/png', null, '', null),
    ],
    [
      'location',
      { location: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Sé', address: 'Centro' } },
      {
        type: 'location',
        latitude: -23.5,
        longitude: -46.6,
        name: 'Sé',
        address: 'Centro',
        thumbnail: null,
        live: false,
      },
    ],
    [
      'contact card',
      { contacts: { displayName: 'Bia', contacts: [{ displayName: 'Bia', vcard }] } },
      { type: 'contacts', cards: [{ name: 'Bia', vcard }] },
    ],
    [
      'poll',
      { poll: { name: 'Which?', values: ['a', 'b'] } },
      { type: 'unknown', kind: 'pollCreationMessage' },
    ],
  ];

  test.each(kinds)('%s', async (_name, content, expected) => {
    const { id } = await ana.send(owner, content);
    expect(await app.content(id)).toEqual(expected as InboundContent);
  });

  test('contain plain data with both addresses, name, time and raw bytes', async () => {
    const at = Math.floor(Date.now() / 1000) * 1000;
    const { id } = await ana.send(owner, { text: 'hi' }, { at });
    const message = await app.message(id);
    const identity = { pn: ana.jid, lid: ana.lid };
    expect(message).toEqual({
      id,
      chat: { jid: ana.jid, isGroup: false, identity },
      author: identity,
      fromMe: false,
      pushName: 'Ana',
      timestamp: at,
      content: { type: 'text', text: 'hi' },
      quoted: null,
      isForwarded: false,
      album: null,
      ack: null,
      offline: false,
      raw: expect.any(String),
    });
    expect(structuredClone(message)).toEqual(message);
  });

  test('preserve the chat identity after a change to lid, even with a hidden number', async () => {
    const first = await ana.send(owner, { text: 'by number' });
    await app.message(first.id);
    ana.addressing = 'lid';
    ana.hidesOtherAddress = true;
    const second = await ana.send(owner, { text: 'by lid' });
    const message = await app.message(second.id);
    expect(message.chat).toEqual({ jid: ana.lid, isGroup: false, identity: { pn: ana.jid, lid: ana.lid } });
  });

  test('name the target of a quote, reaction, edit or deletion', async () => {
    const first = await ana.send(owner, { text: 'one' });
    const quote = await ana.send(owner, { text: 'two' }, { quoted: first });
    expect((await app.message(quote.id)).quoted).toEqual({ id: first.id, fromMe: false, text: 'one' });
    const reaction = await ana.send(owner, { react: { text: '👍', key: first.key } });
    expect(await app.content(reaction.id)).toEqual({
      type: 'reaction',
      targetId: first.id,
      targetFromMe: false,
      emoji: '👍',
    });
    const edit = await ana.send(owner, { text: 'uno', edit: first.key });
    expect(await app.content(edit.id)).toEqual({ type: 'edit', targetId: first.id, text: 'uno' });
    const removal = await ana.send(owner, { delete: first.key });
    expect(await app.content(removal.id)).toEqual({ type: 'delete', targetId: first.id, byAdmin: false });
  });

  test('mark a reaction to an own message as such', async () => {
    const id = await app.send(ana.jid, { type: 'text', text: 'how was it?' });
    const received = await ana.waitFor((message) => message.id === id);
    const reaction = await ana.send(owner, { react: { text: '❤️', key: received.key } });
    expect(await app.content(reaction.id)).toMatchObject({ targetId: id, targetFromMe: true });
    const quote = await ana.send(owner, { text: 'good' }, { quoted: received });
    expect((await app.message(quote.id)).quoted).toMatchObject({ id, fromMe: true, text: 'how was it?' });
  });

  test('from the owner’s phone are own messages in the customer’s chat', async () => {
    const { id } = await owner.send(ana, { text: 'from my phone' });
    const message = await app.message(id);
    expect(message).toMatchObject({ fromMe: true, author: null, pushName: null, offline: false });
    expect(message.chat.identity.pn).toBe(ana.jid);
    expect(message.ack).toBeGreaterThanOrEqual(2);
  });

  test('name group and author, and the group subject is reported', async () => {
    const group = network.group({ subject: 'Família', members: [ana, owner] });
    const { id } = await ana.send(group, { text: 'oi gente' });
    const message = await app.message(id);
    expect(message.chat).toEqual({ jid: group.jid, isGroup: true, identity: { pn: null, lid: null } });
    expect(message.author).toEqual({ pn: ana.jid, lid: ana.lid });
    group.rename(ana, 'Família Silva');
    await network.until(() => app.listener.groups.some(({ subject }) => subject === 'Família Silva'));
    expect(app.listener.groups[0]).toEqual({ jid: group.jid, subject: 'Família' });
    expect(await app.session.groupSubject(group.jid)).toBe('Família Silva');
    const reported = app.listener.messages.filter(({ content }) => content.type !== 'undecryptable');
    expect(reported.map((each) => each.id)).toEqual([id]);
  });

  test('accept a deletion of another member’s message only from a group admin', async () => {
    const rita = network.phone({ number: `55119950000${String(numbers).padStart(2, '0')}`, name: 'Rita' });
    const group = network.group({ subject: 'Condomínio', members: [ana, rita, owner] });
    const theirs = await rita.send(group, { text: 'da Rita' });
    await app.message(theirs.id);
    const key = { ...theirs.key, fromMe: false, participant: rita.jid };
    const byAdmin = await ana.send(group, { delete: key });
    expect(await app.content(byAdmin.id)).toEqual({ type: 'delete', targetId: theirs.id, byAdmin: true });
    const other = await ana.send(group, { text: 'da Ana' });
    await app.message(other.id);
    const byMember = await rita.send(group, {
      delete: { ...other.key, fromMe: false, participant: ana.jid },
    });
    expect(await app.content(byMember.id)).toEqual({ type: 'delete', targetId: other.id, byAdmin: false });
  });

  test('report a call that may not ring once and reject it at once', async () => {
    app.listener.letsRing = false;
    const call = ana.call(owner);
    const message = await app.message(call.id);
    app.listener.letsRing = true;
    expect(message.content).toEqual({ type: 'call', video: false });
    await network.until(() => call.isRejected);
    const { id } = await ana.send(owner, { text: 'I write, then' });
    await app.message(id);
    expect(app.listener.messages.filter((each) => each.id === call.id)).toHaveLength(1);
  });

  test('report a missed call once when it ends', async () => {
    const call = ana.call(owner, { video: true });
    call.hangUp();
    const message = await app.message(call.id);
    expect(message.content).toEqual({ type: 'call', video: true });
    expect(message.chat.identity.pn).toBe(ana.jid);
    const { id } = await ana.send(owner, { text: 'call me back' });
    await app.message(id);
    expect(app.listener.messages.filter((each) => each.id === call.id)).toHaveLength(1);
  });

  test('report typing', async () => {
    const { id } = await ana.send(owner, { text: 'hello' });
    await app.message(id);
    await app.session.sendPresence(ana.jid, 'available');
    await network.until(() =>
      [...owner.devices.values()].some(({ subscriptions }) => subscriptions.size > 0),
    );
    ana.sendPresence(owner, 'composing');
    await network.until(() => app.listener.presences.some(({ state }) => state === 'composing'));
    expect(app.listener.presences.at(-1)).toMatchObject({ state: 'composing' });
  });

  test('are reported once when delivered twice, or as undecryptable when encrypted again', async () => {
    const sent = await ana.send(owner, { text: 'twice' });
    await app.message(sent.id);
    await ana.repeat(sent, 'bytes');
    await ana.repeat(sent, 'message');
    const { id } = await ana.send(owner, { text: 'after' });
    await app.message(id);
    const again = app.listener.messages.filter((message) => message.id === sent.id);
    expect(again[0]?.content.type).toBe('text');
    for (const { content } of again) expect(['text', 'undecryptable']).toContain(content.type);
  });

  test('report a placeholder first, then the content under the same id', async () => {
    const { id } = await ana.send(owner, { text: 'warm' });
    await app.message(id);
    await ana.reinstall({ announce: false });
    const sent = await ana.send(owner, { text: 'new phone' });
    await ana.repeat(sent, 'bytes');
    expect(await app.content(sent.id)).toEqual({ type: 'text', text: 'new phone' });
  });

  test('arrive in order, in batches and never two at once', async () => {
    let atWork = 0;
    let most = 0;
    app.listener.storing = async () => {
      most = Math.max(most, ++atWork);
      await new Promise((done) => setImmediate(done));
      atWork--;
    };
    const ids: string[] = [];
    for (let n = 0; n < 120; n++) ids.push((await ana.send(owner, { text: `${n}` })).id);
    await app.message(ids.at(-1) ?? '', 15_000);
    expect(app.listener.messages.map(({ id }) => id)).toEqual(ids);
    expect(most).toBe(1);
    expect(Math.max(...app.listener.batches)).toBeLessThanOrEqual(50);
  });
});
