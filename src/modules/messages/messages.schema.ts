import { z } from 'zod';
import { pageNumber } from '../../list.schema.ts';

/** A page of the conversation, as the contract has it. */
export const MESSAGES_PER_PAGE = 20;
export const MAX_BODY = 65_536;
/** What the ticket list shows of the newest message. */
export const MAX_PREVIEW = 300;
export const MAX_CLIENT_ID = 64;
/** WhatsApp lets a message be edited for a quarter of an hour. */
export const EDIT_WINDOW_MINUTES = 15;
/** Voice recordings below this many bytes are dropped with a word. */
export const MIN_VOICE_BYTES = 10_000;
export const MAX_MEDIA_BYTES = 64 * 1024 * 1024;
export const MAX_FILES = 10;

/** Kinds as stored and as the contract names them; what WhatsApp adds later is `unknown`. */
export const MEDIA_TYPES = [
  'conversation',
  'extendedTextMessage',
  'image',
  'video',
  'audio',
  'application',
  'sticker',
  'locationMessage',
  'liveLocationMessage',
  'contactMessage',
  'contactsArrayMessage',
  'vcard',
  'call_log',
  'unknown',
] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

export const MessagesQuery = z.object({
  pageNumber,
  /** Older than this message id. */
  before: z.coerce.number().int().positive().optional(),
  /** Newer than this message id: what was missed during a gap. */
  after: z.coerce.number().int().positive().optional(),
  /** A page with this message in its middle: where a quote leads. */
  around: z.coerce.number().int().positive().optional(),
});
export type MessagesQuery = z.infer<typeof MessagesQuery>;

/** As `storable` of the kernel, which a browser does not have. */
const storable = (text: string) => text.replaceAll('\0', '\ufffd');

const quotedMsg = z
  .object({ id: z.coerce.number().int().positive() })
  .nullish()
  .transform((value) => value?.id ?? null);

export const TextReply = z
  .object({
    body: z.string().max(MAX_BODY, 'validation:tooLong').transform(storable),
    quotedMsg,
    /** Made by the composer: the same id posted twice is stored once. */
    clientId: z.string().min(8).max(MAX_CLIENT_ID).optional(),
    /** The quick message it was made of: its file is sent first. */
    quickMessageId: z.coerce.number().int().positive().optional(),
  })
  .refine((reply) => reply.body.trim() !== '' || reply.quickMessageId !== undefined, {
    path: ['body'],
    message: 'errors:ERR_EMPTY_MESSAGE',
  });
export type TextReply = z.infer<typeof TextReply>;

/** New words for an own message; without any the old ones stay. */
export const MessageEdit = z.object({
  body: z.string().max(MAX_BODY, 'validation:tooLong').transform(storable),
});
export type MessageEdit = z.infer<typeof MessageEdit>;

/** One emoji, or nothing to take it back. */
export const ReactionInput = z.object({
  type: z.string().max(40, 'validation:invalid').refine(isEmojiOrEmpty, 'validation:invalid'),
});
export type ReactionInput = z.infer<typeof ReactionInput>;

export const ForwardInput = z.object({
  messageId: z.coerce.number().int().positive(),
  contactId: z.coerce.number().int().positive(),
});
export type ForwardInput = z.infer<typeof ForwardInput>;

export const HITS_PER_PAGE = 20;
export const ConversationSearch = z.object({
  q: z.string().trim().max(200, 'validation:tooLong').default(''),
  /** Older than this message id. */
  before: z.coerce.number().int().positive().optional(),
});
export type ConversationSearch = z.infer<typeof ConversationSearch>;

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[#*0-9]\ufe0f?\u20e3)/u;

function isEmojiOrEmpty(text: string): boolean {
  if (text === '') return true;
  return EMOJI.test(text) && [...new Intl.Segmenter().segment(text)].length === 1;
}
