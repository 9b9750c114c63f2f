import { describe, expect, test } from 'bun:test';
import { proto, type WAMessage } from '@whiskeysockets/baileys';
import type { InboundContent } from '../../port.ts';
import { readTicket } from '../media/media-ticket.ts';
import { toInbound } from './inbound-message.ts';

const me = { pn: '5511900000000@s.whatsapp.net', lid: '900@lid' };
const ana = '5511911111111@s.whatsapp.net';
const context = {
  me,
  now: 5000,
  mappedUser: async (id: string) => ({ '5511911111111': '911', '911_reverse': '5511911111111' })[id] ?? null,
  isGroupAdmin: async () => false,
};

function read(message: proto.IMessage | undefined, more: Partial<WAMessage> = {}) {
  const key = { remoteJid: ana, id: 'A1', fromMe: false };
  return toInbound({ key, message, messageTimestamp: 1_700_000_000, ...more }, false, context);
}

const wire = (message: proto.IMessage) => proto.Message.decode(proto.Message.encode(message).finish());

async function contentOf(message: proto.IMessage, more: Partial<WAMessage> = {}) {
  const plain = await read(message, more);
  const decoded = await read(wire(message), more);
  expect(decoded?.content).toEqual(plain?.content as InboundContent);
  return plain?.content ?? null;
}

const text = (words: string) => ({ type: 'text', text: words });
const hello: proto.IMessage = { conversation: 'hello' };
const { Type } = proto.Message.ProtocolMessage;

