import { ChatDialog, type ChatValues, DeleteChatDialog } from '@views/pages/internal-chat/chat-dialog.tsx';
import { ChatsPage } from '@views/pages/internal-chat/chats-page.tsx';
import { ChatsPopover } from '@views/pages/internal-chat/chats-popover.tsx';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { isMultipart } from '@/core/http/body/read-body.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, page } from '@/core/http/responses/respond.ts';
import { operation, routes } from '@/core/http/routing/operation.ts';
import { endpoint, pageRoute } from '@/core/http/routing/route.ts';
import { formTexts, idParam, type Refused } from '@/core/http/routing/validate.ts';
import { readUploads } from '@/core/http/uploads/upload.ts';
import { requireCan, requireUser } from '@/core/policy.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { listChatMessages, listUnreadMentions } from './chat-messages.queries.ts';
import { postChatMessage, readChat } from './chat-messages.service.ts';
import { canManageChat } from './internal-chat.policy.ts';
import {
  getChat,
  getChatByUuid,
  listChats,
  listParticipantChoices,
  requireChat,
} from './internal-chat.queries.ts';
import {
  CHAT_MEDIA,
  ChatFileFields,
  ChatFilter,
  ChatForm,
  ChatInput,
  ChatMessageInput,
  ChatMessagesQuery,
  ChatReading,
} from './internal-chat.schema.ts';
import { createChat, deleteChat, updateChat } from './internal-chat.service.ts';
import {
  Chat,
  ChatMentions,
  ChatMessagePage,
  ChatPage,
  type ChatView,
  PostedChatMessage,
} from './internal-chat.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    chatId: number;
    chatUuid: string;
    chatUserId: number;
  }
}

const PLAN = 'useInternalChat';
const NO_FILTER = ChatFilter.parse({});
const BLANK: ChatValues = { title: '', userIds: [] };

