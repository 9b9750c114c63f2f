import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { getMessageView, requireMessage } from '../message-access.queries.ts';
import type { ReactionInput } from '../messages.schema.ts';
import type { MessageView } from '../messages.views.ts';
import { findOwnReaction, setOwnReaction } from '../send/deliver-reaction.outbox.ts';
import { askerOf } from '../send/message-changes.service.ts';
import { sendQueueKey } from './store-own-message.service.ts';

/** Throws ERR_NO_MESSAGE_FOUND (also for a deleted one), ERR_NO_PERMISSION, ERR_NO_WAPP_FOUND. */
export async function reactToMessage(
  scope: Scope,
  { messageId, type: emoji }: ReactionInput & { messageId: number },
): Promise<{ message: MessageView; reactions: MessageView['reactions'] }> {
  await scope.write(async (tx) => {
    const { message } = await requireMessage(tx, messageId);
    if (message.isDeleted) throw new AppError('ERR_NO_MESSAGE_FOUND');
    if (message.connectionId === null) throw new AppError('ERR_NO_WAPP_FOUND');
    const before = await findOwnReaction(tx, message.id);
    if (before === emoji) return;
    await setOwnReaction(tx, message.id, emoji);
    await tx.kernel.outbox.add(tx, sendQueueKey(message.connectionId, message.chatId), 'message.react', {
      messageId: message.id,
      wid: tx.kernel.ids.messageId(),
      asker: askerOf(tx),
      emoji,
      before,
    });
    tx.emit('message.updated', { messageId: message.id, ticketId: message.ticketId });
  });
  const message = await getMessageView(scope, messageId);
  return { message, reactions: message.reactions };
}
