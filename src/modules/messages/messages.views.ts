import { z } from 'zod';
import { address, id, moment, pageOf, stamps } from '../../fields.schema.ts';
import { TicketDetail, TicketEvent } from '../tickets/tickets.views.ts';
import { MEDIA_TYPES } from './messages.schema.ts';

export const Quoted = z
  .strictObject({
    id: z.string(),
    fromMe: z.boolean(),
    body: z.string(),
    mediaType: z.string(),
    isSticker: z.boolean(),
    mediaUrl: address,
    isDeleted: z.boolean(),
    contact: z.strictObject({ id, name: z.string() }).nullable(),
  })
  .meta({ id: 'Quoted' });
export type QuotedView = z.infer<typeof Quoted>;

export const LinkPreview = z.strictObject({
  url: z.url(),
  title: z.string(),
  description: z.string(),
  siteName: z.string(),
  /** Our own small copy of its picture: absolute and signed. */
  imageUrl: address,
});
export type LinkPreviewView = z.infer<typeof LinkPreview>;

/** A message as it leaves the server: the contract's MessageListItem and what our conversation adds. */
export const Message = z
  .strictObject({
    /** Our own id as text: opaque to clients, rising in the order of arrival. */
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
    /** Absolute and signed; null while there is none. */
    mediaUrl: address,
    isDeleted: z.boolean(),
    isEdited: z.boolean(),
    isForwarded: z.boolean(),
    /** The contract calls it an `image`; it is shown without a frame and without words. */
    isSticker: z.boolean(),
    quotedMsgId: z.string().nullable(),
    quotedMsg: Quoted.nullable(),
    contact: z.strictObject({ id, name: z.string(), number: z.string(), profilePicUrl: address }).nullable(),
    queue: z.strictObject({ id, name: z.string(), color: z.string() }).nullable(),
    remoteJid: z.string(),
    participant: z.string().nullable(),
    /** Kept for existing readers; what it held (media keys) stays on the server. */
    dataJson: z.null(),
    reactions: z.array(z.strictObject({ emoji: z.string(), fromMe: z.boolean() })),
    /** customer, agent (through the desk), phone (typed on the company's phone), system (bot and automatic texts). */
    origin: z.enum(['customer', 'agent', 'phone', 'system']),
    /** The agent who wrote it. */
    user: z.strictObject({ id, name: z.string() }).nullable(),
    /** Why it was not sent, an ERR_ code. */
    error: z.string().nullable(),
    clientId: z.string().nullable(),
    mediaState: z.enum(['none', 'pending', 'ready', 'failed']),
    mediaName: z.string().nullable(),
    mediaMime: z.string().nullable(),
    mediaSize: z.number().int().nullable(),
    mediaSeconds: z.number().int().nullable(),
    /** What the first link of its text leads to; null without one, and until it has been fetched. */
    linkPreview: LinkPreview.nullable(),
    /** Our own: when WhatsApp's server took it; a customer's: when it was written. */
    sentAt: moment.nullable(),
    deliveredAt: moment.nullable(),
    readAt: moment.nullable(),
    ...stamps,
  })
  .meta({ id: 'Message' });
export type MessageView = z.infer<typeof Message>;

/** What became of a message, for the one who asks. */
export const MessageInfo = Message.pick({
  sentAt: true,
  deliveredAt: true,
  readAt: true,
  user: true,
  ack: true,
  error: true,
});
export type MessageInfo = z.infer<typeof MessageInfo>;

/** A message that was found; `body` is a part of it with `[[` and `]]` around what was looked for. */
export const MessageHit = z.strictObject({
  id: z.string().regex(/^\d+$/),
  body: z.string(),
  createdAt: moment,
  fromMe: z.boolean(),
});
export type MessageHit = z.infer<typeof MessageHit>;

/** A page of the conversation, with what happened to its ticket between the messages. */
export const ConversationPage = pageOf('messages', Message).extend({
  events: z.array(TicketEvent),
  ticket: TicketDetail,
});
