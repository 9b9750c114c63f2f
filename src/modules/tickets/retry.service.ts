import { AppError } from '@/kernel/errors.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { MessageView } from '@/modules/messages/messages.schema.ts';
import { downloadAgain, sendAgain } from '@/modules/messages/messages.service.ts';
import { sendLane } from './own-message.ts';
import { getMessageView, requireMessage } from './ticket-message.ts';

/** "Enviar de novo". Throws ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION; a message that is on its way stays so. */
export async function retryMessage(scope: Scope, input: { messageId: number }): Promise<MessageView> {
  const { message } = await requireMessage(scope, input.messageId);
  if (!message.fromMe || message.connectionId === null) throw new AppError('ERR_NO_MESSAGE_FOUND');
  await sendAgain(scope, message, sendLane(message.connectionId, message.chatId));
  return getMessageView(scope, message.id);
}

/** Fetches a received medium whose download had failed. Throws as `retryMessage`. */
export async function retryDownload(scope: Scope, input: { messageId: number }): Promise<MessageView> {
  const { message } = await requireMessage(scope, input.messageId);
  await downloadAgain(scope, message);
  return getMessageView(scope, message.id);
}
