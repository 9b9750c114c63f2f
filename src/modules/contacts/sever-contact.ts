import { contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';

/** Nobody any more: who writes from its number is a new contact. What belongs to it stays until it is deleted. */
export async function severContact(tx: Scope, { contactId }: { contactId: number }): Promise<void> {
  await tx.db.delete(contactIdentities).where(eq(contactIdentities.contactId, contactId));
  const nobody = { name: '—', number: '', email: '', active: false };
  await tx.db.update(contacts).set(nobody).where(eq(contacts.id, contactId));
}
