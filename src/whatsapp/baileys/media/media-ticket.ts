import type { MediaType, proto } from '@whiskeysockets/baileys';
import { z } from 'zod';
import type { InboundMedia, MediaKind } from '../../port.ts';
import { plainNumber } from '../plain-number.ts';

const mediaFields = [
  'imageMessage',
  'videoMessage',
  'ptvMessage',
  'audioMessage',
  'documentMessage',
  'stickerMessage',
] as const;
export type MediaField = (typeof mediaFields)[number];

const ticketSchema = z.object({
  field: z.enum(mediaFields),
  key: z.object({
    remoteJid: z.string(),
    id: z.string(),
    fromMe: z.boolean(),
    participant: z.string().nullable(),
  }),
  mediaKey: z.string(),
  directPath: z.string(),
  url: z.string(),
  sha256: z.string(),
  size: z.number().nullable(),
});

/** A media ticket holds the media key, so it is as secret as the message. */
export type MediaTicket = z.infer<typeof ticketSchema>;

export const readTicket = (text: string): MediaTicket => ticketSchema.parse(JSON.parse(text));

type MediaMessage = Partial<
  proto.Message.IImageMessage &
    proto.Message.IVideoMessage &
    proto.Message.IAudioMessage &
    proto.Message.IDocumentMessage &
    proto.Message.IStickerMessage
>;

export function inboundMedia(field: MediaField, media: MediaMessage, key: proto.IMessageKey): InboundMedia {
  const size = plainNumber(media.fileLength) || null;
  const ticket: MediaTicket = {
    field,
    key: {
      remoteJid: key.remoteJid ?? '',
      id: key.id ?? '',
      fromMe: key.fromMe ?? false,
      participant: key.participant || null,
    },
    mediaKey: base64(media.mediaKey),
    directPath: media.directPath ?? '',
    url: media.url ?? '',
    sha256: base64(media.fileSha256),
    size,
  };
  return {
    kind: kindOf(field, media),
    mime: media.mimetype || 'application/octet-stream',
    fileName: field === 'documentMessage' ? media.fileName || media.title || null : null,
    size,
    seconds: plainNumber(media.seconds) || null,
    waveform: base64(media.waveform) || null,
    thumbnail: (field === 'documentMessage' && base64(media.jpegThumbnail)) || null,
    ticket: JSON.stringify(ticket),
  };
}

export function mediaTypeOf(field: MediaField): MediaType {
  switch (field) {
    case 'imageMessage':
      return 'image';
    case 'videoMessage':
    case 'ptvMessage':
      return 'video';
    case 'audioMessage':
      return 'audio';
    case 'documentMessage':
      return 'document';
    case 'stickerMessage':
      return 'sticker';
  }
}

function kindOf(field: MediaField, media: MediaMessage): MediaKind {
  switch (field) {
    case 'imageMessage':
      return 'image';
    case 'videoMessage':
    case 'ptvMessage':
      return 'video';
    case 'audioMessage':
      return media.ptt ? 'voice' : 'audio';
    case 'documentMessage':
      return 'document';
    case 'stickerMessage':
      return 'sticker';
  }
}

const base64 = (bytes: Uint8Array | null | undefined) => (bytes ? Buffer.from(bytes).toString('base64') : '');
