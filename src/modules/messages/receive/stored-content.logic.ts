import type { messages } from '@db/tenant/schema/index.ts';
import { never } from '@/core/errors.ts';
import { cutAt, nameFrom, storable } from '@/core/text.ts';
import type { InboundContent, InboundMedia } from '@/whatsapp/port.ts';
import { readSeconds, readThumbnail, readWaveform } from '../media/media-metadata.logic.ts';
import { WHOLE_TEXT } from '../media/store-long-text.outbox.ts';
import { MAX_BODY, MAX_PREVIEW } from '../message-limits.schema.ts';
import { joinCards } from './shorten-vcards.logic.ts';

type Row = typeof messages.$inferInsert;

/** Every field is bounded. `whole` is the full text when `body` holds only its beginning. */
export type StoredContent = Pick<
  Row,
  | 'body'
  | 'mediaType'
  | 'mediaState'
  | 'mediaName'
  | 'mediaMime'
  | 'mediaSize'
  | 'mediaSeconds'
  | 'mediaWaveform'
  | 'mediaThumbnail'
  | 'mediaTicket'
  | 'isStub'
> & { preview: string; whole: string | null };

const MAX_THUMBNAIL = 64_000;
const MAX_TICKET = 16_384;

export type OwnContent = Exclude<InboundContent, { type: 'reaction' | 'edit' | 'delete' | 'album' }>;

/** Bodies and kinds as existing readers expect them (contract, message-flow §3). */
export function toStored(content: OwnContent, clock: () => string): StoredContent {
  switch (content.type) {
    case 'text':
      return ofText(content.text);
    case 'media':
      return ofMedia(content.media, content.caption);
    case 'location':
      return ofLocation(content);
    case 'contacts':
      return ofContacts(content.cards);
    case 'call':
      return plain(`Chamada de ${content.video ? 'vídeo' : 'voz'} perdida às ${clock()}`, 'call_log');
    case 'unknown':
      return plain(nameFrom(content.kind), 'unknown');
    case 'undecryptable':
      return { ...plain('', 'unknown'), isStub: true };
    default:
      return never(content);
  }
}

function plain(body: string, mediaType: string): StoredContent {
  return { body, mediaType, preview: cutAt(body, MAX_PREVIEW), whole: null, isStub: false };
}

function ofText(received: string): StoredContent {
  const text = storable(received);
  const beginning = plain(cutAt(text, MAX_BODY), 'conversation');
  return text.length > MAX_BODY ? { ...beginning, ...WHOLE_TEXT, whole: text } : beginning;
}

function ofMedia(media: InboundMedia, caption: string): StoredContent {
  const canBeFetched = media.ticket.length <= MAX_TICKET;
  return {
    ...plain(cutAt(storable(caption), MAX_BODY) || defaultBody(media), mediaTypeOf(media)),
    mediaState: canBeFetched ? 'pending' : 'failed',
    mediaName: media.fileName && nameFrom(media.fileName),
    mediaMime: nameFrom(media.mime),
    mediaSize: media.size,
    mediaSeconds: readSeconds(media.seconds),
    mediaWaveform: readWaveform(media.waveform),
    mediaThumbnail: readThumbnail(media.thumbnail),
    mediaTicket: canBeFetched ? media.ticket : null,
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
      return nameFrom(media.fileName ?? '');
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

function ofLocation(location: Extract<InboundContent, { type: 'location' }>): StoredContent {
  const { latitude, longitude } = location;
  const thumbnail =
    location.thumbnail && location.thumbnail.length <= MAX_THUMBNAIL ? location.thumbnail : null;
  const spot = `${latitude}, ${longitude}`;
  const preview = [nameFrom(location.name), nameFrom(location.address)].filter(Boolean).join(', ') || spot;
  if (location.live)
    return { ...plain(`Latitude: ${latitude} - Longitude: ${longitude}`, 'liveLocationMessage'), preview };
  // Existing readers split the body at `|`: picture, link, description.
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17&hl=pt-BR`;
  const picture = thumbnail ? `data:image/png;base64, ${thumbnail}` : '';
  return { ...plain(`${picture} | ${link}|${preview} `, 'locationMessage'), preview };
}

function ofContacts(cards: { name: string; vcard: string }[]): StoredContent {
  const names = cards.slice(0, MAX_PREVIEW).map((card) => nameFrom(card.name));
  const mediaType = cards.length === 1 ? 'contactMessage' : 'contactsArrayMessage';
  const body = storable(joinCards(cards.map((card) => card.vcard)));
  return { ...plain(body, mediaType), preview: cutAt(names.join(', '), MAX_PREVIEW) };
}
