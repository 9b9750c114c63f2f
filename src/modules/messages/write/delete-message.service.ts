import { messages, sentChanges } from '@db/tenant/schema/index.ts';
import { and, eq, exists, ne, not, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { isToBeSent } from '@/core/queue/outbox-pending.ts';
import type { Scope } from '@/core/scope.ts';
import { requireOwnMessage } from '../message-access.queries.ts';
import type { MessageRow } from '../messages.queries.ts';
import { setDeleted } from '../send/deliver-deletion.outbox.ts';
import { type Asker, askerOf } from '../send/message-changes.service.ts';
import { sendQueueKey } from './store-own-message.service.ts';

/** Idempotent. Throws ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION. */
export async function deleteMessage(scope: Scope, input: { messageId: number }): Promise<void> {
  await scope.write(async (tx) => {
    const message = await requireOwnMessage(tx, input.messageId);
    if (message.isDeleted) return;
    await setDeleted(tx, message.id, true);
    await deleteAtCustomer(tx, message, askerOf(tx));
  });
}

/**
 * For a deleted message with a receipt. A try to send it whose answer was lost did reach WhatsApp, so its deletion,
 * which was skipped as needless, is sent now.
 */
export async function deleteArrived(tx: Scope, messageId: number): Promise<void> {
  const [message] = await withoutDeletion(tx.db, { messageId });
  if (message) await deleteAtCustomer(tx, message, null);
}

const withoutDeletion = tenantStatement((db) => {
  const isSent = exists(
    db
      .select({ wid: sentChanges.wid })
      .from(sentChanges)
      .where(and(eq(sentChanges.messageId, messages.id), eq(sentChanges.kind, 'delete'))),
  );
  const isWaiting = isToBeSent(sql`'message.delete'`, ['messageId', messages.id]);
  const isOurs = and(eq(messages.id, sql.placeholder('messageId')), ne(messages.origin, 'phone'));
  return db
    .select()
    .from(messages)
    .where(and(isOurs, not(isSent), not(isWaiting)));
});

async function deleteAtCustomer(tx: Scope, { id, connectionId, chatId }: MessageRow, asker: Asker) {
  if (connectionId === null) return;
  await tx.kernel.outbox.add(tx, sendQueueKey(connectionId, chatId), 'message.delete', {
    messageId: id,
    wid: tx.kernel.ids.messageId(),
    asker,
  });
}
