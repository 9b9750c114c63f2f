import { AppError } from '@/core/errors.ts';
import { isId } from '@/core/ids.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { requireTicket, type TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { canChangeMessage, canWorkOnTicket } from '@/modules/tickets/tickets.policy.ts';
import { getMessageRow, loadMessageViews, type MessageRow } from './messages.queries.ts';
import type { MessageInfo, MessageView } from './messages.views.ts';

/** Throws ERR_NO_MESSAGE_FOUND also for a hidden ticket's message: its existence is secret. */
export async function requireMessage(
  scope: Scope,
  messageId: number,
): Promise<{ message: MessageRow; ticket: TicketRow }> {
  const message = await getMessageRow(scope, messageId);
  const ticket = await requireTicket(scope, message.ticketId).catch((cause) => {
    throw new AppError('ERR_NO_MESSAGE_FOUND', {}, { cause });
  });
  requireCan(scope, canWorkOnTicket, ticket);
  return { message, ticket };
}

export async function ticketOfMessage(scope: Scope, messageId: number): Promise<number> {
  if (!isId(messageId)) throw new AppError('ERR_NOT_FOUND');
  const { message } = await requireMessage(scope, messageId);
  return message.ticketId;
}

export async function requireOwnMessage(scope: Scope, messageId: number): Promise<MessageRow> {
  const { message, ticket } = await requireMessage(scope, messageId);
  requireCan(scope, canChangeMessage, { ticket, message });
  return message;
}

export async function getMessageView(scope: Scope, messageId: number): Promise<MessageView> {
  const [view] = await loadMessageViews(scope, [messageId]);
  if (!view) throw new AppError('ERR_NO_MESSAGE_FOUND');
  return view;
}

export async function readMessage(scope: Scope, messageId: number): Promise<MessageView> {
  await requireMessage(scope, messageId);
  return getMessageView(scope, messageId);
}

export async function getMessageInfo(scope: Scope, messageId: number): Promise<MessageInfo> {
  const { sentAt, deliveredAt, readAt, user, ack, error } = await readMessage(scope, messageId);
  return { sentAt, deliveredAt, readAt, user, ack, error };
}
