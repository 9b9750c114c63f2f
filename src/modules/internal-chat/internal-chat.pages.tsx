import { ChatDialog, type ChatValues, DeleteChatDialog } from '@views/pages/internal-chat/chat-dialog.tsx';
import { ChatsPage } from '@views/pages/internal-chat/chats-page.tsx';
import { ChatsPopover } from '@views/pages/internal-chat/chats-popover.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { formTexts, idParam, type Refused } from '@/core/http/routing/validate.ts';
import { requireCan, requireUser } from '@/core/policy.ts';
import { listChatMessages } from './chat-messages.queries.ts';
import { canManageChat } from './internal-chat.policy.ts';
import { getChat, getChatByUuid, listChats, listParticipantChoices } from './internal-chat.queries.ts';
import { ChatFilter, ChatForm } from './internal-chat.schema.ts';
import { createChat, deleteChat, updateChat } from './internal-chat.service.ts';
import type { ChatView } from './internal-chat.views.ts';

const PLAN = 'useInternalChat';
const NO_FILTER = ChatFilter.parse({});
const BLANK: ChatValues = { title: '', userIds: [] };

export const internalChatPages = [
  pageRoute('GET /chats', {
    access: 'person',
    feature: PLAN,
    show: (c) => chats(c, null),
  }),
  pageRoute('GET /chats/popover', {
    access: 'person',
    feature: PLAN,
    show: async (c) =>
      fragment(
        c,
        <ChatsPopover
          chats={(await listChats(c.var.scope, NO_FILTER)).records}
          meId={requireUser(c.var.scope).id}
          now={c.var.scope.now().getTime()}
        />,
      ),
  }),
  pageRoute('GET /chats/new', { access: 'person', feature: PLAN, show: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /chats/:chatUuid', {
    access: 'person',
    feature: PLAN,
    show: async (c, { chatUuid }) => chats(c, await getChatByUuid(c.var.scope, chatUuid)),
  }),
  pageRoute('GET /chats/:chatId/edit', {
    access: 'person',
    feature: PLAN,
    async show(c, { chatId }) {
      const chat = await getOwned(c, chatId);
      return dialog(c, chat, { title: chat.title, userIds: chat.users.map(({ userId }) => userId) });
    },
  }),
  pageRoute('GET /chats/:chatId/delete', {
    access: 'person',
    feature: PLAN,
    show: async (c, { chatId }) => fragment(c, <DeleteChatDialog chat={await getOwned(c, chatId)} />),
  }),
  pageRoute('POST /chats', {
    access: 'person',
    feature: PLAN,
    form: ChatForm,
    example: ({ chatUserId }) => ({ body: { title: 'Feriado', userIds: [chatUserId] } }),
    again,
    async show(c, { form: { title, userIds } }) {
      const { uuid } = await createChat(c.var.scope, { title, users: userIds });
      return done(c, { toast: 'internalChat:toast.created', events: { 'chat:open': { uuid } } });
    },
  }),
  pageRoute('PUT /chats/:chatId', {
    access: 'person',
    feature: PLAN,
    form: ChatForm,
    example: ({ chatUserId }) => ({ body: { title: 'Feriado de novembro', userIds: [chatUserId] } }),
    again,
    async show(c, { chatId, form: { title, userIds } }) {
      await updateChat(c.var.scope, { chatId, title, users: userIds });
      return done(c, { toast: 'internalChat:toast.updated' });
    },
  }),
  pageRoute('DELETE /chats/:chatId', {
    access: 'person',
    feature: PLAN,
    async show(c, { chatId }) {
      await deleteChat(c.var.scope, { chatId });
      return done(c, { toast: 'internalChat:toast.deleted' });
    },
  }),
];

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
