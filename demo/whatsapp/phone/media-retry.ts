import { randomBytes } from 'node:crypto';
import {
  aesEncryptGCM,
  assertMediaContent,
  type BinaryNode,
  getBinaryNodeChild,
  hkdf,
  proto,
} from '@whiskeysockets/baileys';
import { node, seconds } from '../transport/nodes.ts';
import type { Phone } from './phone.ts';

export async function answerMediaRetry(phone: Phone, receipt: BinaryNode): Promise<void> {
  const id = receipt.attrs.id ?? '';
  const asked = getBinaryNodeChild(receipt, 'rmr')?.attrs ?? {};
  const message = phone.find(asked.jid ?? '', id)?.message;
  const content = message ? assertMediaContent(message) : null;
  const path =
    phone.mediaRetries === 'reupload' && content?.directPath
      ? phone.network.media.storeAgain(content.directPath)
      : null;
  const rmr = node('rmr', { jid: asked.jid, from_me: asked.from_me, participant: asked.participant });
  const answer =
    path && content?.mediaKey
      ? encryptedPath(id, path, content.mediaKey)
      : node('error', { code: proto.MediaRetryNotification.ResultType.NOT_FOUND });
  const attributes = { id, type: 'mediaretry', from: phone.jid, t: seconds() };
  for (const device of phone.devices.values()) {
    device.deliver(node('notification', attributes, [answer, rmr]));
  }
}

function encryptedPath(id: string, directPath: string, mediaKey: Uint8Array): BinaryNode {
  const result = proto.MediaRetryNotification.ResultType.SUCCESS;
  const plain = proto.MediaRetryNotification.encode({ stanzaId: id, directPath, result }).finish();
  const key = Buffer.from(hkdf(mediaKey, 32, { info: 'WhatsApp Media Retry Notification' }));
  const iv = randomBytes(12);
  const ciphertext = aesEncryptGCM(plain, key, iv, Buffer.from(id));
  return node('encrypt', {}, [node('enc_p', {}, ciphertext), node('enc_iv', {}, iv)]);
}
