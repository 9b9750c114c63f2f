import { asSystem, type Scope } from '@/kernel/scope.ts';
import { findTicketEvent } from './ticket-events.queries.ts';
import { getNote } from './ticket-notes.queries.ts';
import { canSeeTicket, type TicketFacts } from './tickets.policy.ts';
import { requireTicket } from './tickets.queries.ts';

declare module '@/kernel/bus.ts' {
  interface EventMap {
    'note.created': { noteId: number; ticketId: number };
    'note.deleted': { noteId: number; contactId: number; ticketId: number | null };
  }
}

/** A new line of a ticket's story. */
export async function tellTicketEvent(scope: Scope, eventId: number, ticketId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const event = await findTicketEvent(scope, eventId);
  if (event) await tell(scope, ticketId, 'ticketEvent', { action: 'create', event });
}

export async function tellNoteCreated(scope: Scope, noteId: number, ticketId: number): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const note = await getNote(scope, noteId);
  await tell(scope, ticketId, 'ticketNote', { action: 'create', note, contactId: note.contactId });
}

export async function tellNoteDeleted(
  scope: Scope,
  { noteId, contactId, ticketId }: { noteId: number; contactId: number; ticketId: number | null },
): Promise<void> {
  if (ticketId !== null) await tell(scope, ticketId, 'ticketNote', { action: 'delete', noteId, contactId });
}

async function tell(scope: Scope, ticketId: number, channel: string, data: unknown): Promise<void> {
  const ticket: TicketFacts | undefined = await requireTicket(asSystem(scope), ticketId).catch(
    () => undefined,
  );
  if (!ticket) return;
  scope.kernel.hub.deliver(scope.companyId, {
    channel,
    data,
    canHear: (actor) => canSeeTicket(actor, ticket),
    about: { ticketId, statuses: [], userIds: [] },
  });
}
