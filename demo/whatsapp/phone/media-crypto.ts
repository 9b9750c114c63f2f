import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import {
  assertMediaContent,
  getContentType,
  getMediaKeys,
  normalizeMessageContent,
  type proto,
  sha256,
} from '@whiskeysockets/baileys';
import type { MediaHost } from '../media-host.ts';

const MAC_LENGTH = 10;

/** Throws when the medium is gone, or when its MAC or a hash is wrong. */
export async function downloadMedia(media: MediaHost, message: proto.IMessage): Promise<Buffer> {
  const content = assertMediaContent(message);
  const kind = getContentType(normalizeMessageContent(message))?.replace('Message', '');
  if (!content.directPath || !content.mediaKey || !kind) throw new Error('the medium has no path or key');
  const bytes = media.read(content.directPath);
  if (!sha256(bytes).equals(content.fileEncSha256 ?? Buffer.alloc(0)))
    throw new Error('wrong hash of the ciphertext');
  const keys = await getMediaKeys(content.mediaKey, kind as Parameters<typeof getMediaKeys>[1]);
  const ciphertext = bytes.subarray(0, -MAC_LENGTH);
  const mac = createHmac('sha256', keys.macKey ?? '')
    .update(keys.iv)
    .update(ciphertext)
    .digest();
  if (!timingSafeEqual(mac.subarray(0, MAC_LENGTH), bytes.subarray(-MAC_LENGTH)))
    throw new Error('wrong MAC');
  const cipher = createDecipheriv('aes-256-cbc', keys.cipherKey, keys.iv);
  const plain = Buffer.concat([cipher.update(ciphertext), cipher.final()]);
  if (!sha256(plain).equals(content.fileSha256 ?? Buffer.alloc(0))) throw new Error('wrong hash of the file');
  return plain;
}
