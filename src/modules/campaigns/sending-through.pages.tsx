import { fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { getConnection } from '@/modules/connections/connections.queries.ts';
import { listSendingThrough } from './campaigns.queries.ts';

/** For the question before a connection is deleted; empty without any. */
export const sendingThroughPages = [
  pageRoute('GET /campaigns/sending-through/:connectionId', {
    access: 'admin',
    async answer(c, { connectionId }) {
      const { id } = await getConnection(c.var.scope, connectionId);
      const names = (await listSendingThrough(c.var.scope, id)).join(', ');
      return fragment(c, names && c.var.t('connections:deleteCampaigns', { names }));
    },
  }),
];
