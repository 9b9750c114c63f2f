import type { Scope } from '@/core/scope.ts';
import { requireOwnMessage } from '../message-access.queries.ts';
import { setDeleted } from '../send/deliver-deletion.outbox.ts';
import { askerOf } from '../send/message-changes.service.ts';
import { sendQueueKey } from './store-own-message.service.ts';

/** Idempotent. Throws ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION. */
export async function deleteMessage(scope: Scope, input: { messageId: number }): Promise<void> {
  await scope.write(async (tx) => {
    const message = await requireOwnMessage(tx, input.messageId);
    if (message.isDeleted) return;
    await setDeleted(tx, message.id, true);
    if (message.connectionId === null) return;
    await tx.kernel.outbox.add(tx, sendQueueKey(message.connectionId, message.chatId), 'message.delete', {
      messageId: message.id,
      wid: tx.kernel.ids.messageId(),
      asker: askerOf(tx),
    });
  });
}
