import type { Listener } from '@/core/events.ts';
import { liveRecord } from '@/core/realtime/live-record.ts';
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

export const liveContactList = liveRecord({
  ...{ channel: 'ContactList', id: 'contactListId', record: 'record' },
  find: findContactList,
  canReceive: canManageLists,
  deleted: (id) => ({ id }),
});

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
  await liveContactList.updated(scope, { contactListId });
};

export const publishReloaded: Listener<'contact-list.reloaded'> = async (
  scope,
  { contactListId, itemIds },
) => {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const records = await listItemsByIds(scope, itemIds);
  publish(scope, channelOf(contactListId), { action: 'reload', records });
  await liveContactList.updated(scope, { contactListId });
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
  await liveContactList.updated(scope, { contactListId });
}

function publish(scope: Scope, channel: string, data: unknown): void {
  scope.kernel.hub.deliver(scope.companyId, { channel, data, canReceive: (actor) => canManageLists(actor) });
}
