import { contacts } from '@db/tenant/schema/index.ts';
import { auditGone } from '@/core/audit/audit-rows.ts';
import { deleteInParts } from '@/core/db/delete-in-parts.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { canDeleteContact } from './contacts.policy.ts';
import { requireContact } from './contacts.queries.ts';

declare module '@/core/steps.ts' {
  interface StepMap {
    'contact.deleting': { contactId: number };
  }
}

/** Also deletes tickets, messages and media. Throws ERR_NO_PERMISSION, ERR_NO_CONTACT_FOUND. */
export async function deleteContact(scope: Scope, { contactId }: { contactId: number }): Promise<void> {
  requireCan(scope, canDeleteContact);
  await scope.write(async (tx) => {
    const { picturePath } = await requireContact(tx, contactId);
    await auditGone(tx, 'contact.deleted', contacts, contactId);
    await tx.kernel.steps.take(tx, 'contact.deleting', { contactId });
    await deleteInParts(tx, contacts, contactId);
    if (picturePath) removeMediaAfter(tx, [picturePath]);
    tx.emit('contact.deleted', { contactId });
  });
}
