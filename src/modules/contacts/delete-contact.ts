import { contacts, messages, tickets } from '@db/tenant/schema/index.ts';
import { and, eq, isNotNull } from 'drizzle-orm';
import { requireCan } from '@/kernel/policy.ts';
import { removeMediaAfter } from '@/kernel/remove-media.ts';
import type { Scope } from '@/kernel/scope.ts';
import { canDeleteContact } from './contacts.policy.ts';
import { requireContact } from './contacts.queries.ts';

/** Tickets, messages and their media go too. Throws ERR_NO_PERMISSION, ERR_NO_CONTACT_FOUND. */
export async function deleteContact(scope: Scope, { contactId }: { contactId: number }): Promise<void> {
  requireCan(scope, canDeleteContact);
  await scope.write(async (tx) => {
    const contact = await requireContact(tx, contactId);
    const gone = await tx.db.query.tickets.findMany({ where: eq(tickets.contactId, contactId) });
    const files = await listFilesOf(tx, contactId);
    await tx.db.delete(contacts).where(eq(contacts.id, contactId));
    removeMediaAfter(tx, [...files, ...(contact.picturePath ? [contact.picturePath] : [])]);
    for (const { id, status, userId, queueId } of gone)
      tx.emit('ticket.deleted', { ticketId: id, status, userId, queueId });
    tx.emit('contact.deleted', { contactId });
  });
}

async function listFilesOf(tx: Scope, contactId: number): Promise<string[]> {
  const rows = await tx.db
    .select({ path: messages.mediaPath })
    .from(messages)
    .where(and(eq(messages.chatId, contactId), isNotNull(messages.mediaPath)));
  return rows.flatMap(({ path }) => path ?? []);
}