describe('inbound content', () => {
  test.each<[string, proto.IMessage, object | null]>([
    ['plain', hello, text('hello')],
    ['extended', { extendedTextMessage: { text: 'hello' } }, text('hello')],
    ['disappearing', { ephemeralMessage: { message: hello } }, text('hello')],
    [
      'view once in disappearing',
      { ephemeralMessage: { message: { viewOnceMessageV2: { message: hello } } } },
      text('hello'),
    ],
    [
      'sent by another device of ours',
      { deviceSentMessage: { destinationJid: ana, message: hello } },
      text('hello'),
    ],
    [
      'button',
      { buttonsResponseMessage: { selectedButtonId: 'b1', selectedDisplayText: 'Yes' } },
      text('Yes'),
    ],
    ['list row', { listResponseMessage: { singleSelectReply: { selectedRowId: 'r1' } } }, text('r1')],
    [
      'template button',
      { templateButtonReplyMessage: { selectedId: 't1', selectedDisplayText: 'Ok' } },
      text('Ok'),
    ],
    ['flow', { interactiveResponseMessage: { body: { text: 'done' } } }, text('done')],
    ['template', { templateMessage: { hydratedTemplate: { hydratedContentText: 'Promo' } } }, text('Promo')],
    ['menu', { listMessage: { title: 'Menu', description: 'choose' } }, text('Menu\nchoose')],
    ['empty text', { conversation: '' }, { type: 'unknown', kind: 'conversation' }],
    ['poll', { pollCreationMessageV3: { name: 'x' } }, { type: 'unknown', kind: 'pollCreationMessageV3' }],
    ['order', { orderMessage: { orderId: '1' } }, { type: 'unknown', kind: 'orderMessage' }],
    [
      'newer than us',
      { messageContextInfo: { messageSecret: Buffer.alloc(32) } },
      { type: 'unknown', kind: 'unknown' },
    ],
    ['for the phone only', { placeholderMessage: { type: 0 } }, { type: 'undecryptable' }],
    [
      'moving location',
      { liveLocationMessage: { degreesLatitude: 1, degreesLongitude: -2, caption: 'here' } },
      {
        type: 'location',
        latitude: 1,
        longitude: -2,
        name: 'here',
        address: '',
        thumbnail: null,
        live: true,
      },
    ],
    [
      'location with picture',
      { locationMessage: { degreesLatitude: 0, degreesLongitude: 0, jpegThumbnail: Buffer.from('jpg') } },
      {
        type: 'location',
        latitude: 0,
        longitude: 0,
        name: '',
        address: '',
        thumbnail: Buffer.from('jpg').toString('base64'),
        live: false,
      },
    ],
    ['location of nowhere', { locationMessage: { name: 'x' } }, { type: 'unknown', kind: 'locationMessage' }],
    [
      'contact cards',
      { contactsArrayMessage: { contacts: [{ displayName: 'a', vcard: 'va' }, { vcard: 'vb' }] } },
      {
        type: 'contacts',
        cards: [
          { name: 'a', vcard: 'va' },
          { name: '', vcard: 'vb' },
        ],
      },
    ],
    [
      'reaction taken back',
      { reactionMessage: { key: { id: 'T', fromMe: true }, text: '' } },
      { type: 'reaction', targetId: 'T', targetFromMe: true, emoji: '' },
    ],
    ['reaction to nothing', { reactionMessage: { text: 'x' } }, { type: 'unknown', kind: 'reactionMessage' }],
    [
      'deletion',
      { protocolMessage: { type: Type.REVOKE, key: { id: 'T' } } },
      { type: 'delete', targetId: 'T', byAdmin: false },
    ],
    [
      'edit in its envelope',
      {
        editedMessage: {
          message: { protocolMessage: { type: Type.MESSAGE_EDIT, key: { id: 'T' }, editedMessage: hello } },
        },
      },
      { type: 'edit', targetId: 'T', text: 'hello' },
    ],
    [
      'edited caption',
      {
        protocolMessage: {
          type: Type.MESSAGE_EDIT,
          key: { id: 'T' },
          editedMessage: { imageMessage: { caption: 'new' } },
        },
      },
      { type: 'edit', targetId: 'T', text: 'new' },
    ],
    [
      'disappearing timer',
      { protocolMessage: { type: Type.EPHEMERAL_SETTING, ephemeralExpiration: 1 } },
      null,
    ],
    ['key share', { protocolMessage: { type: Type.APP_STATE_SYNC_KEY_SHARE } }, null],
    ['sender key alone', { senderKeyDistributionMessage: { groupId: 'g' } }, null],
    ['group call', { call: { callKey: Buffer.from('k') } }, null],
    ['head of an album', { albumMessage: { expectedImageCount: 2 } }, { type: 'album' }],
    ['pin', { pinInChatMessage: { key: { id: 'x' } } }, null],
  ])('%s', async (_name, message, expected) => {
    expect(await contentOf(message)).toEqual(expected as InboundContent | null);
  });

  test.each<[string, proto.IMessage, object]>([
    [
      'imageMessage',
      { imageMessage: { mimetype: 'image/jpeg', caption: 'c' } },
      { kind: 'image', seconds: null },
    ],
    ['videoMessage', { videoMessage: { mimetype: 'video/mp4', seconds: 4 } }, { kind: 'video', seconds: 4 }],
    ['ptvMessage', { ptvMessage: { mimetype: 'video/mp4' } }, { kind: 'video' }],
    [
      'audioMessage',
      { audioMessage: { ptt: true, seconds: 2 } },
      { kind: 'voice', mime: 'application/octet-stream' },
    ],
    ['audioMessage', { audioMessage: { ptt: false } }, { kind: 'audio', seconds: null, waveform: null }],
    [
      'audioMessage',
      { audioMessage: { ptt: true, waveform: new Uint8Array([0, 50, 100]) } },
      { kind: 'voice', waveform: 'ADJk' },
    ],
    [
      'documentMessage',
      { documentMessage: { title: 'T', jpegThumbnail: new Uint8Array([255, 216, 255]) } },
      { kind: 'document', thumbnail: '/9j/' },
    ],
    [
      'imageMessage',
      { imageMessage: { jpegThumbnail: new Uint8Array([255, 216, 255]) } },
      { kind: 'image', thumbnail: null },
    ],
    [
      'documentMessage',
      { documentWithCaptionMessage: { message: { documentMessage: { title: 'T', caption: 'c' } } } },
      { kind: 'document', fileName: 'T' },
    ],
    [
      'stickerMessage',
      { lottieStickerMessage: { message: { stickerMessage: {} } } },
      { kind: 'sticker', fileName: null },
    ],
    [
      'imageMessage',
      { templateMessage: { hydratedTemplate: { imageMessage: {}, hydratedContentText: 'Promo' } } },
      { kind: 'image' },
    ],
  ])('medium %s', async (field, message, expected) => {
    const content = await contentOf(message);
    if (content?.type !== 'media') throw new Error('not a medium');
    expect(content.media).toMatchObject(expected);
    expect(readTicket(content.media.ticket).field).toBe(field as 'imageMessage');
  });

  test('a media ticket holds the fields needed for the download', async () => {
    const mediaKey = Buffer.alloc(32, 3);
    const fileLength = { low: 5, high: 1, unsigned: true };
    const content = await read({
      documentMessage: {
        mediaKey,
        directPath: '/v/x',
        url: 'https://mmg.whatsapp.net/v/x',
        fileLength,
      } as object,
    });
    const media = content?.content.type === 'media' ? content.content.media : undefined;
    expect(media?.size).toBe(2 ** 32 + 5);
    expect(readTicket(media?.ticket ?? '')).toEqual({
      field: 'documentMessage',
      key: { remoteJid: ana, id: 'A1', fromMe: false, participant: null },
      mediaKey: mediaKey.toString('base64'),
      directPath: '/v/x',
      url: 'https://mmg.whatsapp.net/v/x',
      sha256: '',
      size: 2 ** 32 + 5,
    });
    expect(() => readTicket('{"field":"etc"}')).toThrow();
  });

  test('turns an undecryptable stub into a placeholder and ignores notices', async () => {
    const { StubType } = proto.WebMessageInfo;
    const stub = (messageStubType: number) => read(undefined, { messageStubType });
    expect((await stub(StubType.CIPHERTEXT))?.content).toEqual({ type: 'undecryptable' });
    expect(await stub(StubType.GROUP_PARTICIPANT_ADD)).toBeNull();
    expect(await stub(StubType.CALL_MISSED_VOICE)).toBeNull();
    const key = { remoteJid: ana, id: 'A1', fromMe: false, isViewOnce: true };
    expect((await read(undefined, { key }))?.content).toEqual({ type: 'unknown', kind: 'viewOnceMessage' });
  });

  test.each<[string, unknown]>([
    ['a reaction that is a number', { reactionMessage: 5 }],
    ['contacts that are none', { contactsArrayMessage: { contacts: 5 } }],
    ['a medium without anything', { imageMessage: { mediaKey: 7, fileLength: 'x' } }],
    ['a context that is a text', { extendedTextMessage: { text: 'x', contextInfo: 'y' } }],
    ['a bottomless envelope', deep(40)],
  ])('malformed: %s never throws', async (_name, message) => {
    const read_ = await read(message as proto.IMessage);
    expect(read_?.id).toBe('A1');
    expect(read_?.content.type).toBeString();
  });
});

function deep(levels: number): proto.IMessage {
  return levels === 0 ? hello : { ephemeralMessage: { message: deep(levels - 1) } };
}
