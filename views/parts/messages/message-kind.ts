import type { MediaType } from '@/modules/messages/messages.schema.ts';
import type { IconName } from '../../ui/icon.tsx';
import { plainText } from './whatsapp-format.ts';

export type MessageKind = { icon: IconName | null; label: string; hasOwnWords: boolean };

const KINDS: Record<MediaType | 'deleted', MessageKind> = {
  conversation: { icon: null, label: '', hasOwnWords: true },
  extendedTextMessage: { icon: null, label: '', hasOwnWords: true },
  image: { icon: 'camera', label: 'messages:kind.image', hasOwnWords: true },
  video: { icon: 'video', label: 'messages:kind.video', hasOwnWords: true },
  audio: { icon: 'mic', label: 'messages:kind.audio', hasOwnWords: false },
  application: { icon: 'file-text', label: 'messages:kind.document', hasOwnWords: true },
  sticker: { icon: 'smile', label: 'messages:kind.sticker', hasOwnWords: false },
  locationMessage: { icon: 'map-pin', label: 'messages:kind.location', hasOwnWords: false },
  liveLocationMessage: { icon: 'map-pin', label: 'messages:kind.liveLocation', hasOwnWords: false },
  contactMessage: { icon: 'contact', label: 'messages:kind.contact', hasOwnWords: false },
  contactsArrayMessage: { icon: 'contact', label: 'messages:kind.contacts', hasOwnWords: false },
  vcard: { icon: 'contact', label: 'messages:kind.contact', hasOwnWords: false },
  call_log: { icon: 'phone', label: 'messages:kind.call', hasOwnWords: true },
  deleted: { icon: 'ban', label: 'messages:deleted', hasOwnWords: false },
  unknown: { icon: 'info', label: 'messages:kind.unknown', hasOwnWords: false },
};

/** How a kind of message is named in one line; kinds of the future are shown as unknown. */
export function messageKind(mediaType: string): MessageKind {
  return Object.hasOwn(KINDS, mediaType) ? KINDS[mediaType as keyof typeof KINDS] : KINDS.unknown;
}

/** The kind of a message of a conversation, where a sticker is an image that is told apart. */
export function kindOf({ mediaType, isSticker }: { mediaType: string; isSticker?: boolean }): MessageKind {
  return messageKind(isSticker ? 'sticker' : mediaType);
}

/** One line for lists and quotes: its own words, or the name of its kind. */
export function summaryOf(
  message: { body: string; mediaType: string; isSticker?: boolean },
  t: (key: string) => string,
): string {
  const kind = kindOf(message);
  const words = kind.hasOwnWords ? plainText(message.body) : '';
  return words || (kind.label ? t(kind.label) : '');
}
