import { z } from 'zod';
import { address, id, moment, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';
import { TicketDetail, TicketEvent } from '../tickets/tickets.views.ts';
import { MEDIA_TYPES } from './messages.schema.ts';

const row = {
  /** Opaque to clients; rises in the order of arrival. */
  id: z.string().regex(/^\d+$/),
  ticketId: id,
  contactId: id.nullable(),
  companyId: id,
  queueId: id.nullable(),
  body: z.string(),
  fromMe: z.boolean(),
  read: z.boolean(),
  /** 0 error or not sent yet, 1 pending, 2 at the server, 3 delivered, 4 read, 5 played. */
  ack: z.number().int().min(0).max(5),
  mediaType: z.enum(MEDIA_TYPES),
  mediaUrl: address,
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  /** The contract calls stickers `image`. */
  isSticker: z.boolean(),
  quotedMsgId: z.string().nullable(),
  remoteJid: z.string(),
  participant: z.string().nullable(),
  /** Null for existing readers: media keys stay on the server. */
  dataJson: z.null(),
  ...stamps,
};

export const Quoted = z
  .strictObject({ ...row, contact: z.strictObject({ id, name: z.string() }).nullable() })
  .meta({ id: 'Quoted' });
export type QuotedView = z.infer<typeof Quoted>;

const LinkPreview = z.strictObject({
  url: z.url(),
  title: z.string(),
  description: z.string(),
  siteName: z.string(),
  imageUrl: address,
});
export type LinkPreviewView = z.infer<typeof LinkPreview>;

export const Message = z
  .strictObject({
    ...row,
    isForwarded: z.boolean(),
    quotedMsg: Quoted.nullable(),
    contact: z.strictObject({ id, name: z.string(), number: z.string(), profilePicUrl: address }).nullable(),
    queue: z.strictObject({ id, name: z.string(), color: z.string() }).nullable(),
    reactions: z.array(z.strictObject({ emoji: z.string(), fromMe: z.boolean() })),
    origin: z.enum(['customer', 'agent', 'phone', 'system']),
    user: z.strictObject({ id, name: z.string() }).nullable(),
    error: z.string().nullable(),
    clientId: z.string().nullable(),
    mediaState: z.enum(['none', 'pending', 'ready', 'failed']),
    mediaName: z.string().nullable(),
    mediaMime: z.string().nullable(),
    mediaSize: z.number().int().nullable(),
    mediaSeconds: z.number().int().nullable(),
    /** Voice notes: base64, one byte per bar, 0 to 100. */
    mediaWaveform: z.string().optional(),
    /** First page of a document, as a data: address. */
    mediaThumbnail: z.string().optional(),
    /** Pictures that WhatsApp marks with the same id are one album. */
    album: z.string().optional(),
    linkPreview: LinkPreview.nullable(),
    transcript: z.string().optional(),
    sentAt: moment.nullable(),
    deliveredAt: moment.nullable(),
    readAt: moment.nullable(),
  })
  .meta({ id: 'Message' });
export type MessageView = z.infer<typeof Message>;

export const MessageInfo = Message.pick({
  sentAt: true,
  deliveredAt: true,
  readAt: true,
  user: true,
  ack: true,
  error: true,
});
export type MessageInfo = z.infer<typeof MessageInfo>;

/** `body` is an excerpt; `[[` and `]]` surround the matched terms. */
export const MessageHit = z.strictObject({
  id: z.string().regex(/^\d+$/),
  body: z.string(),
  createdAt: moment,
  fromMe: z.boolean(),
});
export type MessageHit = z.infer<typeof MessageHit>;

export const ConversationPage = pageOf('messages', Message).extend({
  events: z.array(TicketEvent),
  ticket: TicketDetail,
});
