import type { LiveMessage } from '@/core/realtime/hub.ts';
import type { Scope } from '@/core/scope.ts';
import { aboutTicket } from './follow/ticket-topics.logic.ts';
import { loadTicketViews } from './list/tickets.queries.ts';
import { canSeeTicket, type TicketFacts } from './tickets.policy.ts';
import type { TicketStatus } from './tickets.schema.ts';

export type PublishedAssignment = TicketFacts & { status: TicketStatus };

export interface TicketEvents {
  'ticket.created': { ticketId: number };
  'ticket.updated': { ticketId: number; before?: PublishedAssignment; restored?: boolean };
  'ticket.read': { ticketId: number };
  'ticket.deleted': { ticketId: number } & PublishedAssignment;
}
declare module '@/core/events.ts' {
  interface EventMap extends TicketEvents {}
}

export async function publishTicketUpdated(
  scope: Scope,
  { ticketId, before, restored }: TicketEvents['ticket.updated'],
): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const ticket = (await loadTicketViews(scope, [ticketId])).get(ticketId);
  if (!ticket) return;
  if (before) publishLeft(scope, ticketId, before, ticket);
  publish(scope, {
    channel: 'ticket',
    data: { action: 'update', ticket, ...(restored && { restored }) },
    canReceive: (actor) => canSeeTicket(actor, ticket),
    about: aboutTicket(ticketId, { status: ticket.status, userIds: peopleOf(ticket, before) }),
  });
}

export async function publishTicketRead(scope: Scope, { ticketId }: { ticketId: number }): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const ticket = (await loadTicketViews(scope, [ticketId])).get(ticketId);
  if (!ticket) return;
  publish(scope, {
    channel: 'ticket',
    data: { action: 'updateUnread', ticketId },
    canReceive: (actor) => canSeeTicket(actor, ticket),
  });
}

export function publishTicketDeleted(
  scope: Scope,
  { ticketId, ...location }: { ticketId: number } & PublishedAssignment,
): void {
  publish(scope, {
    channel: 'ticket',
    data: { action: 'delete', ticketId },
    canReceive: (actor) => canSeeTicket(actor, location),
    about: aboutTicket(ticketId, { status: location.status, userIds: peopleOf(location) }),
  });
}

/** Existing clients expect `delete` also when a ticket changes lists. */
function publishLeft(
  scope: Scope,
  ticketId: number,
  before: PublishedAssignment,
  now: PublishedAssignment,
): void {
  const gone = {
    channel: 'ticket',
    data: { action: 'delete', ticketId },
    about: aboutTicket(ticketId, { status: before.status, userIds: peopleOf(before) }),
  };
  publish(scope, {
    ...gone,
    canReceive: (actor) => canSeeTicket(actor, before) && !canSeeTicket(actor, now),
  });
  if (before.status === now.status && before.userId === now.userId) return;
  publish(scope, {
    ...gone,
    contractOnly: true,
    canReceive: (actor) => canSeeTicket(actor, before) && canSeeTicket(actor, now),
  });
}

function peopleOf(...locations: (TicketFacts | undefined)[]): number[] {
  return locations.flatMap((location) => location?.userId ?? []);
}

function publish(scope: Scope, message: LiveMessage): void {
  scope.kernel.hub.deliver(scope.companyId, message);
}
