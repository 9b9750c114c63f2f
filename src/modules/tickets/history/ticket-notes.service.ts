import { ticketNotes } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError } from '@/core/errors.ts';
import { makeOnce } from '@/core/idempotency/make-once.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { requireTicket } from '../list/tickets.queries.ts';
import { canChangeNote, canWorkOnTicket } from '../tickets.policy.ts';
import type { NoteInput } from '../tickets.schema.ts';
import type { NoteView } from '../tickets.views.ts';
import { getNote, getShownNote } from './ticket-notes.queries.ts';

/** Notes are never sent. Idempotent by `clientId`. Throws ERR_NO_TICKET_FOUND, InvalidInput on `form`. */
export async function addNote(scope: Scope, input: NoteInput): Promise<NoteView> {
  const { clientId, ...request } = input;
  return scope.write(async (tx) => {
    const ticket = await requireTicket(tx, input.ticketId);
    requireCan(tx, canWorkOnTicket, ticket);
    if (ticket.contactId !== input.contactId) throw new AppError('ERR_NO_CONTACT_FOUND');
    const { id } = await makeOnce(tx, { what: 'note', clientId, request }, async () => {
      const userId = tx.actor.kind === 'user' ? tx.actor.id : null;
      const row = await tx.db
        .insert(ticketNotes)
        .values({ ...request, userId, createdAt: tx.now(), updatedAt: tx.now() })
        .returning({ id: ticketNotes.id })
        .then(insertedRow);
      tx.emit('note.created', { noteId: row.id, ticketId: ticket.id });
      return row.id;
    });
    return getNote(tx, id);
  });
}

/** Throws ERR_NO_NOTE_FOUND, ERR_NO_PERMISSION. */
export async function updateNote(
  scope: Scope,
  { noteId, note }: { noteId: number; note: string },
): Promise<NoteView> {
  return scope.write(async (tx) => {
    const before = await getShownNote(tx, { noteId });
    requireCan(tx, canChangeNote, before);
    await changeText(tx.db, { noteId, note, now: tx.now() });
    if (before.ticketId !== null) tx.emit('note.updated', { noteId, ticketId: before.ticketId });
    return getNote(tx, noteId);
  });
}

const changeText = tenantStatement((db) =>
  db
    .update(ticketNotes)
    .set({ note: parameter('note'), updatedAt: parameter('now') })
    .where(eq(ticketNotes.id, sql.placeholder('noteId'))),
);

export async function deleteNote(scope: Scope, { noteId }: { noteId: number }): Promise<void> {
  await scope.write(async (tx) => {
    const note = await getNote(tx, noteId);
    if (note.ticketId !== null) await requireTicket(tx, note.ticketId);
    requireCan(tx, canChangeNote, note);
    await tx.db.delete(ticketNotes).where(eq(ticketNotes.id, noteId));
    tx.emit('note.deleted', { noteId, contactId: note.contactId, ticketId: note.ticketId });
  });
}
