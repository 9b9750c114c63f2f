import type { Listener } from '@/kernel/bus.ts';
import type { Scope } from '@/kernel/scope.ts';
import { canReadContacts } from './contacts.policy.ts';
import { getContact } from './contacts.queries.ts';

export interface ContactEvents {
  'contact.created': { contactId: number };
  'contact.updated': { contactId: number };
  'contact.deleted': { contactId: number };
  'contact.merged': { contactId: number; droppedId: number };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends ContactEvents {}
}

export const tellCreated: Listener<'contact.created'> = (scope, { contactId }) =>
  tellChanged(scope, 'create', contactId);
export const tellUpdated: Listener<'contact.updated'> = (scope, { contactId }) =>
  tellChanged(scope, 'update', contactId);
export const tellDeleted: Listener<'contact.deleted'> = (scope, { contactId }) => tellGone(scope, contactId);
export const tellMerged: Listener<'contact.merged'> = async (scope, { contactId, droppedId }) => {
  tellGone(scope, droppedId);
  await tellChanged(scope, 'update', contactId);
};

async function tellChanged(scope: Scope, action: 'create' | 'update', contactId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  tell(scope, { action, contact: await getContact(scope, contactId) });
}

function tellGone(scope: Scope, contactId: number): void {
  tell(scope, { action: 'delete', contactId: String(contactId) });
}

function tell(scope: Scope, data: unknown): void {
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'contact',
    data,
    canHear: (actor) => canReadContacts(actor),
  });
}
