import { asSystem, type Scope } from '@/core/scope.ts';
import { aboutTicket } from '../follow/ticket-topics.logic.ts';
import { requireTicket } from '../list/tickets.queries.ts';
import { canSeeTicket, type TicketFacts } from '../tickets.policy.ts';
import { findTicketEvent } from './ticket-events.queries.ts';
import { getNote } from './ticket-notes.queries.ts';

export interface HistoryEvents {
  'ticket.event': { eventId: number; ticketId: number };
  'note.created': { noteId: number; ticketId: number };
  'note.updated': { noteId: number; ticketId: number };
  'note.deleted': { noteId: number; contactId: number; ticketId: number | null };
}
declare module '@/core/events.ts' {
  interface EventMap extends HistoryEvents {}
}

export async function publishTicketEvent(
  scope: Scope,
  { eventId, ticketId }: HistoryEvents['ticket.event'],
): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const event = await findTicketEvent(scope, eventId);
  if (event) await publish(scope, ticketId, 'ticketEvent', { action: 'create', event });
}

const publishNote =
  (action: 'create' | 'update') =>
  async (scope: Scope, { noteId, ticketId }: HistoryEvents['note.created']): Promise<void> => {
    if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
    const note = await getNote(scope, noteId);
    await publish(scope, ticketId, 'ticketNote', { action, note, contactId: note.contactId });
  };

export const publishNoteCreated = publishNote('create');
export const publishNoteUpdated = publishNote('update');

export async function publishNoteDeleted(
  scope: Scope,
  { noteId, contactId, ticketId }: HistoryEvents['note.deleted'],
): Promise<void> {
  if (ticketId !== null)
    await publish(scope, ticketId, 'ticketNote', { action: 'delete', noteId, contactId });
}

async function publish(scope: Scope, ticketId: number, channel: string, data: unknown): Promise<void> {
  const ticket: TicketFacts | undefined = await requireTicket(asSystem(scope), ticketId).catch(
    () => undefined,
  );
  if (!ticket) return;
  scope.kernel.hub.deliver(scope.companyId, {
    channel,
    data,
    canReceive: (actor) => canSeeTicket(actor, ticket),
    about: aboutTicket(ticketId),
  });
}
