import type { Listener } from '@/kernel/bus.ts';
import type { Scope } from '@/kernel/scope.ts';
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
declare module '@/kernel/bus.ts' {
  interface EventMap extends ContactListEvents {}
}

/** Pages of one list hear only their own. */
export const channelOf = (contactListId: number) => `ContactListItem-${contactListId}`;

export const tellListCreated: Listener<'contact-list.created'> = (scope, { contactListId }) =>
  tellList(scope, 'create', contactListId);
export const tellListUpdated: Listener<'contact-list.updated'> = (scope, { contactListId }) =>
  tellList(scope, 'update', contactListId);
export const tellListDeleted: Listener<'contact-list.deleted'> = (scope, { contactListId }) =>
  tell(scope, 'ContactList', { action: 'delete', id: contactListId });

export const tellItemCreated: Listener<'contact-list-item.created'> = (scope, { contactListItemId }) =>
  tellItem(scope, 'create', contactListItemId);
export const tellItemUpdated: Listener<'contact-list-item.updated'> = (scope, { contactListItemId }) =>
  tellItem(scope, 'update', contactListItemId);
export const tellItemDeleted: Listener<'contact-list-item.deleted'> = async (
  scope,
  { contactListItemId, contactListId },
) => {
  tell(scope, 'ContactListItem', { action: 'delete', id: contactListItemId, contactListId });
  tell(scope, channelOf(contactListId), { action: 'delete', id: contactListItemId, contactListId });
  await tellCount(scope, contactListId);
};

export const tellReloaded: Listener<'contact-list.reloaded'> = async (scope, { contactListId, itemIds }) => {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const records = await listItemsByIds(scope, itemIds);
  tell(scope, channelOf(contactListId), { action: 'reload', records });
  await tellCount(scope, contactListId);
};

/** Clients do not look at the list's id under the first name, so items of others would appear: it is told beside. */
async function tellItem(scope: Scope, action: 'create' | 'update', contactListItemId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const [record] = await listItemsByIds(scope, [contactListItemId]);
  if (!record) return;
  const { contactListId } = record;
  tell(scope, 'ContactListItem', { action, record, contactListId });
  tell(scope, channelOf(contactListId), { action: 'reload', records: [record] });
  await tellCount(scope, contactListId);
}

/** The list of lists shows how many contacts each has. */
const tellCount = (scope: Scope, contactListId: number) => tellList(scope, 'update', contactListId);

/** Who has deleted it meanwhile is told of that, and not of this. */
async function tellList(scope: Scope, action: 'create' | 'update', contactListId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const record = await findContactList(scope, contactListId);
  if (record) tell(scope, 'ContactList', { action, record });
}

function tell(scope: Scope, channel: string, data: unknown): void {
  scope.kernel.hub.deliver(scope.companyId, { channel, data, canHear: (actor) => canManageLists(actor) });
}
