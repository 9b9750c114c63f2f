import { FailedMessagesPage } from '@views/pages/messages/failed-messages-page.tsx';
import { orToast } from '@/kernel/http/or-toast.ts';
import { done, listPage } from '@/kernel/http/respond.ts';
import { pageRoute } from '@/kernel/http/route.ts';
import { listConnections } from '@/modules/connections/connections.queries.ts';
import { retryMessage } from '../write/retry.service.ts';
import { listFailedMessages } from './failed-messages.queries.ts';
import { FailedFilter } from './failed-messages.schema.ts';

export const failedMessagesPages = [
  pageRoute('GET /messages/failed', {
    access: 'person',
    query: FailedFilter,
    async show(c, { query }) {
      const { scope } = c.var;
      const props = {
        page: await listFailedMessages(scope, query),
        connections: (await listConnections(scope)).map(({ id, name }) => ({ id, name })),
        whatsappId: query.whatsappId ?? null,
      };
      const head = { title: 'messages:failed.title', active: 'tickets' };
      return listPage(c, head, (shows) => <FailedMessagesPage shows={shows} {...props} />);
    },
  }),
  pageRoute('POST /messages/failed/:messageId/retry', {
    access: 'person',
    show: (c, { messageId }) =>
      orToast(c, 'common:toast.failed', async () => {
        await retryMessage(c.var.scope, { messageId });
        return done(c, { toast: 'messages:failed.sentAgain', refresh: 'appMessage' });
      }),
  }),
];
