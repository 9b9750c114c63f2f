import { contacts, ticketNotes, tickets, users } from '@db/tenant/schema/index.ts';
import { and, count, desc, eq, isNull, or, type SQL } from 'drizzle-orm';
import { cutPage, offsetOf } from '@/core/db/paging.ts';
import { containsAsTyped } from '@/core/db/search.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { requireTicket } from '../list/tickets.queries.ts';
import { visibleTo } from '../tickets.policy.ts';
import { NOTES_PER_PAGE, type NoteFilter } from '../tickets.schema.ts';
import type { NotePage, NoteView } from '../tickets.views.ts';

const MAX_NOTES = 500;

export async function listNotes(
  scope: Scope,
  { ticketId, contactId }: { ticketId: number; contactId: number },
): Promise<NoteView[]> {
  const ticket = await requireTicket(scope, ticketId);
  if (ticket.contactId !== contactId) throw new AppError('ERR_NO_CONTACT_FOUND');
  const rows = await selectNotes(scope.db)
    .where(and(eq(ticketNotes.contactId, contactId), ofVisibleTicket(scope)))
    .orderBy(desc(ticketNotes.id))
    .limit(MAX_NOTES);
  return rows.map(toNoteView);
}

/** Notes about all contacts, the newest first. */
export async function listNotePage(scope: Scope, filter: NoteFilter): Promise<NotePage> {
  const { searchParam: text } = filter;
  const isFound = text ? containsAsTyped(text, ticketNotes.note) : undefined;
  const shown = and(isFound, ofVisibleTicket(scope));
  const rows = await selectNotes(scope.slowDb)
    .where(shown)
    .orderBy(desc(ticketNotes.id))
    .limit(NOTES_PER_PAGE + 1)
    .offset(offsetOf(filter, NOTES_PER_PAGE));
  const page = cutPage(rows, NOTES_PER_PAGE);
  const [total] = await scope.slowDb
    .select({ n: count() })
    .from(ticketNotes)
    .leftJoin(tickets, eq(tickets.id, ticketNotes.ticketId))
    .where(shown);
  return { ticketNotes: page.rows.map(toNoteView), count: total?.n ?? 0, hasMore: page.hasMore };
}

function ofVisibleTicket({ actor }: Scope): SQL | undefined {
  const isVisible = visibleTo(actor);
  return isVisible && or(isNull(ticketNotes.ticketId), isVisible);
}

/** Searches the notes that the reader may see, those of a contact if it is named. Throws ERR_NO_NOTE_FOUND. */
export async function getShownNote(
  scope: Scope,
  { noteId, contactId }: { noteId: number; contactId?: number },
): Promise<NoteView> {
  const ofContact = contactId === undefined ? undefined : eq(ticketNotes.contactId, contactId);
  const isIt = and(eq(ticketNotes.id, noteId), ofContact);
  const [row] = await selectNotes(scope.db).where(and(isIt, ofVisibleTicket(scope)));
  if (!row) throw new AppError('ERR_NO_NOTE_FOUND');
  return toNoteView(row);
}

export async function getNote(scope: Scope, noteId: number): Promise<NoteView> {
  const [row] = await selectNotes(scope.db).where(eq(ticketNotes.id, noteId));
  if (!row) throw new AppError('ERR_NO_NOTE_FOUND');
  return toNoteView(row);
}

function selectNotes(db: TenantReader) {
  return db
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
