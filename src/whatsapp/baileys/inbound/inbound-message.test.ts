import { describe, expect, test } from 'bun:test';
import { proto, type WAMessage } from '@whiskeysockets/baileys';
import type { InboundMessage } from '../../port.ts';
import { toInbound } from './inbound-message.ts';

const me = { pn: '5511900000000@s.whatsapp.net', lid: '900@lid' };
const ana = '5511911111111@s.whatsapp.net';
const anaLid = '911@lid';
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

const hello: proto.IMessage = { conversation: 'hello' };

describe('inbound message envelope', () => {
  test.each<[string, unknown, number]>([
    ['number', 1_700_000_000, 1_700_000_000_000],
    [
      'Long',
      proto.WebMessageInfo.fromObject({ messageTimestamp: 1_700_000_000 }).messageTimestamp,
      1_700_000_000_000,
    ],
    ['Long without class', { low: 1_700_000_000, high: 0, unsigned: true }, 1_700_000_000_000],
    ['text', '1700000000', 1_700_000_000_000],
    ['missing', undefined, 5000],
    ['not a number', Number.NaN, 5000],
  ])('time as %s', async (_name, messageTimestamp, expected) => {
    const message = await read(hello, { messageTimestamp: messageTimestamp as number });
    expect(message?.timestamp).toBe(expected);
  });

  test.each<[string, WAMessage['key'], Partial<InboundMessage>]>([
    [
      'a number we know the lid of',
      { remoteJid: '5511911111111:3@s.whatsapp.net', id: 'x' },
      { chat: { jid: ana, isGroup: false, identity: { pn: ana, lid: anaLid } } },
    ],
    [
      'a lid with its number',
      { remoteJid: '555@lid', remoteJidAlt: '5511955555555@s.whatsapp.net', id: 'x' },
      {
        chat: {
          jid: '555@lid',
          isGroup: false,
          identity: { pn: '5511955555555@s.whatsapp.net', lid: '555@lid' },
        },
      },
    ],
    [
      'a lid nobody knows',
      { remoteJid: '777@lid', id: 'x' },
      { chat: { jid: '777@lid', isGroup: false, identity: { pn: null, lid: '777@lid' } } },
    ],
    [
      'our own, with our own other address',
      { remoteJid: anaLid, remoteJidAlt: me.pn, id: 'x', fromMe: true },
      {
        chat: { jid: anaLid, isGroup: false, identity: { pn: ana, lid: anaLid } },
        author: null,
        pushName: null,
      },
    ],
    [
      'a hosted number',
      { remoteJid: '5511911111111:99@hosted', id: 'x' },
      { chat: { jid: ana, isGroup: false, identity: { pn: ana, lid: anaLid } } },
    ],
    [
      'a group',
      { remoteJid: '1@g.us', participant: anaLid, participantAlt: ana, id: 'x' },
      {
        chat: { jid: '1@g.us', isGroup: true, identity: { pn: null, lid: null } },
        author: { pn: ana, lid: anaLid },
      },
    ],
    [
      "a contact's broadcast list",
      { remoteJid: '123@broadcast', participant: ana, id: 'x' },
      { chat: { jid: ana, isGroup: false, identity: { pn: ana, lid: anaLid } } },
    ],
  ])('%s', async (_name, key, expected) => {
    expect(await read(hello, { key })).toMatchObject(expected);
  });

  test.each([
    [{ remoteJid: 'status@broadcast', participant: ana, id: 'x' }],
    [{ remoteJid: '1@newsletter', id: 'x' }],
    [{ remoteJid: '123@broadcast', participant: me.pn, fromMe: true, id: 'x' }],
    [{ remoteJid: ana }],
    [{ id: 'x' }],
  ])('ignores %j as no chat', async (key) => {
    expect(await read(hello, { key })).toBeNull();
  });

  test('reads quotes and forwarding', async () => {
    const contextInfo = {
      stanzaId: 'Q',
      participant: '900:4@lid',
      quotedMessage: { imageMessage: { caption: 'pic' } },
    };
    const quoting = await read({ extendedTextMessage: { text: 'x', contextInfo } });
    expect(quoting?.quoted).toEqual({ id: 'Q', fromMe: true, text: 'pic' });
    const forwarded = await read({ imageMessage: { contextInfo: { forwardingScore: 2 } } });
    expect(forwarded).toMatchObject({ isForwarded: true, quoted: null });
    expect((await read(wire({ extendedTextMessage: { text: 'x', contextInfo: {} } })))?.isForwarded).toBe(
      false,
    );
  });

  test('takes the ack of an own message from earlier receipts', async () => {
    const own = (more: Partial<WAMessage>) =>
      read(hello, { key: { remoteJid: ana, id: 'x', fromMe: true }, ...more }).then(
        (message) => message?.ack,
      );
    expect(await own({})).toBeNull();
    expect(await own({ status: 2 })).toBe(2);
    expect(await own({ status: 2, userReceipt: [{ userJid: ana, readTimestamp: 5 }] })).toBe(4);
    expect(await own({ status: 0 })).toBe(0);
    expect(await read(hello, { status: 2 })).toMatchObject({ ack: null });
    const decoded = proto.WebMessageInfo.decode(
      proto.WebMessageInfo.encode({
        key: { remoteJid: ana, id: 'x', fromMe: true },
        message: hello,
      }).finish(),
    );
    expect((await toInbound(decoded as WAMessage, false, context))?.ack).toBeNull();
  });

  test('drops the raw bytes of a message too large to be quoted', async () => {
    const words = async (length: number) =>
      (await read({ conversation: 'x'.repeat(length) }))?.raw.length ?? 0;
    expect(await words(65_536)).toBeGreaterThan(65_536);
    expect(await words(400_000)).toBe(0);
  });

  test('stores the raw bytes of the message without group keys', async () => {
    const message = await read({ ...hello, senderKeyDistributionMessage: { groupId: 'g' } });
    expect(proto.Message.decode(Buffer.from(message?.raw ?? '', 'base64'))).toEqual(
      proto.Message.create(hello),
    );
  });
});
