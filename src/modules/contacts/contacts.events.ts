import type { Listener } from '@/core/events.ts';
import { liveRecord } from '@/core/realtime/live-record.ts';
import { canReadContacts } from './contacts.policy.ts';
import { getContact } from './contacts.queries.ts';

export interface ContactEvents {
  'contact.created': { contactId: number };
  'contact.updated': { contactId: number };
  'contact.deleted': { contactId: number };
  'contact.merged': { contactId: number; droppedId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends ContactEvents {}
}

export const liveContact = liveRecord({
  ...{ channel: 'contact', id: 'contactId', record: 'contact' },
  find: getContact,
  canReceive: canReadContacts,
  deleted: (contactId) => ({ contactId: String(contactId) }),
});

export const publishMerged: Listener<'contact.merged'> = async (scope, { contactId, droppedId }) => {
  liveContact.deleted(scope, { contactId: droppedId });
  await liveContact.updated(scope, { contactId });
};
