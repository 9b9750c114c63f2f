import { FailedMessagesPage } from '@views/pages/messages/failed-messages-page.tsx';
import { RetryAllDialog } from '@views/pages/messages/retry-all-dialog.tsx';
import { orToast } from '@/core/http/responses/or-toast.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { listConnections } from '@/modules/connections/connections.queries.ts';
import { retryMessage, retryMessages } from '../write/retry-messages.service.ts';
import { findFailed, listFailedMessages } from './failed-messages.queries.ts';
import { FailedFilter } from './failed-messages.schema.ts';

const ofConnection = FailedFilter.pick({ whatsappId: true });

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
  pageRoute('GET /messages/failed/retry', {
    access: 'person',
    query: ofConnection,
    show: async (c, { query }) =>
      fragment(c, <RetryAllDialog {...query} {...(await findFailed(c.var.scope, query))} />),
  }),
  pageRoute('POST /messages/failed/retry', {
    access: 'person',
    query: ofConnection,
    show: (c, { query }) =>
      orToast(c, 'common:toast.failed', async () => {
        const { ids } = await findFailed(c.var.scope, query);
        const count = await retryMessages(c.var.scope, ids);
        return done(c, { toast: 'messages:failed.allSentAgain', vars: { count }, refresh: 'appMessage' });
      }),
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
