import { AppError } from '@/kernel/errors.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { getMessageRow, loadMessageViews, type MessageRow } from '@/modules/messages/messages.queries.ts';
import type { MessageView } from '@/modules/messages/messages.schema.ts';
import { downloadAgain, sendAgain } from '@/modules/messages/messages.service.ts';
import { sendLane } from './own-message.ts';
import { canWorkOnTicket } from './tickets.policy.ts';
import { requireTicket } from './tickets.queries.ts';

/** "Enviar de novo". Throws ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION; a message that is on its way stays so. */
export async function retryMessage(scope: Scope, input: { messageId: number }): Promise<MessageView> {
  const message = await requireMessage(scope, input.messageId);
  if (!message.fromMe || message.connectionId === null) throw new AppError('ERR_NO_MESSAGE_FOUND');
  await sendAgain(scope, message, sendLane(message.connectionId, message.chatId));
  return viewOf(scope, message.id);
}

/** Fetches a received medium whose download had failed. Throws as `retryMessage`. */
export async function retryDownload(scope: Scope, input: { messageId: number }): Promise<MessageView> {
  const message = await requireMessage(scope, input.messageId);
  await downloadAgain(scope, message);
  return viewOf(scope, message.id);
}

async function requireMessage(scope: Scope, messageId: number): Promise<MessageRow> {
  const message = await getMessageRow(scope, messageId);
  const ticket = await requireTicket(scope, message.ticketId).catch((cause) => {
    // A message of a ticket that is not his is not his to know.
    throw new AppError('ERR_NO_MESSAGE_FOUND', {}, { cause });
  });
  requireCan(scope, canWorkOnTicket, ticket);
  return message;
}

async function viewOf(scope: Scope, messageId: number): Promise<MessageView> {
  const [view] = await loadMessageViews(scope, [messageId]);
  if (!view) throw new AppError('ERR_NO_MESSAGE_FOUND');
  return view;
}