export const internalChatRoutes = routes([
  endpoint('GET /chats', {
    access: 'person',
    feature: PLAN,
    summary: 'The chats that the reader is in, those with the latest messages first',
    query: ChatFilter,
    reply: ChatPage,
    example: () => ({ query: { searchParam: 'equipe', pageNumber: 1 } }),
    run: (scope, { query }) => listChats(scope, query),
  }),
  endpoint('GET /chats/mentions', {
    access: 'person',
    summary: 'Unread mentions of the reader; none where the plan has no internal chat',
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
  endpoint('GET /chats/:chatId/messages', {
    access: 'person',
    feature: PLAN,
    summary: 'A page of messages, the newest page first, each with its oldest message on top',
    query: ChatMessagesQuery,
    reply: ChatMessagePage,
    errors: ['ERR_NO_CHAT_FOUND'],
    example: () => ({ query: { pageNumber: 1 } }),
    run: (scope, { chatId, query }) => listChatMessages(scope, { ...query, chatId }),
  }),
  pageRoute('GET /chats', {
    access: 'person',
    feature: PLAN,
    answer: (c) => chats(c, null),
  }),
  pageRoute('GET /chats/popover', {
    access: 'person',
    feature: PLAN,
    answer: async (c) =>
      fragment(
        c,
        <ChatsPopover
          chats={(await listChats(c.var.scope, NO_FILTER)).records}
          meId={requireUser(c.var.scope).id}
          now={c.var.scope.now().getTime()}
        />,
      ),
  }),
  pageRoute('GET /chats/new', { access: 'person', feature: PLAN, answer: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /chats/:chatUuid', {
    access: 'person',
    feature: PLAN,
    answer: async (c, { chatUuid }) => chats(c, await getChatByUuid(c.var.scope, chatUuid)),
  }),
  pageRoute('GET /chats/:chatId/edit', {
    access: 'person',
    feature: PLAN,
    async answer(c, { chatId }) {
      const chat = await getOwned(c, chatId);
      return dialog(c, chat, { title: chat.title, userIds: chat.users.map(({ userId }) => userId) });
    },
  }),
  pageRoute('GET /chats/:chatId/delete', {
    access: 'person',
    feature: PLAN,
    answer: async (c, { chatId }) => fragment(c, <DeleteChatDialog chat={await getOwned(c, chatId)} />),
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
  pageRoute('POST /chats', {
    access: 'person',
    feature: PLAN,
    form: ChatForm,
    example: ({ chatUserId }) => ({ body: { title: 'Feriado', userIds: [chatUserId] } }),
    onInvalid: again,
    async answer(c, { form: { userIds, ...form } }) {
      const { uuid } = await createChat(c.var.scope, { ...form, users: userIds });
      return done(c, { toast: 'internalChat:toast.created', events: { 'chat:open': { uuid } } });
    },
  }),
  endpoint('PUT /chats/:chatId', {
    access: 'person',
    feature: PLAN,
    summary: 'Changes title and participants of a chat; only by its owner, who stays in it',
    body: ChatInput,
    reply: Chat,
    errors: ['ERR_NO_CHAT_FOUND', 'ERR_NO_PERMISSION', 'ERR_NO_USER_FOUND'],
    example: ({ chatUserId }) => ({ body: { title: 'Plantão de sábado', users: [{ id: chatUserId }] } }),
    run: (scope, { chatId, body }) => updateChat(scope, { ...body, chatId }),
  }),
  pageRoute('PUT /chats/:chatId', {
    access: 'person',
    feature: PLAN,
    form: ChatForm,
    example: ({ chatUserId }) => ({ body: { title: 'Feriado de novembro', userIds: [chatUserId] } }),
    onInvalid: again,
    async answer(c, { chatId, form: { title, userIds } }) {
      await updateChat(c.var.scope, { chatId, title, users: userIds });
      return done(c, { toast: 'internalChat:toast.updated' });
    },
  }),
  operation('DELETE /chats/:chatId', {
    access: 'person',
    feature: PLAN,
    summary: 'Deletes a chat with its messages; only by its owner',
    output: MessageReply,
    errors: ['ERR_NO_CHAT_FOUND', 'ERR_NO_PERMISSION'],
    async run(scope, input) {
      await deleteChat(scope, input);
      return { message: 'Chat deleted' };
    },
    form: { done: { toast: 'internalChat:toast.deleted' } },
  }),
  endpoint('POST /chats/:chatId/messages', {
    access: 'person',
    feature: PLAN,
    summary: 'Posts a message, a ticket or a file in a chat; the same `clientId` posted again stores nothing',
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
    summary: 'Marks a chat as read for the caller',
    body: ChatReading,
    reply: Chat,
    errors: ['ERR_NO_CHAT_FOUND', 'ERR_NO_PERMISSION'],
    example: () => ({ body: {} }),
    run: (scope, { chatId, body }) => readChat(scope, { ...body, chatId }),
  }),
]);

async function chats(c: Ctx, chat: ChatView | null): Promise<Response> {
  const { scope } = c.var;
  const { id, companyId } = requireUser(scope);
  const [list, messages] = await Promise.all([
    listChats(scope, NO_FILTER),
    chat ? listChatMessages(scope, { chatId: chat.id, pageNumber: 1 }) : null,
  ]);
  const selected = chat && messages ? { chat, messages } : null;
  const props = { me: { id, companyId }, list, selected, now: scope.now().getTime() };
  return page(c, { title: 'internalChat:title', active: 'chats', layout: 'tall' }, <ChatsPage {...props} />);
}

async function getOwned(c: Ctx, chatId: number): Promise<ChatView> {
  const chat = await getChat(c.var.scope, chatId);
  requireCan(c.var.scope, canManageChat, chat);
  return chat;
}

async function dialog(
  c: Ctx,
  known: ChatView | null,
  values: ChatValues,
  errors?: Record<string, string>,
): Promise<Response> {
  const people = await listParticipantChoices(
    c.var.scope,
    known?.users.map(({ userId }) => userId),
  );
  const props = { known, values, errors, people };
  return fragment(c, <ChatDialog {...props} />, errors ? 422 : 200);
}

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const isKnown = c.req.param('chatId') !== undefined;
  const known = isKnown ? await getOwned(c, idParam(c, 'chatId')) : null;
  const userIds = (await formTexts(c, 'userIds')).map(Number);
  return dialog(c, known, { title: values.title ?? '', userIds }, errors);
}

async function fileOf(c: Ctx, chatId: number) {
  await requireChat(c.var.scope, chatId);
  const { uploads, fields } = await readUploads(c);
  const content = ChatFileFields.safeParse(Object.fromEntries(fields));
  const [media] = uploads;
  if (!media) throw new InvalidInput({ file: 'validation:required' });
  if (!content.success) throw new AppError('ERR_VALIDATION');
  return { ...content.data, media };
}
