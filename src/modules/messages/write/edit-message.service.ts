import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { requireTicket } from '@/modules/tickets/list/tickets.queries.ts';
import { getMessageView, requireOwnMessage } from '../message-access.queries.ts';
import { EDIT_WINDOW_MINUTES } from '../message-limits.schema.ts';
import type { MessageRow } from '../messages.queries.ts';
import type { MessageEdit } from '../messages.schema.ts';
import type { MessageView } from '../messages.views.ts';
import { CAPTIONED, setBody } from '../send/deliver-edit.outbox.ts';
import { askerOf } from '../send/message-changes.service.ts';
import { fillVariables } from './fill-variables.queries.ts';
import { sendQueueKey } from './store-own-message.service.ts';

/**
 * An empty text changes nothing (spec part 1 §5). Throws ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_EDIT_TOO_LATE,
 * ERR_EDITING_WAPP_MSG.
 */
export async function editMessage(
  scope: Scope,
  input: MessageEdit & { messageId: number },
): Promise<MessageView> {
  await scope.write(async (tx) => {
    const message = await requireOwnMessage(tx, input.messageId);
    if (input.body.trim() === '') return;
    const text = await fillVariables(tx, await requireTicket(tx, message.ticketId), input.body);
    if (text === message.body) return;
    requireEditable(tx, message);
    await setBody(tx, message, text, true);
    if (message.connectionId === null || (message.error !== null && message.ack < 2)) return;
    await tx.kernel.outbox.add(tx, sendQueueKey(message.connectionId, message.chatId), 'message.edit', {
      messageId: message.id,
      wid: tx.kernel.ids.messageId(),
      asker: askerOf(tx),
      text,
      before: { body: message.body, isEdited: message.isEdited },
    });
  });
  return getMessageView(scope, input.messageId);
}

function requireEditable(tx: Scope, message: MessageRow): void {
  const isText = message.mediaType === 'conversation' || message.mediaType === 'extendedTextMessage';
  const hasCaption = CAPTIONED.includes(message.mediaType) && message.body !== (message.mediaName ?? '');
  if (!(isText || hasCaption) || message.isDeleted) throw new AppError('ERR_EDITING_WAPP_MSG');
  const age = tx.now().getTime() - message.createdAt.getTime();
  if (age > EDIT_WINDOW_MINUTES * 60_000)
    throw new AppError('ERR_EDIT_TOO_LATE', { minutes: EDIT_WINDOW_MINUTES });
}
