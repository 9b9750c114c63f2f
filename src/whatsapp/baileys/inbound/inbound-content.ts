import { proto, type WAMessage } from '@whiskeysockets/baileys';
import type { InboundContent } from '../../port.ts';
import { inboundMedia, type MediaField } from '../media/media-ticket.ts';
import { plainNumber } from '../plain-number.ts';
import { captionOf, textOf } from './message-text.ts';
import { contentKind, unwrap } from './unwrap-message.ts';

/** Takes unwrapped content; null for protocol messages that are not shown. */
export function contentOf(content: proto.IMessage, message: WAMessage): InboundContent | null {
  const kind = contentKind(content);
  switch (kind) {
    case 'conversation':
    case 'extendedTextMessage':
    case 'buttonsResponseMessage':
    case 'listResponseMessage':
    case 'templateButtonReplyMessage':
    case 'interactiveResponseMessage':
    case 'listMessage':
      return text(content, kind);
    case 'buttonsMessage':
    case 'templateMessage':
    case 'interactiveMessage':
      return headerMedia(content, message) ?? text(content, kind);
    case 'imageMessage':
    case 'videoMessage':
    case 'ptvMessage':
    case 'audioMessage':
    case 'documentMessage':
    case 'stickerMessage':
      return media(content, kind, message);
    case 'locationMessage':
    case 'liveLocationMessage':
      return location(content, kind);
    case 'contactMessage':
      return contacts([content.contactMessage ?? {}]);
    case 'contactsArrayMessage':
      return contacts(content.contactsArrayMessage?.contacts ?? []);
    case 'reactionMessage':
      return reaction(content.reactionMessage ?? {});
    case 'protocolMessage':
      return protocol(content.protocolMessage ?? {});
    case 'placeholderMessage':
      return { type: 'undecryptable' };
    case 'albumMessage':
      return { type: 'album' };
    case 'call':
    case 'callLogMesssage':
    case 'pinInChatMessage':
    case 'keepInChatMessage':
    case 'stickerSyncRmrMessage':
    case 'messageHistoryBundle':
    case 'messageHistoryNotice':
    case 'encEventResponseMessage':
      return null;
    case undefined:
      return { type: 'unknown', kind: message.key.isViewOnce ? 'viewOnceMessage' : 'unknown' };
    default:
      return { type: 'unknown', kind };
  }
}

function text(content: proto.IMessage, kind: string): InboundContent {
  const bodyText = textOf(content);
  return bodyText === '' ? { type: 'unknown', kind } : { type: 'text', text: bodyText };
}

function media(content: proto.IMessage, field: MediaField, message: WAMessage): InboundContent {
  return {
    type: 'media',
    media: inboundMedia(field, content[field] ?? {}, message.key),
    caption: captionOf(content),
  };
}

function headerMedia(content: proto.IMessage, message: WAMessage): InboundContent | null {
  const { buttonsMessage, templateMessage, interactiveMessage } = content;
  const header =
    buttonsMessage ??
    templateMessage?.hydratedTemplate ??
    templateMessage?.hydratedFourRowTemplate ??
    interactiveMessage?.header;
  for (const field of ['imageMessage', 'videoMessage', 'documentMessage'] as const) {
    const found = header?.[field];
    if (found) {
      return {
        type: 'media',
        media: inboundMedia(field, found, message.key),
        caption: textOf(content),
      };
    }
  }
  return null;
}

function location(content: proto.IMessage, kind: 'locationMessage' | 'liveLocationMessage'): InboundContent {
  const target: proto.Message.ILocationMessage & proto.Message.ILiveLocationMessage = content[kind] ?? {};
  // A decoded message's prototype says 0 for a missing coordinate, which is a point in the Atlantic.
  const latitude = Object.hasOwn(target, 'degreesLatitude') ? plainNumber(target.degreesLatitude) : null;
  const longitude = Object.hasOwn(target, 'degreesLongitude') ? plainNumber(target.degreesLongitude) : null;
  if (latitude === null || longitude === null) return { type: 'unknown', kind };
  return {
    type: 'location',
    latitude,
    longitude,
    name: target.name || target.caption || '',
    address: target.address ?? '',
    thumbnail: target.jpegThumbnail?.length ? Buffer.from(target.jpegThumbnail).toString('base64') : null,
    live: kind === 'liveLocationMessage',
  };
}

function contacts(cards: proto.Message.IContactMessage[]): InboundContent {
  return {
    type: 'contacts',
    cards: cards.map(({ displayName, vcard }) => ({ name: displayName ?? '', vcard: vcard ?? '' })),
  };
}

function reaction({ key, text: emoji }: proto.Message.IReactionMessage): InboundContent {
  if (!key?.id) return { type: 'unknown', kind: 'reactionMessage' };
  return { type: 'reaction', targetId: key.id, targetFromMe: key.fromMe ?? false, emoji: emoji ?? '' };
}

function protocol({ type, key, editedMessage }: proto.Message.IProtocolMessage): InboundContent | null {
  const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;
  if (type !== REVOKE && type !== MESSAGE_EDIT) return null;
  if (!key?.id) return { type: 'unknown', kind: 'protocolMessage' };
  // A key without `fromMe` only claims that an admin deletes; `toInbound` checks the claim.
  if (type === REVOKE) return { type: 'delete', targetId: key.id, byAdmin: key.fromMe !== true };
  const edited = unwrap(editedMessage);
  return { type: 'edit', targetId: key.id, text: captionOf(edited) || textOf(edited) };
}
