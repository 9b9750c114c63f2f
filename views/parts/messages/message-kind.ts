import type { MediaType } from '@/modules/messages/messages.schema.ts';
import type { IconName } from '../../ui/icons/icon.tsx';
import { plainText } from './whatsapp-format.ts';

export type MessageKind = { icon: IconName | null; label: string; hasOwnText: boolean };

const KINDS: Record<MediaType | 'deleted', MessageKind> = {
  conversation: { icon: null, label: '', hasOwnText: true },
  extendedTextMessage: { icon: null, label: '', hasOwnText: true },
  image: { icon: 'camera', label: 'messages:kind.image', hasOwnText: true },
  video: { icon: 'video', label: 'messages:kind.video', hasOwnText: true },
  audio: { icon: 'mic', label: 'messages:kind.audio', hasOwnText: false },
  application: { icon: 'file-text', label: 'messages:kind.document', hasOwnText: true },
  sticker: { icon: 'smile', label: 'messages:kind.sticker', hasOwnText: false },
  locationMessage: { icon: 'map-pin', label: 'messages:kind.location', hasOwnText: false },
  liveLocationMessage: { icon: 'map-pin', label: 'messages:kind.liveLocation', hasOwnText: false },
  contactMessage: { icon: 'contact', label: 'messages:kind.contact', hasOwnText: false },
  contactsArrayMessage: { icon: 'contact', label: 'messages:kind.contacts', hasOwnText: false },
  vcard: { icon: 'contact', label: 'messages:kind.contact', hasOwnText: false },
  call_log: { icon: 'phone', label: 'messages:kind.call', hasOwnText: true },
  deleted: { icon: 'ban', label: 'messages:deleted', hasOwnText: false },
  unknown: { icon: 'info', label: 'messages:kind.unknown', hasOwnText: false },
};

/** Future kinds are shown as unknown. */
export function messageKind(mediaType: string): MessageKind {
  return Object.hasOwn(KINDS, mediaType) ? KINDS[mediaType as keyof typeof KINDS] : KINDS.unknown;
}

export function kindOf({ mediaType, isSticker }: { mediaType: string; isSticker?: boolean }): MessageKind {
  return messageKind(isSticker ? 'sticker' : mediaType);
}

export function summaryOf(
  message: { body: string; mediaType: string; isSticker?: boolean },
  t: (key: string) => string,
): string {
  const kind = kindOf(message);
  const text = kind.hasOwnText ? plainText(message.body) : '';
  return text || (kind.label ? t(kind.label) : '');
}
