import { asSystem, type Scope } from '@/kernel/scope.ts';
import { aboutTicket } from '../follow/ticket-topics.ts';
import { requireTicket } from '../list/tickets.queries.ts';
import { canSeeTicket, type TicketFacts } from '../tickets.policy.ts';
import { findTicketEvent } from './ticket-events.queries.ts';
import { getNote } from './ticket-notes.queries.ts';

export interface StoryEvents {
  'ticket.event': { eventId: number; ticketId: number };
  'note.created': { noteId: number; ticketId: number };
  'note.deleted': { noteId: number; contactId: number; ticketId: number | null };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends StoryEvents {}
}

export async function tellTicketEvent(
  scope: Scope,
  { eventId, ticketId }: StoryEvents['ticket.event'],
): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const event = await findTicketEvent(scope, eventId);
  if (event) await tell(scope, ticketId, 'ticketEvent', { action: 'create', event });
}

export async function tellNoteCreated(
  scope: Scope,
  { noteId, ticketId }: StoryEvents['note.created'],
): Promise<void> {
  if (!scope.kernel.hub.hasListeners(scope.companyId)) return;
  const note = await getNote(scope, noteId);
  await tell(scope, ticketId, 'ticketNote', { action: 'create', note, contactId: note.contactId });
}

export async function tellNoteDeleted(
  scope: Scope,
  { noteId, contactId, ticketId }: StoryEvents['note.deleted'],
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
    about: aboutTicket(ticketId),
  });
}
