import { isAbsolute } from 'node:path';
import { type AnyMessageContent, proto, type WAMessage, type WAMessageKey } from '@whiskeysockets/baileys';
import type { OutboundContent, OutboundMessage } from '../../port.ts';
import { SendError } from '../../port.ts';

export type Thumbnail = { bytes: Uint8Array; width?: number; height?: number };
const NO_THUMBNAIL: Thumbnail = { bytes: new Uint8Array() };

export function toBaileys(
  content: OutboundContent,
  jid: string,
  thumbnail: Thumbnail = NO_THUMBNAIL,
): AnyMessageContent {
  switch (content.type) {
    case 'text':
      // Without this Baileys fetches the first link of the text.
      return { text: content.text, linkPreview: null };
    case 'image': {
      const { path, mime, caption } = content;
      const { bytes, width, height } = thumbnail;
      // Without a thumbnail Baileys renders its own, from a picture of any size.
      const jpegThumbnail = Buffer.from(bytes).toString('base64');
      const size = width && height ? { width, height } : {};
      return { image: file(path), mimetype: mime, caption, jpegThumbnail, ...size };
    }
    case 'video': {
      const { path, mime, caption } = content;
      return { video: file(path), mimetype: mime, caption };
    }
    case 'audio':
      return { audio: file(content.path), mimetype: content.mime, ptt: false };
    case 'voice': {
      const { path, mime, seconds, waveform } = content;
      const bars = waveform ? { waveform: Buffer.from(waveform, 'base64') } : {};
      return {
        audio: file(path),
        mimetype: mime,
        ptt: true,
        ...(seconds === null ? {} : { seconds }),
        ...bars,
      };
    }
    case 'document': {
      const { path, mime, fileName, caption } = content;
      return { document: file(path), mimetype: mime, fileName, ...(caption ? { caption } : {}) };
    }
    case 'location': {
      const { latitude, longitude, name, address } = content;
      return { location: { degreesLatitude: latitude, degreesLongitude: longitude, name, address } };
    }
    case 'contacts': {
      const contacts = content.cards.map(({ name, vcard }) => ({ displayName: name, vcard }));
      return { contacts: { displayName: contacts[0]?.displayName ?? '', contacts } };
    }
    case 'reaction': {
      const { targetId, targetFromMe, targetAuthor, emoji } = content;
      return { react: { text: emoji, key: keyOf(jid, targetId, targetFromMe, targetAuthor) } };
    }
    case 'edit': {
      const { text, targetId, captionOf } = content;
      const edit = keyOf(jid, targetId, true, null);
      if (captionOf === undefined) return { text, linkPreview: null, edit };
      // An edit would make Baileys upload the file again; a forward sends the message unchanged.
      return { forward: { key: edit, message: captioned(captionOf, text) }, edit } as AnyMessageContent;
    }
    case 'delete':
      return { delete: keyOf(jid, content.targetId, true, null) };
  }
}

export function quotedMessage({ jid, quoted }: OutboundMessage): WAMessage | undefined {
  if (!quoted) return undefined;
  try {
    const message = proto.Message.decode(Buffer.from(quoted.raw, 'base64'));
    if (Object.keys(message).length === 0) return undefined;
    return { key: keyOf(jid, quoted.id, quoted.fromMe, quoted.author), message };
  } catch {
    return undefined;
  }
}

function captioned(raw: string, caption: string): proto.IMessage {
  const message = decoded(raw);
  const inner = message?.documentWithCaptionMessage?.message ?? message;
  const { imageMessage, videoMessage, documentMessage } = inner ?? {};
  if (imageMessage) return { imageMessage: { ...imageMessage, caption } };
  if (videoMessage) return { videoMessage: { ...videoMessage, caption } };
  if (documentMessage) return { documentMessage: { ...documentMessage, caption } };
  throw new SendError('refused', false, { cause: new Error('No medium to caption') });
}

function decoded(raw: string): proto.Message | undefined {
  try {
    return proto.Message.decode(Buffer.from(raw, 'base64'));
  } catch {
    return undefined;
  }
}

const keyOf = (jid: string, id: string, fromMe: boolean, author: string | null): WAMessageKey => ({
  remoteJid: jid,
  id,
  fromMe,
  ...(author && author !== jid ? { participant: author } : {}),
});

function file(path: string): { url: string } {
  // Baileys would fetch a relative path or a URL.
  if (!isAbsolute(path)) throw new SendError('refused', false, { cause: new Error('Not an absolute path') });
  return { url: path };
}
