import { contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';

/** Anonymises it: messages from its number create a new contact. Its data stays until deleted. */
export async function severContact(tx: Scope, { contactId }: { contactId: number }): Promise<void> {
  await tx.db.delete(contactIdentities).where(eq(contactIdentities.contactId, contactId));
  const nobody = { name: '—', number: '', email: '', active: false };
  await tx.db.update(contacts).set(nobody).where(eq(contacts.id, contactId));
}
