import { z } from 'zod';
import { pageNumber } from '../../schemas/list-filter.schema.ts';
import { storable } from '../../schemas/storable.schema.ts';
import { MAX_BODY, MAX_CLIENT_ID } from './message-limits.schema.ts';

export const MESSAGES_PER_PAGE = 20;
export const MESSAGES_AT_ONCE = 60;
const MAX_PER_PAGE = 100;
const ClientId = z.string().min(8).max(MAX_CLIENT_ID);

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
  size: z.coerce.number().int().min(2).max(MAX_PER_PAGE).optional(),
  before: z.coerce.number().int().positive().optional(),
  after: z.coerce.number().int().positive().optional(),
  around: z.coerce.number().int().positive().optional(),
});
export type MessagesQuery = z.infer<typeof MessagesQuery>;

const quotedMsg = z
  .object({ id: z.coerce.number().int().positive() })
  .nullish()
  .transform((value) => value?.id ?? null);

export const TextReply = z
  .object({
    body: z.string().max(MAX_BODY, 'validation:tooLong').transform(storable),
    quotedMsg,
    /** The same id posted twice is stored once. */
    clientId: ClientId.optional(),
    quickMessageId: z.coerce.number().int().positive().optional(),
  })
  .refine((reply) => reply.body.trim() !== '' || reply.quickMessageId !== undefined, {
    path: ['body'],
    message: 'errors:ERR_EMPTY_MESSAGE',
  });
export type TextReply = z.infer<typeof TextReply>;

export const MessageEdit = z.object({
  body: z.string().max(MAX_BODY, 'validation:tooLong').transform(storable),
});
export type MessageEdit = z.infer<typeof MessageEdit>;

export const ReactionInput = z.object({
  type: z.string().max(40, 'validation:invalid').refine(isEmojiOrEmpty, 'validation:invalid'),
});
export type ReactionInput = z.infer<typeof ReactionInput>;

export const ForwardInput = z.object({
  messageId: z.coerce.number().int().positive(),
  contactId: z.coerce.number().int().positive(),
  clientId: ClientId.optional(),
});
export type ForwardInput = z.infer<typeof ForwardInput>;

export const HITS_PER_PAGE = 20;
export const ConversationSearch = z.object({
  q: z.string().trim().max(200, 'validation:tooLong').default(''),
  before: z.coerce.number().int().positive().optional(),
});
export type ConversationSearch = z.infer<typeof ConversationSearch>;

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[#*0-9]\ufe0f?\u20e3)/u;

function isEmojiOrEmpty(text: string): boolean {
  if (text === '') return true;
  return EMOJI.test(text) && [...new Intl.Segmenter().segment(text)].length === 1;
}
