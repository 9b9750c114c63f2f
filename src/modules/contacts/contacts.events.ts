import type { Listener } from '@/core/events.ts';
import type { Scope } from '@/core/scope.ts';
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

export const publishCreated: Listener<'contact.created'> = (scope, { contactId }) =>
  publishChanged(scope, 'create', contactId);
export const publishUpdated: Listener<'contact.updated'> = (scope, { contactId }) =>
  publishChanged(scope, 'update', contactId);
export const publishDeleted: Listener<'contact.deleted'> = (scope, { contactId }) =>
  publishGone(scope, contactId);
export const publishMerged: Listener<'contact.merged'> = async (scope, { contactId, droppedId }) => {
  publishGone(scope, droppedId);
  await publishChanged(scope, 'update', contactId);
};

async function publishChanged(scope: Scope, action: 'create' | 'update', contactId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  publish(scope, { action, contact: await getContact(scope, contactId) });
}

function publishGone(scope: Scope, contactId: number): void {
  publish(scope, { action: 'delete', contactId: String(contactId) });
}

function publish(scope: Scope, data: unknown): void {
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'contact',
    data,
    canReceive: (actor) => canReadContacts(actor),
  });
}
