import { contacts, ticketNotes, tickets, users } from '@db/tenant/schema/index.ts';
import { and, desc, eq, isNull, or, type SQL } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { requireTicket } from '../list/tickets.queries.ts';
import { visibleTo } from '../tickets.policy.ts';
import type { NoteView } from '../tickets.views.ts';

const MOST_NOTES = 500;

export async function listNotes(
  scope: Scope,
  { ticketId, contactId }: { ticketId: number; contactId: number },
): Promise<NoteView[]> {
  const ticket = await requireTicket(scope, ticketId);
  if (ticket.contactId !== contactId) throw new AppError('ERR_NO_CONTACT_FOUND');
  const rows = await selectNotes(scope)
    .where(and(eq(ticketNotes.contactId, contactId), ofVisibleTicket(scope)))
    .orderBy(desc(ticketNotes.id))
    .limit(MOST_NOTES);
  return rows.map(toNoteView);
}

function ofVisibleTicket({ actor }: Scope): SQL | undefined {
  const isVisible = visibleTo(actor);
  return isVisible && or(isNull(ticketNotes.ticketId), isVisible);
}

/** Searches the notes of a contact that the reader may see. Throws ERR_NO_NOTE_FOUND. */
export async function getShownNote(
  scope: Scope,
  { noteId, contactId }: { noteId: number; contactId: number },
): Promise<NoteView> {
  const isIt = and(eq(ticketNotes.id, noteId), eq(ticketNotes.contactId, contactId));
  const [row] = await selectNotes(scope).where(and(isIt, ofVisibleTicket(scope)));
  if (!row) throw new AppError('ERR_NO_NOTE_FOUND');
  return toNoteView(row);
}

export async function getNote(scope: Scope, noteId: number): Promise<NoteView> {
  const [row] = await selectNotes(scope).where(eq(ticketNotes.id, noteId));
  if (!row) throw new AppError('ERR_NO_NOTE_FOUND');
  return toNoteView(row);
}

function selectNotes(scope: Scope) {
  return scope.db
    .select({
      note: ticketNotes,
      user: { id: users.id, name: users.name, email: users.email },
      contact: { id: contacts.id, name: contacts.name },
      ticket: { id: tickets.id, status: tickets.status, createdAt: tickets.createdAt },
    })
    .from(ticketNotes)
    .innerJoin(contacts, eq(contacts.id, ticketNotes.contactId))
    .leftJoin(users, eq(users.id, ticketNotes.userId))
    .leftJoin(tickets, eq(tickets.id, ticketNotes.ticketId))
    .$dynamic();
}

type Joined = Awaited<ReturnType<typeof selectNotes>>[number];

function toNoteView({ note, user, contact, ticket }: Joined): NoteView {
  const { createdAt, updatedAt, ...row } = note;
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    user,
    contact,
    ticket: ticket && { ...ticket, createdAt: ticket.createdAt.toISOString() },
  };
}
