import { contactFields, contactIdentities, contacts } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { requestBlocks } from '../block.service.ts';
import { isBareAddress } from '../identities/contact-name.logic.ts';

declare module '@/core/steps.ts' {
  interface StepMap {
    'contacts.merging': { keep: number; drop: number };
  }
}

/** Moves everything of `drop` to `keep`; two open tickets on one connection become one. */
export async function mergeContacts(
  tx: Scope,
  { keep, drop }: { keep: number; drop: number },
): Promise<void> {
  await tx.kernel.steps.take(tx, 'contacts.merging', { keep, drop });
  await tx.db.update(contactIdentities).set({ contactId: keep }).where(eq(contactIdentities.contactId, drop));
  await tx.db.update(contactFields).set({ contactId: keep }).where(eq(contactFields.contactId, drop));
  await takeDetails(tx, keep, drop);
  await tx.db.delete(contacts).where(eq(contacts.id, drop));
  tx.emit('contact.merged', { contactId: keep, droppedId: drop });
}

async function takeDetails(tx: Scope, keep: number, drop: number): Promise<void> {
  const [stored, dropped] = await Promise.all([
    tx.db.query.contacts.findFirst({ where: eq(contacts.id, keep) }),
    tx.db.query.contacts.findFirst({ where: eq(contacts.id, drop) }),
  ]);
  if (!stored || !dropped) return;
  const isBetter = isBareAddress(stored.name) && !isBareAddress(dropped.name);
  const takesName = stored.nameIsProvisional && (!dropped.nameIsProvisional || isBetter);
  const change = {
    ...(takesName && { name: dropped.name, nameIsProvisional: dropped.nameIsProvisional }),
    ...(stored.email === '' && { email: dropped.email }),
    ...(stored.picturePath === '' && { picturePath: dropped.picturePath }),
    ...(dropped.isBlocked && { isBlocked: true }),
  };
  if (stored.isBlocked || dropped.isBlocked) await requestBlocks(tx, keep);
  if (Object.keys(change).length > 0) await tx.db.update(contacts).set(change).where(eq(contacts.id, keep));
}
