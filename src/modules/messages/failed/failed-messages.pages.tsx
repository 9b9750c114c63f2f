import { FailedMessagesPage } from '@views/pages/messages/failed-messages-page.tsx';
import { RetryAllDialog } from '@views/pages/messages/retry-all-dialog.tsx';
import { orToast } from '@/core/http/responses/or-toast.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { isAdmin } from '@/core/policy.ts';
import { listConnections } from '@/modules/connections/connections.queries.ts';
import { listQueueChoices } from '@/modules/queues/queues.queries.ts';
import { listPeopleNames } from '@/modules/users/users.queries.ts';
import { retryMessage, retryMessages } from '../write/retry-messages.service.ts';
import { findFailed, listFailedMessages } from './failed-messages.queries.ts';
import { FailedFilter, WhichFailed } from './failed-messages.schema.ts';

export const failedMessagesPages = [
  pageRoute('GET /messages/failed', {
    access: 'person',
    query: FailedFilter,
    async answer(c, { query }) {
      const { scope } = c.var;
      const { rows: _rows, after: _after, ...which } = query;
      const props = {
        page: await listFailedMessages(scope, query),
        connections: (await listConnections(scope)).map(({ id, name }) => ({ id, name })),
        ...(isAdmin(scope.actor) && {
          queues: await listQueueChoices(scope),
          people: await listPeopleNames(scope),
        }),
        which,
      };
      const head = { title: 'messages:failed.title', active: 'tickets' };
      return listPage(c, head, (shows) => <FailedMessagesPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /messages/failed/retry', {
    access: 'person',
    query: WhichFailed,
    answer: async (c, { query }) =>
      fragment(c, <RetryAllDialog which={query} {...(await findFailed(c.var.scope, query))} />),
  }),
  pageRoute('POST /messages/failed/retry', {
    access: 'person',
    query: WhichFailed,
    answer: (c, { query }) =>
      orToast(c, 'common:toast.failed', async () => {
        const { ids } = await findFailed(c.var.scope, query);
        const count = await retryMessages(c.var.scope, ids);
        return done(c, { toast: 'messages:failed.allSentAgain', vars: { count }, refresh: 'appMessage' });
      }),
  }),
  pageRoute('POST /messages/failed/:messageId/retry', {
    access: 'person',
    answer: (c, { messageId }) =>
      orToast(c, 'common:toast.failed', async () => {
        await retryMessage(c.var.scope, { messageId });
        return done(c, { toast: 'messages:failed.sentAgain', refresh: 'appMessage' });
      }),
  }),
];
