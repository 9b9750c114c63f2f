import { ShareTicketDialog } from '@views/pages/internal-chat/share-ticket-dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import type { Refused } from '@/core/http/routing/validate.ts';
import { getTicketByUuid } from '@/modules/tickets/list/tickets.queries.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { postChatMessage } from './chat-messages.service.ts';
import { listChats } from './internal-chat.queries.ts';
import { ChatFilter, TicketShare } from './internal-chat.schema.ts';

const PLAN = 'useInternalChat';
const OFFERED = ChatFilter.parse({ rows: 100 });

export const shareTicketPages = [
  pageRoute('GET /tickets/:uuid/share', {
    access: 'reader',
    feature: PLAN,
    answer: (c) => dialog(c, { chatId: '', message: '' }),
  }),
  pageRoute('POST /tickets/:uuid/share', {
    access: 'reader',
    feature: PLAN,
    form: TicketShare,
    example: ({ chatId }) => ({ body: { chatId, message: 'Alguém pode ver?' } }),
    onInvalid: again,
    async answer(c, { uuid, form }) {
      const { id: ticketId } = await getTicketByUuid(c.var.scope, uuid);
      const clientId = form.clientId && `${form.clientId}:${form.chatId}`;
      await postChatMessage(c.var.scope, { ...form, clientId, ticketId });
      return done(c, { toast: 'internalChat:toast.shared' });
    },
  }),
];

async function dialog(
  c: Ctx,
  values: { chatId: string; message: string },
  errors?: Record<string, string>,
): Promise<Response> {
  const { scope } = c.var;
  const { uuid, contact } = await getTicketByUuid(scope, c.req.param('uuid') ?? '');
  const chats = (await listChats(scope, OFFERED)).records;
  const props = { uuid, contactName: contactName(contact), chats, values, errors };
  return fragment(c, <ShareTicketDialog {...props} />, errors ? 422 : 200);
}

function again(c: Ctx, { values: { chatId = '', message = '' }, errors }: Refused): Promise<Response> {
  return dialog(c, { chatId, message }, errors);
}
