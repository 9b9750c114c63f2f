import type { EventMap, Listener } from '@/core/events.ts';
import type { Scope } from '@/core/scope.ts';
import { aboutTicket } from '@/modules/tickets/follow/ticket-topics.logic.ts';
import { loadTicketViews } from '@/modules/tickets/list/tickets.queries.ts';
import { canSeeTicket } from '@/modules/tickets/tickets.policy.ts';
import { loadForPublishing } from './messages.events.ts';

export const publishCreated: Listener<'message.created'> = (scope, { messageId, ticketId }) =>
  publishMessage(scope, 'create', messageId, ticketId);
export const publishUpdated: Listener<'message.updated'> = (scope, { messageId, ticketId }) =>
  publishMessage(scope, 'update', messageId, ticketId);

async function publishMessage(
  scope: Scope,
  action: 'create' | 'update',
  messageId: number,
  ticketId: number,
): Promise<void> {
  const loaded = await loadMessage(scope, messageId, ticketId);
  if (!loaded) return;
  const { message, ticket } = loaded;
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'appMessage',
    data: { action, message: { ...message, ticket }, ticket, contact: ticket.contact },
    canReceive: (actor) => canSeeTicket(actor, ticket),
    about: aboutTicket(ticket.id, {
      status: ticket.status,
      userIds: ticket.userId === null ? [] : [ticket.userId],
    }),
  });
}

/** Existing clients know no `messageRefused`: they get the unchanged message with the reason in `error`. */
export async function refuseSocket(scope: Scope, refused: EventMap['message.refused']): Promise<void> {
  const { messageId, ticketId, userId, action, wanted, code } = refused;
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'messageRefused',
    data: { action, messageId: String(messageId), ticketId, wanted, error: code },
    canReceive: (actor) => actor.id === userId,
  });
  const loaded = await loadMessage(scope, messageId, ticketId);
  if (!loaded) return;
  const { message, ticket } = loaded;
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'appMessage',
    data: {
      action: 'update',
      message: { ...message, error: code, ticket },
      ticket,
      contact: ticket.contact,
    },
    canReceive: (actor) => actor.id === userId && canSeeTicket(actor, ticket),
    contractOnly: true,
  });
}

async function loadMessage(scope: Scope, messageId: number, ticketId: number) {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return undefined;
  const message = await loadForPublishing(scope, messageId);
  const home = message?.ticketId ?? ticketId;
  const ticket = (await loadTicketViews(scope, [home])).get(home);
  return message && ticket && { message, ticket };
}
