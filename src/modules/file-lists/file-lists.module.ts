import { fileListOptions } from '@db/tenant/schema/index.ts';
import { defineModule } from '@/core/module.ts';
import { isAdmin } from '@/core/policy.ts';
import { fileListPaths } from '@/paths.ts';
import { type FileListEvents, fileListContract, liveFileList } from './file-lists.events.ts';
import { findListMedium } from './file-lists.queries.ts';
import { fileListRoutes } from './file-lists.routes.tsx';

/** The second code is the contract's. */
const errors = {
  ERR_NO_FILE_FOUND: 404,
  ERR_RATING_NAME_ALREADY_EXISTS: 409,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const fileLists = defineModule<{ errors: keyof Errors; events: keyof FileListEvents }>({
  name: 'file-lists',
  errors,
  ...fileListRoutes,
  menu: [
    {
      key: 'files',
      label: 'fileLists:title',
      href: fileListPaths.list(),
      icon: 'folder',
      section: 'answers',
      position: 20,
      isFor: isAdmin,
    },
  ],
  listeners: {
    'file-list.created': liveFileList.created,
    'file-list.updated': liveFileList.updated,
    'file-list.deleted': liveFileList.deleted,
  },
  contract: fileListContract,
  media: [{ column: fileListOptions.mediaPath, find: findListMedium }],
});
