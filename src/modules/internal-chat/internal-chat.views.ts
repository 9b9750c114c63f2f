import { z } from 'zod';
import { address, id, moment, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';
import { TICKET_STATUSES } from '../tickets/tickets.schema.ts';

const ChatPerson = z.strictObject({ id, name: z.string() });

export const Chat = z
  .strictObject({
    id,
    uuid: z.uuid(),
    title: z.string(),
    /** Null when nobody is left who could own it. */
    ownerId: id.nullable(),
    /** '<sender>: <text>' */
    lastMessage: z.string(),
    companyId: id,
    ...stamps,
    owner: ChatPerson.nullable(),
    users: z.array(
      z.strictObject({
        id,
        chatId: id,
        userId: id,
        unreads: z.number().int(),
        readMessageId: id.nullable(),
        user: ChatPerson,
      }),
    ),
  })
  .meta({ id: 'Chat' });
export type ChatView = z.infer<typeof Chat>;

export const ChatPage = pageOf('records', Chat);
export type ChatPage = z.infer<typeof ChatPage>;

export const ChatMessage = z
  .strictObject({
    id,
    chatId: id,
    /** Null when the user was deleted; `sender` keeps the name. */
    senderId: id.nullable(),
    message: z.string(),
    mediaPath: address,
    mediaName: z.string().nullable(),
    mediaType: z.string().nullable(),
    mediaSize: z.number().int().nullable(),
    clientId: z.string().nullable(),
    ticketId: id.nullable(),
    /** Null also when the reader may not see the ticket. */
    ticket: z
      .strictObject({ uuid: z.uuid(), status: z.enum(TICKET_STATUSES), contactName: z.string() })
      .nullable(),
    mentions: z.array(id),
    ...stamps,
    sender: z.strictObject({ id: id.nullable(), name: z.string() }),
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessageView = z.infer<typeof ChatMessage>;

export const ChatMessagePage = pageOf('records', ChatMessage);
export type ChatMessagePage = z.infer<typeof ChatMessagePage>;

export const PostedChatMessage = ChatMessage.extend({ chat: Chat }).meta({ id: 'PostedChatMessage' });
export type PostedChatMessage = z.infer<typeof PostedChatMessage>;

export const ChatMentions = z.strictObject({
  mentions: z.array(
    z.strictObject({
      messageId: id,
      chatId: id,
      chatUuid: z.uuid(),
      chatTitle: z.string(),
      sender: z.string(),
      message: z.string(),
      createdAt: moment,
    }),
  ),
});
export type ChatMentions = z.infer<typeof ChatMentions>;
