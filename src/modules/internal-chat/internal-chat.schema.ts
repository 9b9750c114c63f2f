import { z } from 'zod';
import { clientId } from '../../schemas/form.schema.ts';
import { listFilter, pageNumber } from '../../schemas/list-filter.schema.ts';
import { storable } from '../../schemas/storable.schema.ts';
import { MAX_CHAT_FILE_BYTES, MAX_CHAT_TEXT, MAX_CHAT_TITLE } from './chat-limits.schema.ts';

export const CHATS_PER_PAGE = 20;
export const CHAT_MESSAGES_PER_PAGE = 20;
const MAX_PARTICIPANTS = 500;
export const CHAT_MEDIA = { field: 'medias', maxBytes: MAX_CHAT_FILE_BYTES, maxFiles: 1 };

const id = z.coerce.number('validation:invalid').int().positive().max(1e9, 'validation:invalid');

const title = z
  .string('internalChat:titleMissing')
  .transform((text) => storable(text).trim())
  .pipe(z.string().min(1, 'internalChat:titleMissing').max(MAX_CHAT_TITLE, 'validation:tooLong'));

export const ChatFilter = z.object(listFilter);
export type ChatFilter = z.infer<typeof ChatFilter>;

export const ChatInput = z.object({
  title,
  users: z
    .array(z.object({ id }), 'internalChat:usersMissing')
    .min(1, 'internalChat:usersMissing')
    .max(MAX_PARTICIPANTS, 'validation:invalid')
    .transform((users) => [...new Set(users.map((user) => user.id))]),
});
export type ChatInput = z.infer<typeof ChatInput>;

/** With one colleague a title is optional: the names of both are one. */
export const ChatForm = z
  .object({
    title: title.or(z.string().trim().length(0)),
    userIds: z
      .preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(id).max(MAX_PARTICIPANTS))
      .transform((ids) => [...new Set(ids)]),
    clientId,
  })
  .refine(({ title, userIds }) => title !== '' || userIds.length === 1, {
    path: ['title'],
    message: 'internalChat:titleMissing',
  });
export type ChatForm = z.infer<typeof ChatForm>;

export const ChatMessagesQuery = z.object({
  pageNumber,
  before: z.coerce.number().int().positive().optional(),
});
export type ChatMessagesQuery = z.infer<typeof ChatMessagesQuery>;

const message = z
  .string('errors:ERR_EMPTY_MESSAGE')
  .max(MAX_CHAT_TEXT, 'validation:tooLong')
  .transform(storable);

export const ChatMessageInput = z
  .object({
    message: message.default(''),
    clientId,
    ticketId: id.nullish(),
  })
  .refine((input) => input.message.trim() !== '' || input.ticketId, {
    path: ['message'],
    message: 'errors:ERR_EMPTY_MESSAGE',
  });
export type ChatMessageInput = z.infer<typeof ChatMessageInput>;

export const ChatFileFields = z.object({ message: message.default(''), clientId });

export const ChatReading = z.object({ userId: id.optional() });

export const TicketShare = z.object({ chatId: id, message: message.default(''), clientId });
export type TicketShare = z.infer<typeof TicketShare>;
