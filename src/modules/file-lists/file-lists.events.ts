import type { Listener } from '@/core/events.ts';
import { anyone } from '@/core/policy.ts';
import { type ContractNames, listEvent } from '@/core/realtime/contract-events.ts';
import type { Scope } from '@/core/scope.ts';
import { getFileList } from './file-lists.queries.ts';

export interface FileListEvents {
  'file-list.created': { fileListId: number };
  'file-list.updated': { fileListId: number };
  'file-list.deleted': { fileListId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends FileListEvents {}
}

export const publishCreated: Listener<'file-list.created'> = (scope, { fileListId }) =>
  publishChanged(scope, 'create', fileListId);
export const publishUpdated: Listener<'file-list.updated'> = (scope, { fileListId }) =>
  publishChanged(scope, 'update', fileListId);
export const publishDeleted: Listener<'file-list.deleted'> = (scope, { fileListId: fileId }) =>
  publish(scope, { action: 'delete', fileId });

/** The server sends one name, existing clients listen to the other. */
export const fileListContract: ContractNames = {
  file: (companyId, data) => [
    { name: `company${companyId}-file`, data },
    ...listEvent(`company-${companyId}-file`, data, 'fileList', 'files'),
  ],
};

async function publishChanged(scope: Scope, action: 'create' | 'update', fileListId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  publish(scope, { action, fileList: await getFileList(scope, fileListId) });
}

function publish(scope: Scope, data: unknown): void {
  scope.kernel.hub.deliver(scope.companyId, { channel: 'file', data, canReceive: anyone });
}
