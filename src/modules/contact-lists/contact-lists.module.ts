import { defineModule } from '@/core/module.ts';
import { listPaths } from '@/paths.ts';
import { wakeChecks } from './check/check.service.ts';
import { checkList } from './check/check-list.outbox.ts';
import {
  type ContactListEvents,
  liveContactList,
  publishItemCreated,
  publishItemDeleted,
  publishItemUpdated,
  publishReloaded,
} from './contact-lists.events.ts';
import { canManageLists } from './contact-lists.policy.ts';
import { contactListRoutes } from './contact-lists.routes.tsx';
import { type ListImportEvents, publishImportMoved } from './import/list-imports.events.ts';
import { listImportsPages } from './import/list-imports.pages.tsx';
import { runListImport } from './import/run-list-import.outbox.ts';
import { itemRoutes } from './items.routes.tsx';

const errors = {
  ERR_NO_CONTACTLIST_FOUND: 404,
  ERR_NO_CONTACTLISTITEM_FOUND: 404,
  ERR_CONTACTLIST_NAME_TAKEN: 409,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const contactLists = defineModule<{
  errors: keyof Errors;
  events: keyof ContactListEvents | keyof ListImportEvents;
  outbox: 'contact-list.check' | 'contact-list.import';
}>({
  name: 'contact-lists',
  errors,
  endpoints: [...contactListRoutes.endpoints, ...itemRoutes.endpoints],
  pages: [...contactListRoutes.pages, ...itemRoutes.pages, ...listImportsPages],
  menu: [
    {
      key: 'contactLists',
      label: 'contactLists:title',
      href: listPaths.lists(),
      icon: 'book-user',
      section: 'contacts',
      position: 20,
      isFor: canManageLists,
      feature: 'useCampaigns',
    },
  ],
  listeners: {
    'contact-list.created': liveContactList.created,
    'contact-list.updated': liveContactList.updated,
    'contact-list.deleted': liveContactList.deleted,
    'contact-list-item.created': publishItemCreated,
    'contact-list-item.updated': publishItemUpdated,
    'contact-list-item.deleted': publishItemDeleted,
    'contact-list.reloaded': publishReloaded,
    'contact-list.import-moved': publishImportMoved,
  },
  subscriptions: { 'connection.session': wakeChecks },
  outbox: { 'contact-list.check': checkList, 'contact-list.import': runListImport },
});
