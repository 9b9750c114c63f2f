import { fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { getConnection } from '@/modules/connections/connections.queries.ts';
import { getFileList } from '@/modules/file-lists/file-lists.queries.ts';
import { listSendingWith } from './campaigns.queries.ts';

/** For the questions before a connection or a file list is deleted; empty without any. */
export const sendingThroughPages = [
  pageRoute('GET /campaigns/sending-through/:connectionId', {
    access: 'admin',
    async answer(c, { connectionId }) {
      const { id } = await getConnection(c.var.scope, connectionId);
      const { names } = await listSendingWith(c.var.scope, { connectionId: id });
      return fragment(c, names && c.var.t('connections:deleteCampaigns', { names }));
    },
  }),
  pageRoute('GET /campaigns/sending-files/:fileListId', {
    access: 'admin',
    async answer(c, { fileListId }) {
      const { id } = await getFileList(c.var.scope, fileListId);
      const sending = await listSendingWith(c.var.scope, { fileListId: id });
      return fragment(c, sending.names && c.var.t('fileLists:deleteCampaigns', sending));
    },
  }),
];
