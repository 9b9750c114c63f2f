import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { getMessageView, requireMessage } from '../message-access.queries.ts';
import { downloadAgain, resendFailed } from '../messages.service.ts';
import type { MessageView } from '../messages.views.ts';
import { sendQueueKey } from './store-own-message.service.ts';

export async function retryMessage(scope: Scope, input: { messageId: number }): Promise<MessageView> {
  const { message } = await requireMessage(scope, input.messageId);
  if (!message.fromMe || message.connectionId === null) throw new AppError('ERR_NO_MESSAGE_FOUND');
  await resendFailed(scope, message, sendQueueKey(message.connectionId, message.chatId));
  return getMessageView(scope, message.id);
}

/** Retries those of the given messages that the user may act on, in the order written. Returns the count. */
export async function retryMessages(scope: Scope, ids: number[]): Promise<number> {
  let count = 0;
  for (const messageId of ids.toSorted((a, b) => a - b)) {
    const known = await requireMessage(scope, messageId).catch((error) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    if (!known?.message.fromMe || known.message.connectionId === null || !known.message.error) continue;
    const { message } = known;
    await resendFailed(scope, message, sendQueueKey(known.message.connectionId, message.chatId));
    count += 1;
  }
  return count;
}

export async function retryDownload(scope: Scope, input: { messageId: number }): Promise<MessageView> {
  const { message } = await requireMessage(scope, input.messageId);
  await downloadAgain(scope, message);
  return getMessageView(scope, message.id);
}
