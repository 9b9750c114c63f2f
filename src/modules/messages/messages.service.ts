import { contactIdentities, messages } from '@db/tenant/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { getAddress } from '@/modules/contacts/contacts.queries.ts';
import type { MessageRow } from './messages.queries.ts';

/**
 * Keeps the WhatsApp id: if the first attempt did arrive, the customer sees one message. Goes to the contact's present
 * number when that was corrected.
 */
export async function resendFailed(scope: Scope, message: MessageRow, queueKey: string): Promise<void> {
  await scope.write(async (tx) => {
    const remoteJid = await presentAddress(tx, message);
    const [row] = await tx.db
      .update(messages)
      .set({ error: null, remoteJid, updatedAt: tx.now() })
      .where(and(eq(messages.id, message.id), sql`${messages.error} is not null`))
      .returning({ id: messages.id });
    if (!row) return;
    await tx.kernel.outbox.add(tx, queueKey, 'message.send', { messageId: message.id });
    tx.emit('message.updated', { messageId: message.id, ticketId: message.ticketId });
  });
}

export async function presentAddress(tx: Scope, { chatId, remoteJid }: MessageRow): Promise<string> {
  const [known] = await ownAddress(tx.db, { chatId, remoteJid });
  return known?.jid ?? getAddress(tx, chatId);
}

const ownAddress = tenantStatement((db) =>
  db
    .select({ jid: contactIdentities.jid })
    .from(contactIdentities)
    .where(
      and(
        eq(contactIdentities.jid, sql.placeholder('remoteJid')),
        eq(contactIdentities.contactId, sql.placeholder('chatId')),
      ),
    ),
);

export async function downloadAgain(scope: Scope, message: MessageRow): Promise<void> {
  await scope.write(async (tx) => {
    const [row] = await tx.db
      .update(messages)
      .set({ mediaState: 'pending', error: null, updatedAt: tx.now() })
      .where(and(eq(messages.id, message.id), eq(messages.mediaState, 'failed')))
      .returning({ id: messages.id });
    if (!row) return;
    await tx.kernel.outbox.add(tx, mediaQueueKey(message.connectionId, message.id), 'media.download', {
      messageId: message.id,
    });
    tx.emit('message.updated', { messageId: message.id, ticketId: message.ticketId });
  });
}

export const mediaQueueKey = (connectionId: number | null, messageId: number) =>
  `media:${connectionId}:${messageId % 4}`;
