import type { messages } from '@db/tenant/schema/index.ts';
import { storable } from '@/kernel/db/text.ts';
import { never } from '@/kernel/errors.ts';
import type { InboundContent, InboundMedia } from '@/whatsapp/port.ts';

type Row = typeof messages.$inferInsert;

/** What a message's content becomes in its row; `preview` is what the ticket list shows of it. */
export type StoredContent = Pick<
  Row,
  | 'body'
  | 'mediaType'
  | 'mediaState'
  | 'mediaName'
  | 'mediaMime'
  | 'mediaSize'
  | 'mediaSeconds'
  | 'mediaTicket'
  | 'isStub'
> & { preview: string };

/** Kinds that are messages of their own; reactions, edits and deletions change another. */
export type OwnContent = Exclude<InboundContent, { type: 'reaction' | 'edit' | 'delete' }>;

/** Bodies and kinds as existing readers expect them (contract, message-flow §3). */
export function toStored(content: OwnContent, clock: () => string): StoredContent {
  switch (content.type) {
    case 'text':
      return plain(content.text, 'conversation');
    case 'media':
      return ofMedia(content.media, content.caption);
    case 'location':
      return ofLocation(content);
    case 'contacts':
      return ofContacts(content.cards);
    case 'call':
      return plain(`Chamada de ${content.video ? 'vídeo' : 'voz'} perdida às ${clock()}`, 'call_log');
    case 'unknown':
      return plain(content.kind, 'unknown');
    case 'undecryptable':
      return { ...plain('', 'unknown'), isStub: true };
    default:
      return never(content);
  }
}

function plain(body: string, mediaType: string): StoredContent {
  const text = storable(body);
  return { body: text, mediaType, preview: text, isStub: false };
}

function ofMedia(media: InboundMedia, caption: string): StoredContent {
  const body = storable(caption || defaultBody(media));
  return {
    body,
    preview: body,
    mediaType: mediaTypeOf(media),
    mediaState: 'pending',
    mediaName: media.fileName && storable(media.fileName),
    mediaMime: media.mime,
    mediaSize: media.size,
    mediaSeconds: media.seconds,
    mediaTicket: media.ticket,
    isStub: false,
  };
}

function defaultBody(media: InboundMedia): string {
  switch (media.kind) {
    case 'audio':
    case 'voice':
      return 'Áudio';
    case 'sticker':
      return 'sticker';
    case 'document':
      return media.fileName ?? '';
    case 'image':
    case 'video':
      return '';
    default:
      return never(media.kind);
  }
}

function mediaTypeOf(media: InboundMedia): string {
  switch (media.kind) {
    case 'image':
    case 'video':
    case 'sticker':
      return media.kind;
    case 'audio':
    case 'voice':
      return 'audio';
    case 'document':
      return 'application';
    default:
      return never(media.kind);
  }
}

function ofLocation(place: Extract<InboundContent, { type: 'location' }>): StoredContent {
  const { latitude, longitude, thumbnail } = place;
  const spot = `${latitude}, ${longitude}`;
  const preview = storable([place.name, place.address].filter(Boolean).join(', ')) || spot;
  if (place.live)
    return { ...plain(`Latitude: ${latitude} - Longitude: ${longitude}`, 'liveLocationMessage'), preview };
  // Existing readers split it at the bars: picture, link, words.
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17&hl=pt-BR`;
  const picture = thumbnail ? `data:image/png;base64, ${thumbnail}` : '';
  return { ...plain(`${picture} | ${link}|${preview} `, 'locationMessage'), preview };
}

function ofContacts(cards: { name: string; vcard: string }[]): StoredContent {
  const names = storable(cards.map((card) => card.name).join(', '));
  const mediaType = cards.length === 1 ? 'contactMessage' : 'contactsArrayMessage';
  return { ...plain(cards.map((card) => card.vcard).join('\n'), mediaType), preview: names };
}
