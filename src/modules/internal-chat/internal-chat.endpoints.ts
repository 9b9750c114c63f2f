import { AppError } from '@/core/errors.ts';
import { isMultipart } from '@/core/http/body/read-body.ts';
import type { Ctx } from '@/core/http/env.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { readUploads } from '@/core/http/uploads/upload.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { listChatMessages, listUnreadMentions } from './chat-messages.queries.ts';
import { postChatMessage, readChat } from './chat-messages.service.ts';
import { getChatByUuid, listChats, requireChat } from './internal-chat.queries.ts';
import {
  CHAT_MEDIA,
  ChatFileFields,
  ChatFilter,
  ChatInput,
  ChatMessageInput,
  ChatMessagesQuery,
  ChatReading,
} from './internal-chat.schema.ts';
import { createChat, deleteChat, updateChat } from './internal-chat.service.ts';
import { Chat, ChatMentions, ChatMessagePage, ChatPage, PostedChatMessage } from './internal-chat.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    chatId: number;
    chatUuid: string;
    chatUserId: number;
  }
}

const PLAN = 'useInternalChat';

export const internalChatEndpoints = [
  endpoint('GET /chats', {
    access: 'person',
    feature: PLAN,
    summary: 'The chats that the reader is in; those in which something was said last first',
    query: ChatFilter,
    reply: ChatPage,
    example: () => ({ query: { searchParam: 'equipe', pageNumber: 1 } }),
    run: (scope, { query }) => listChats(scope, query),
  }),
  endpoint('GET /chats/mentions', {
    access: 'person',
    summary: 'Where the reader was named and has not looked yet; none where the plan has no internal chat',
    reply: ChatMentions,
    run: async (scope) => ((await hasFeature(scope, PLAN)) ? listUnreadMentions(scope) : { mentions: [] }),
  }),
  endpoint('GET /chats/:chatUuid', {
    access: 'person',
    feature: PLAN,
    summary: 'One chat, by its uuid, with everybody in it',
    reply: Chat,
    errors: ['ERR_NO_CHAT_FOUND'],
    run: (scope, { chatUuid }) => getChatByUuid(scope, chatUuid),
  }),
  endpoint('POST /chats', {
    access: 'person',
    feature: PLAN,
    summary: 'Opens a chat with these persons; the caller owns it and is in it',
    body: ChatInput,
    reply: Chat,
    errors: ['ERR_NO_USER_FOUND'],
    example: ({ chatUserId }) => ({ body: { title: 'Plantão', users: [{ id: chatUserId }] } }),
    run: (scope, { body }) => createChat(scope, body),
  }),
  endpoint('PUT /chats/:chatId', {
    access: 'person',
    feature: PLAN,
    summary: 'Another title, or other persons; only by its owner, who stays in it',
    body: ChatInput,
    reply: Chat,
    errors: ['ERR_NO_CHAT_FOUND', 'ERR_NO_PERMISSION', 'ERR_NO_USER_FOUND'],
    example: ({ chatUserId }) => ({ body: { title: 'Plantão de sábado', users: [{ id: chatUserId }] } }),
    run: (scope, { chatId, body }) => updateChat(scope, { ...body, chatId }),
  }),
  endpoint('DELETE /chats/:chatId', {
    access: 'person',
    feature: PLAN,
    summary: 'Deletes a chat with everything said in it; only by its owner',
    reply: MessageReply,
    errors: ['ERR_NO_CHAT_FOUND', 'ERR_NO_PERMISSION'],
    run: async (scope, { chatId }) => {
      await deleteChat(scope, { chatId });
      return { message: 'Chat deleted' };
    },
  }),
  endpoint('GET /chats/:chatId/messages', {
    access: 'person',
    feature: PLAN,
    summary: 'A page of what was said, the newest page first, each with its oldest message on top',
    query: ChatMessagesQuery,
    reply: ChatMessagePage,
    errors: ['ERR_NO_CHAT_FOUND'],
    example: () => ({ query: { pageNumber: 1 } }),
    run: (scope, { chatId, query }) => listChatMessages(scope, { ...query, chatId }),
  }),
  endpoint('POST /chats/:chatId/messages', {
    access: 'person',
    feature: PLAN,
    summary:
      'Says something, shares a ticket or sends a file; the same `clientId` posted again stores nothing',
    body: ChatMessageInput,
    files: CHAT_MEDIA,
    reply: PostedChatMessage,
    errors: ['ERR_NO_CHAT_FOUND', 'ERR_NO_TICKET_FOUND', 'ERR_UNSUPPORTED_MEDIA', 'ERR_TOO_LARGE'],
    example: () => ({ body: { message: 'Quem fica até as 18h?' } }),
    async answer(c, { chatId, body }) {
      const input = isMultipart(c) ? await fileOf(c, chatId) : body;
      return c.json(await postChatMessage(c.var.scope, { ...input, chatId }));
    },
  }),
  endpoint('POST /chats/:chatId/read', {
    access: 'person',
    feature: PLAN,
    summary: 'The caller has seen everything in it; nobody reads for another',
    body: ChatReading,
    reply: Chat,
    errors: ['ERR_NO_CHAT_FOUND', 'ERR_NO_PERMISSION'],
    example: () => ({ body: {} }),
    run: (scope, { chatId, body }) => readChat(scope, { ...body, chatId }),
  }),
];

async function fileOf(c: Ctx, chatId: number) {
  await requireChat(c.var.scope, chatId);
  const { uploads, fields } = await readUploads(c);
  const content = ChatFileFields.safeParse(Object.fromEntries(fields));
  const [media] = uploads;
  if (!media || !content.success) throw new AppError('ERR_VALIDATION');
  return { ...content.data, media };
}
