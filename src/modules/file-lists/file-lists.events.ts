import { anyone } from '@/core/policy.ts';
import { type ContractNames, listEvent } from '@/core/realtime/contract-events.ts';
import { liveRecord } from '@/core/realtime/live-record.ts';
import { getFileList } from './file-lists.queries.ts';

export interface FileListEvents {
  'file-list.created': { fileListId: number };
  'file-list.updated': { fileListId: number };
  'file-list.deleted': { fileListId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends FileListEvents {}
}

export const liveFileList = liveRecord({
  ...{ channel: 'file', id: 'fileListId', record: 'fileList' },
  find: getFileList,
  canReceive: anyone,
  deleted: (fileId) => ({ fileId }),
});

/** The server sends one name, existing clients listen to the other. */
export const fileListContract: ContractNames = {
  file: (companyId, data) => [
    { name: `company${companyId}-file`, data },
    ...listEvent(`company-${companyId}-file`, data, 'fileList', 'files'),
  ],
};
