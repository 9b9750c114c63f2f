import { contacts as rows } from '@db/tenant/schema/index.ts';
import { defineModule } from '@/core/module.ts';
import { anyone } from '@/core/policy.ts';
import { paths } from '@/paths.ts';
import { deliverBlock } from './block.service.ts';
import { type ContactEvents, liveContact, publishMerged } from './contacts.events.ts';
import { contactRoutes } from './contacts.routes.tsx';
import { fetchPicture, findPicture } from './identities/contact-picture.outbox.ts';
import { fetchSubject } from './identities/group-subject.outbox.ts';
import { importsEndpoints } from './import/imports.endpoints.ts';
import { type ImportEvents, publishImported, publishImportMoved } from './import/imports.events.ts';
import { importsPages } from './import/imports.pages.tsx';
import { runImport } from './import/run-import.outbox.ts';
import { mergePages } from './merge/merge.pages.tsx';
import { undoMerge } from './merge/undo-merge.service.ts';

const errors = {
  ERR_NO_CONTACT_FOUND: 404,
  ERR_DUPLICATED_CONTACT: 409,
  ERR_CONTACT_OF_OTHERS: 403,
  ERR_WAPP_CHECK_CONTACT: 502,
  ERR_WAPP_INVALID_CONTACT: 400,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const contacts = defineModule<{
  errors: keyof Errors;
  events: keyof ContactEvents | keyof ImportEvents;
  outbox: 'contact.block' | 'contact.picture' | 'contact.subject' | 'contacts.import';
  undo: 'contacts.merge';
}>({
  name: 'contacts',
  errors,
  // Imports first: otherwise `/contacts/export.csv` would be read as a contact's id.
  endpoints: [...importsEndpoints, ...contactRoutes.endpoints],
  pages: [...importsPages, ...contactRoutes.pages, ...mergePages],
  menu: [
    {
      key: 'contacts',
      label: 'contacts:title',
      href: paths.contacts(),
      icon: 'contact',
      section: 'contacts',
      position: 10,
      isFor: anyone,
    },
  ],
  listeners: {
    'contact.created': liveContact.created,
    'contact.updated': liveContact.updated,
    'contact.deleted': liveContact.deleted,
    'contact.merged': publishMerged,
    'contacts.imported': publishImported,
    'contacts.import-moved': publishImportMoved,
  },
  outbox: {
    'contact.block': deliverBlock,
    'contact.picture': fetchPicture,
    'contact.subject': fetchSubject,
    'contacts.import': runImport,
  },
  undo: { 'contacts.merge': undoMerge },
  media: [{ column: rows.picturePath, find: findPicture }],
});
