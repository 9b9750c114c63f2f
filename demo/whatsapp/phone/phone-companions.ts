import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type BinaryNode, generateMessageIDV2, getBinaryNodeChildren, proto } from '@whiskeysockets/baileys';
import type { LinkedDevice } from '../linked-device.ts';
import { node, seconds } from '../transport/nodes.ts';
import type { Phone } from './phone.ts';
import { decrypt } from './phone-inbox.ts';
import { encryptFor } from './phone-outbox.ts';

const { Type } = proto.Message.ProtocolMessage;

export async function synchronise(phone: Phone, device: LinkedDevice): Promise<void> {
  const timestamp = seconds();
  const keyShare: proto.IMessage = {
    protocolMessage: {
      type: Type.APP_STATE_SYNC_KEY_SHARE,
      appStateSyncKeyShare: {
        keys: [
          {
            keyId: { keyId: randomBytes(6) },
            keyData: {
              keyData: randomBytes(32),
              fingerprint: { rawId: 1, currentIndex: 0, deviceIndexes: [0] },
              timestamp,
            },
          },
        ],
      },
    },
  };
  const { INITIAL_BOOTSTRAP } = proto.HistorySync.HistorySyncType;
  const history = proto.HistorySync.encode({
    syncType: INITIAL_BOOTSTRAP,
    progress: 100,
    phoneNumberToLidMappings: [{ pnJid: phone.jid, lidJid: phone.lid }],
  }).finish();
  const historyNotice: proto.IMessage = {
    protocolMessage: {
      type: Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: proto.Message.HistorySyncType.INITIAL_BOOTSTRAP,
        initialHistBootstrapInlinePayload: deflateSync(history),
        progress: 100,
      },
    },
  };
  await notify(phone, device, keyShare);
  await notify(phone, device, historyNotice);
}

export async function answerPeerRequest(
  phone: Phone,
  device: LinkedDevice,
  stanza: BinaryNode,
): Promise<void> {
  const stanzaId = stanza.attrs.id ?? '';
  const encrypted = getBinaryNodeChildren(stanza, 'enc');
  const content = await decrypt(phone, { sender: device, group: null, encrypted });
  // Baileys wraps a request to its own phone like a copy of a sent message.
  const inner = content.deviceSentMessage?.message ?? content;
  const request = inner.protocolMessage?.peerDataOperationRequestMessage;
  const type = request?.peerDataOperationRequestType;
  phone.peerRequests.push({ id: stanzaId, type });
  const found = (request?.placeholderMessageResendRequest ?? []).flatMap(({ messageKey }) => {
    const webMessageInfoBytes = messageKey && remember(phone, messageKey);
    return webMessageInfoBytes ? [{ placeholderMessageResendResponse: { webMessageInfoBytes } }] : [];
  });
  if (found.length === 0) return;
  await notify(phone, device, {
    protocolMessage: {
      type: Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        peerDataOperationRequestType: type,
        stanzaId,
        peerDataOperationResult: found,
      },
    },
  });
}

function remember(phone: Phone, key: proto.IMessageKey): Uint8Array | null {
  const known = phone.find(key.remoteJid ?? '', key.id ?? '');
  if (!known) return null;
  const { message, timestamp } = known;
  return proto.WebMessageInfo.encode({ key, message, messageTimestamp: timestamp }).finish();
}

async function notify(phone: Phone, device: LinkedDevice, message: proto.IMessage): Promise<void> {
  const encrypted = await encryptFor(phone, device, message);
  if (!encrypted) return;
  const id = generateMessageIDV2(phone.jid);
  const attributes = { from: phone.jid, id, type: 'text', category: 'peer', t: seconds() };
  device.deliver(node('message', attributes, [encrypted]));
}
