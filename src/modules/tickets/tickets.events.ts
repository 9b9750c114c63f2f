import type { LiveMessage } from '@/kernel/live/hub.ts';
import type { Scope } from '@/kernel/scope.ts';
import { aboutTicket } from './follow/ticket-topics.ts';
import { loadTicketViews } from './list/tickets.queries.ts';
import { canSeeTicket, type TicketFacts } from './tickets.policy.ts';
import type { TicketStatus } from './tickets.schema.ts';

export type TicketPlace = TicketFacts & { status: TicketStatus };

export interface TicketEvents {
  'ticket.created': { ticketId: number };
  'ticket.updated': { ticketId: number; before?: TicketPlace; restored?: boolean };
  'ticket.read': { ticketId: number };
  'ticket.deleted': { ticketId: number } & TicketPlace;
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends TicketEvents {}
}

export async function tellTicketUpdated(
  scope: Scope,
  { ticketId, before, restored }: TicketEvents['ticket.updated'],
): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const ticket = (await loadTicketViews(scope, [ticketId])).get(ticketId);
  if (!ticket) return;
  if (before) tellLeft(scope, ticketId, before, ticket);
  tell(scope, {
    channel: 'ticket',
    data: { action: 'update', ticket, ...(restored && { restored }) },
    canHear: (actor) => canSeeTicket(actor, ticket),
    about: aboutTicket(ticketId, { status: ticket.status, userIds: peopleOf(ticket, before) }),
  });
}

export async function tellTicketRead(scope: Scope, { ticketId }: { ticketId: number }): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const ticket = (await loadTicketViews(scope, [ticketId])).get(ticketId);
  if (!ticket) return;
  tell(scope, {
    channel: 'ticket',
    data: { action: 'updateUnread', ticketId },
    canHear: (actor) => canSeeTicket(actor, ticket),
  });
}

export function tellTicketDeleted(
  scope: Scope,
  { ticketId, ...place }: { ticketId: number } & TicketPlace,
): void {
  tell(scope, {
    channel: 'ticket',
    data: { action: 'delete', ticketId },
    canHear: (actor) => canSeeTicket(actor, place),
    about: aboutTicket(ticketId, { status: place.status, userIds: peopleOf(place) }),
  });
}

/** Existing clients expect `delete` also when a ticket changes lists. */
function tellLeft(scope: Scope, ticketId: number, before: TicketPlace, now: TicketPlace): void {
  const gone = {
    channel: 'ticket',
    data: { action: 'delete', ticketId },
    about: aboutTicket(ticketId, { status: before.status, userIds: peopleOf(before) }),
  };
  tell(scope, { ...gone, canHear: (actor) => canSeeTicket(actor, before) && !canSeeTicket(actor, now) });
  if (before.status === now.status && before.userId === now.userId) return;
  tell(scope, {
    ...gone,
    contractOnly: true,
    canHear: (actor) => canSeeTicket(actor, before) && canSeeTicket(actor, now),
  });
}

function peopleOf(...places: (TicketFacts | undefined)[]): number[] {
  return places.flatMap((place) => place?.userId ?? []);
}

function tell(scope: Scope, message: LiveMessage): void {
  scope.kernel.hub.deliver(scope.companyId, message);
}
