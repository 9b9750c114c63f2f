import type { Scope } from '@/kernel/scope.ts';
import { canReadContacts } from './contacts.policy.ts';
import { getContact } from './contacts.queries.ts';

declare module '@/kernel/bus.ts' {
  interface EventMap {
    'contact.created': { contactId: number };
    'contact.updated': { contactId: number };
    'contact.deleted': { contactId: number };
    /** `droppedId` is gone: what was its now belongs to `contactId`. */
    'contact.merged': { contactId: number; droppedId: number };
  }
}

export async function tellContact(
  scope: Scope,
  action: 'create' | 'update',
  contactId: number,
): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  tell(scope, { action, contact: await getContact(scope, contactId) });
}

export function tellContactDeleted(scope: Scope, contactId: number): void {
  tell(scope, { action: 'delete', contactId: String(contactId) });
}

export async function tellContactMerged(scope: Scope, contactId: number, droppedId: number): Promise<void> {
  tellContactDeleted(scope, droppedId);
  await tellContact(scope, 'update', contactId);
}

function tell(scope: Scope, data: unknown): void {
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'contact',
    data,
    canHear: (actor) => canReadContacts(actor),
  });
}
