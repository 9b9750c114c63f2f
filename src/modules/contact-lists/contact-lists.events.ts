import type { Listener } from '@/core/events.ts';
import type { Scope } from '@/core/scope.ts';
import { canManageLists } from './contact-lists.policy.ts';
import { findContactList } from './contact-lists.queries.ts';
import { listItemsByIds } from './items.queries.ts';

export interface ContactListEvents {
  'contact-list.created': { contactListId: number };
  'contact-list.updated': { contactListId: number };
  'contact-list.deleted': { contactListId: number };
  'contact-list-item.created': { contactListItemId: number };
  'contact-list-item.updated': { contactListItemId: number };
  'contact-list-item.deleted': { contactListItemId: number; contactListId: number };
  /** Many at once: by an import, a check, another source. `itemIds`: those a page may show at once. */
  'contact-list.reloaded': { contactListId: number; itemIds: number[] };
}
declare module '@/core/events.ts' {
  interface EventMap extends ContactListEvents {}
}

export const channelOf = (contactListId: number) => `ContactListItem-${contactListId}`;

export const publishListCreated: Listener<'contact-list.created'> = (scope, { contactListId }) =>
  publishList(scope, 'create', contactListId);
export const publishListUpdated: Listener<'contact-list.updated'> = (scope, { contactListId }) =>
  publishList(scope, 'update', contactListId);
export const publishListDeleted: Listener<'contact-list.deleted'> = (scope, { contactListId }) =>
  publish(scope, 'ContactList', { action: 'delete', id: contactListId });

export const publishItemCreated: Listener<'contact-list-item.created'> = (scope, { contactListItemId }) =>
  publishItem(scope, 'create', contactListItemId);
export const publishItemUpdated: Listener<'contact-list-item.updated'> = (scope, { contactListItemId }) =>
  publishItem(scope, 'update', contactListItemId);
export const publishItemDeleted: Listener<'contact-list-item.deleted'> = async (
  scope,
  { contactListItemId, contactListId },
) => {
  publish(scope, 'ContactListItem', { action: 'delete', id: contactListItemId, contactListId });
  publish(scope, channelOf(contactListId), { action: 'delete', id: contactListItemId, contactListId });
  await publishCount(scope, contactListId);
};

export const publishReloaded: Listener<'contact-list.reloaded'> = async (
  scope,
  { contactListId, itemIds },
) => {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const records = await listItemsByIds(scope, itemIds);
  publish(scope, channelOf(contactListId), { action: 'reload', records });
  await publishCount(scope, contactListId);
};

/** Clients ignore the list's id under the first name, so it is also sent separately. */
async function publishItem(
  scope: Scope,
  action: 'create' | 'update',
  contactListItemId: number,
): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const [record] = await listItemsByIds(scope, [contactListItemId]);
  if (!record) return;
  const { contactListId } = record;
  publish(scope, 'ContactListItem', { action, record, contactListId });
  publish(scope, channelOf(contactListId), { action: 'reload', records: [record] });
  await publishCount(scope, contactListId);
}

const publishCount = (scope: Scope, contactListId: number) => publishList(scope, 'update', contactListId);

async function publishList(scope: Scope, action: 'create' | 'update', contactListId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const record = await findContactList(scope, contactListId);
  if (record) publish(scope, 'ContactList', { action, record });
}

function publish(scope: Scope, channel: string, data: unknown): void {
  scope.kernel.hub.deliver(scope.companyId, { channel, data, canReceive: (actor) => canManageLists(actor) });
}
