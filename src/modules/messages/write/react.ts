import { AppError } from '@/kernel/errors.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { ReactionInput } from '../messages.schema.ts';
import type { MessageView } from '../messages.views.ts';
import { getMessageView, requireMessage } from '../one-message.ts';
import { findOwnReaction, setOwnReaction } from '../send/deliver-reaction.ts';
import { askerOf } from '../send/message-changes.ts';
import { sendQueueKey } from './own-message.ts';

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
