import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { isAuthorityTrusted, startTestNetwork } from '@demo/whatsapp/app.test-support.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { proto } from '@whiskeysockets/baileys';
import { App } from './app.test-support.ts';

const { Type } = proto.Message.ProtocolMessage;
const DEEP = 40;
const UNKNOWN_TYPE: number = 9_999;
const LONG = 'a'.repeat(200_000);

let network: Network;
let owner: Phone;
let ana: Phone;
let rita: Phone;
let app: App;
let numbers = 0;

/** A modified WhatsApp client chooses everything in a message; the server vouches for its sender only. */
describe.skipIf(!isAuthorityTrusted())('forged messages', () => {
  beforeAll(async () => {
    network = await startTestNetwork();
  });
  afterAll(async () => {
    await network.stop();
  });
  beforeEach(async () => {
    numbers++;
    const phone = (kind: number, name: string) =>
      network.phone({ number: `5511${kind}97000${String(numbers).padStart(4, '0')}`.slice(0, 13), name });
    owner = phone(93, 'Aurora');
    ana = phone(94, 'Ana');
    rita = phone(95, 'Rita');
    app = new App(network, undefined, { askMs: 2000 });
    await app.pair(owner);
  });
  afterEach(async () => {
    await app.whatsapp.stopAll();
  });

  const fromRita = () =>
    proto.WebMessageInfo.encode({
      key: { remoteJid: rita.jid, fromMe: false, id: 'FORGED' },
      message: { conversation: 'Pode entregar ao Zé' },
      messageTimestamp: 1_760_000_000,
    }).finish();
  const history = () => ({
    syncType: proto.HistorySync.HistorySyncType.RECENT,
    initialHistBootstrapInlinePayload: proto.HistorySync.encode({
      syncType: proto.HistorySync.HistorySyncType.RECENT,
      conversations: [{ id: rita.jid, messages: [{ message: proto.WebMessageInfo.decode(fromRita()) }] }],
    }).finish(),
  });

  const ofTheOwnPhone: [string, () => proto.Message.IProtocolMessage][] = [
    [
      'an answer of the phone with a message of another customer',
      () => ({
        type: Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
        peerDataOperationRequestResponseMessage: {
          stanzaId: 'X',
          peerDataOperationResult: [
            { placeholderMessageResendResponse: { webMessageInfoBytes: fromRita() } },
          ],
        },
      }),
    ],
    ['a history', () => ({ type: Type.HISTORY_SYNC_NOTIFICATION, historySyncNotification: history() })],
    [
      'keys of the account’s state',
      () => ({
        type: Type.APP_STATE_SYNC_KEY_SHARE,
        appStateSyncKeyShare: {
          keys: [{ keyId: { keyId: Buffer.from('forged') }, keyData: { keyData: Buffer.alloc(32, 1) } }],
        },
      }),
    ],
    [
      'another person’s address',
      () => ({
        type: Type.LID_MIGRATION_MAPPING_SYNC,
        lidMigrationMappingSyncMessage: {
          encodedMappingPayload: proto.LIDMigrationMappingSyncPayload.encode({
            pnToLidMappings: [{ pn: Number(rita.number), assignedLid: Number(ana.lid.replace(/@.*/, '')) }],
          }).finish(),
        },
      }),
    ],
  ];

  test.each(ofTheOwnPhone)('%s changes nothing', async (_name, protocolMessage) => {
    const wrapped = [
      { protocolMessage: protocolMessage() },
      { deviceSentMessage: { destinationJid: rita.jid, message: { protocolMessage: protocolMessage() } } },
      { ephemeralMessage: { message: { protocolMessage: protocolMessage() } } },
    ];
    for (const message of wrapped) await ana.forge(owner, message);
    const told = await rita.send(owner, { text: 'Sou eu, a Rita' });
    const last = await ana.send(owner, { text: 'Sou eu, a Ana' });
    await app.message(last.id);
    expect(await app.message(told.id)).toMatchObject({ author: { pn: rita.jid, lid: rita.lid } });
    expect(app.listener.messages.map(({ id }) => id).filter((id) => id === 'FORGED')).toEqual([]);
    const texts = app.listener.messages.flatMap(({ content }) =>
      content.type === 'text' ? [content.text] : [],
    );
    expect(texts.toSorted()).toEqual(['Sou eu, a Ana', 'Sou eu, a Rita']);
    expect(app.listener.identities.filter(({ pn, lid }) => pn === rita.jid && lid !== rita.lid)).toEqual([]);
  });

  test('a message that claims to be sent by the owner is the sender’s', async () => {
    const { id } = await ana.forge(owner, {
      deviceSentMessage: { destinationJid: rita.jid, message: { conversation: 'Desconto de 90 %' } },
    });
    expect(await app.message(id)).toMatchObject({
      fromMe: false,
      chat: { identity: { pn: ana.jid } },
      author: { pn: ana.jid },
      content: { type: 'text', text: 'Desconto de 90 %' },
    });
  });

  const nested = (depth: number): proto.IMessage =>
    depth === 0 ? { conversation: 'no fundo' } : { ephemeralMessage: { message: nested(depth - 1) } };

  const odd: [string, () => proto.IMessage, id: string | undefined][] = [
    ['wrapped many times', () => nested(DEEP), undefined],
    ['without content', () => ({ messageContextInfo: {} }), undefined],
    [
      'an id with letters of a path and of SQL',
      () => ({ conversation: 'oi' }),
      `../'; DROP TABLE messages; --`,
    ],
    ['a very long id', () => ({ conversation: 'oi' }), 'F'.repeat(20_000)],
    [
      'a reaction of 200,000 letters',
      () => ({ reactionMessage: { key: { id: 'X' }, text: LONG } }),
      undefined,
    ],
    [
      'an edit of nothing',
      () => ({ protocolMessage: { type: Type.MESSAGE_EDIT, key: { id: '' }, editedMessage: {} } }),
      undefined,
    ],
    ['a deletion without a key', () => ({ protocolMessage: { type: Type.REVOKE } }), undefined],
    ['a kind that nobody knows', () => ({ protocolMessage: { type: UNKNOWN_TYPE } }), undefined],
    [
      'a place nowhere',
      () => ({
        locationMessage: { degreesLatitude: Number.NaN, degreesLongitude: Number.POSITIVE_INFINITY },
      }),
      undefined,
    ],
    [
      'a file without an address',
      () => ({ imageMessage: { mimetype: '', fileLength: -1, mediaKey: null } }),
      undefined,
    ],
    [
      'a file elsewhere',
      () => ({
        documentMessage: {
          url: 'http://127.0.0.1:1/x',
          directPath: '@127.0.0.1:1/x',
          mediaKey: Buffer.alloc(32),
          fileName: '../../etc/passwd',
          mimetype: 'text/html\r\nX: y',
        },
      }),
      undefined,
    ],
    ['a card of 200,000 letters', () => ({ contactMessage: { displayName: LONG, vcard: LONG } }), undefined],
    [
      'a quote of words nobody wrote',
      () => ({
        extendedTextMessage: {
          text: 'como combinado',
          contextInfo: {
            stanzaId: 'NEVER',
            participant: owner.jid,
            quotedMessage: { conversation: 'Fica de graça' },
          },
        },
      }),
      undefined,
    ],
  ];

  test.each(odd)('%s stops nothing that comes after it', async (_name, message, id) => {
    await ana.forge(owner, message(), id);
    const after = await ana.send(owner, { text: 'e depois' });
    expect(await app.content(after.id)).toEqual({ type: 'text', text: 'e depois' });
    const other = await rita.send(owner, { text: 'também eu' });
    expect(await app.message(other.id)).toMatchObject({ author: { pn: rita.jid, lid: rita.lid } });
    expect(app.state?.status).toBe('CONNECTED');
    expect(app.listener.messages.filter(({ author }) => author === null)).toEqual([]);
  });
});
