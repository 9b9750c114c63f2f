import { contactLists } from '@db/tenant/schema/index.ts';
import { and, eq, ne } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { deleteInParts } from '@/core/db/delete-in-parts.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { searchable } from '@/core/db/search.ts';
import { InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { storable } from '@/core/text.ts';
import { canManageLists } from './contact-lists.policy.ts';
import { getContactList } from './contact-lists.queries.ts';
import type { ContactListInput } from './contact-lists.schema.ts';
import type { ContactListView } from './contact-lists.views.ts';

/** Throws InvalidInput on `name` when another list has it, ignoring case and accents. */
export async function createContactList(scope: Scope, input: ContactListInput): Promise<ContactListView> {
  requireCan(scope, canManageLists);
  return scope.write(async (tx) => {
    await requireFreeName(tx, input.name);
    const row = await tx.db
      .insert(contactLists)
      .values({ ...namesOf(input), createdAt: tx.now(), updatedAt: tx.now() })
      .returning({ id: contactLists.id })
      .then(insertedRow);
    await auditNew(tx, 'contactList.created', contactLists, row.id);
    tx.emit('contact-list.created', { contactListId: row.id });
    return getContactList(tx, row.id);
  });
}

/** Throws ERR_NO_CONTACTLIST_FOUND, and as `createContactList`. */
export async function updateContactList(
  scope: Scope,
  { contactListId, ...input }: ContactListInput & { contactListId: number },
): Promise<ContactListView> {
  requireCan(scope, canManageLists);
  return scope.write(async (tx) => {
    await getContactList(tx, contactListId);
    await requireFreeName(tx, input.name, contactListId);
    const audited = await auditChange(tx, 'contactList.changed', contactLists, contactListId);
    await tx.db
      .update(contactLists)
      .set({ ...namesOf(input), updatedAt: tx.now() })
      .where(eq(contactLists.id, contactListId));
    await audited();
    tx.emit('contact-list.updated', { contactListId });
    return getContactList(tx, contactListId);
  });
}

/** Also deletes its contacts and imports; the address book stays. Throws ERR_NO_CONTACTLIST_FOUND. */
export async function deleteContactList(scope: Scope, input: { contactListId: number }): Promise<void> {
  requireCan(scope, canManageLists);
  await scope.write(async (tx) => {
    const { id: contactListId } = await getContactList(tx, input.contactListId);
    await auditGone(tx, 'contactList.deleted', contactLists, contactListId);
    await deleteInParts(tx, contactLists, contactListId);
    tx.emit('contact-list.deleted', { contactListId });
  });
}

async function requireFreeName(tx: Scope, name: string, exceptId = 0): Promise<void> {
  const same = and(eq(contactLists.searchName, searchable(name)), ne(contactLists.id, exceptId));
  if (await tx.db.query.contactLists.findFirst({ where: same }))
    throw new InvalidInput({ name: 'errors:ERR_CONTACTLIST_NAME_TAKEN' });
}

function namesOf({ name }: ContactListInput) {
  return { name: storable(name), searchName: searchable(storable(name)) };
}
