import { contactIdentities, contacts, tickets } from '@db/tenant/schema/index.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { canMergeContacts } from './contacts.policy.ts';
import type { Merged } from './merge.service.ts';
import { type MergeSnapshot, putBack, putMessagesBack, type Raw, readContact } from './merge-snapshot.ts';

/**
 * Two contacts again. Throws ERR_NO_PERMISSION for who may no longer merge, ERR_UNDO_GONE when one of them, or its
 * number, is somebody else's by now.
 */
export async function undoMerge(tx: Scope, { before, after }: Merged): Promise<number> {
  requireCan(tx, canMergeContacts);
  const [keep, drop] = [Number(before.keep.id), Number(before.drop.id)];
  await requireFree(tx, before);
  await putBack(tx, 'contacts', [await keptBefore(tx, before, after.keep)], ['id']);
  await putBack(tx, 'contacts', [before.drop], ['id']);
  const touched = await listTouched(tx, after.tickets);
  await putTicketsBack(tx, before, touched);
  await putBack(tx, 'messages', before.doubles, ['id']);
  await putMessagesBack(tx, before.messages);
  await moveLaterMessages(tx, keep, drop);
  await takeReactionsBack(tx, before);
  const { tickets: rows, ...others } = before.rows;
  for (const [table, list] of Object.entries(others)) await putBack(tx, table, list, KEYS[table] ?? ['id']);
  await takeTagsBack(tx, before);
  for (const id of touched) await showNewest(tx, id);
  tx.emit('contact.created', { contactId: drop });
  tx.emit('contact.updated', { contactId: keep });
  for (const { id } of rows) tx.emit('ticket.updated', { ticketId: Number(id) });
  return 1;
}

const KEYS: Record<string, string[]> = {
  ticket_tags: ['ticket_id', 'tag_id'],
  contact_identities: ['jid'],
  message_reactions: ['message_id', 'author'],
};

async function requireFree(tx: Scope, { keep, drop, rows }: MergeSnapshot): Promise<void> {
  const number = String(drop.number);
  const kept = await tx.db.query.contacts.findFirst({ where: eq(contacts.id, Number(keep.id)) });
  const holder =
    number === '' ? undefined : await tx.db.query.contacts.findFirst({ where: eq(contacts.number, number) });
  const jids = rows.contact_identities.map((row) => String(row.jid));
  const moved = await tx.db.query.contactIdentities.findMany({ where: inArray(contactIdentities.jid, jids) });
  const isTaken = (holder && holder.id !== kept?.id) || moved.some((row) => row.contactId !== kept?.id);
  if (!kept || isTaken) throw new AppError('ERR_UNDO_GONE');
  // The address that the merge has made of its number.
  const made = `${number}@s.whatsapp.net`;
  if (number !== '' && !jids.includes(made))
    await tx.db.delete(contactIdentities).where(eq(contactIdentities.jid, made));
}

/** What the merge gave to the one that stays is taken away; what a person has changed since is left alone. */
async function keptBefore(tx: Scope, { keep }: MergeSnapshot, after: Raw): Promise<Raw> {
  const now = await readContact(tx, Number(keep.id));
  const names = ['number', 'name', 'name_is_provisional', 'email', 'picture_path'];
  const same = names.filter((name) => now[name] === after[name]);
  return { id: keep.id ?? null, ...Object.fromEntries(same.map((name) => [name, keep[name] ?? null])) };
}

/** Tickets in which something has happened since. */
async function listTouched(tx: Scope, left: Merged['after']['tickets']): Promise<Set<number>> {
  const known = new Map(left.map((one) => [one.id, one]));
  const rows = await tx.db.query.tickets.findMany({ where: inArray(tickets.id, [...known.keys()]) });
  const isSame = ({ id, updatedAt, status }: (typeof rows)[number]) =>
    known.get(id)?.updatedAt === updatedAt.getTime() && known.get(id)?.status === status;
  return new Set(rows.filter((row) => !isSame(row)).map((row) => row.id));
}

/** Those that somebody has worked on only change hands. */
async function putTicketsBack(tx: Scope, { rows, drop }: MergeSnapshot, touched: Set<number>): Promise<void> {
  for (const row of rows.tickets) {
    const id = row.id ?? null;
    if (!touched.has(Number(id))) await putBack(tx, 'tickets', [row], ['id']);
    else if (row.contact_id === drop.id)
      await putBack(tx, 'tickets', [{ id, contact_id: drop.id ?? null }], ['id']);
  }
}

/** What was said since in a conversation that goes back goes with it. */
async function moveLaterMessages(tx: Scope, keep: number, drop: number): Promise<void> {
  await tx.db.run(sql`update messages set chat_id = ${drop},
    contact_id = case contact_id when ${keep} then ${drop} else contact_id end,
    author = case author when ${String(keep)} then ${String(drop)} else author end
    where chat_id = ${keep} and ticket_id in (select id from tickets where contact_id = ${drop})`);
}

/** One person's thumb was put under the other's name. */
async function takeReactionsBack(tx: Scope, { rows, keep, drop }: MergeSnapshot): Promise<void> {
  for (const { message_id = null, author } of rows.message_reactions) {
    if (author !== String(drop.id)) continue;
    await tx.db.run(
      sql`delete from message_reactions where message_id = ${message_id} and author = ${String(keep.id)}`,
    );
  }
}

/** Tags that came with the other conversation leave again. */
async function takeTagsBack(tx: Scope, { rows, keep }: MergeSnapshot): Promise<void> {
  const own = rows.tickets.filter((row) => row.contact_id === keep.id).map((row) => Number(row.id));
  const had = new Set(rows.ticket_tags.map((row) => `${row.ticket_id} ${row.tag_id}`));
  const came = rows.ticket_tags.filter((row) => !own.includes(Number(row.ticket_id)));
  for (const id of own) {
    for (const { tag_id = null } of came) {
      if (had.has(`${id} ${tag_id}`)) continue;
      await tx.db.run(sql`delete from ticket_tags where ticket_id = ${id} and tag_id = ${tag_id}`);
    }
  }
}

async function showNewest(tx: Scope, ticketId: number): Promise<void> {
  const newest = sql`from messages where ticket_id = ${ticketId} order by id desc limit 1`;
  await tx.db.run(sql`update tickets set last_message_id = (select id ${newest}),
    last_message = coalesce((select substr(body, 1, 300) ${newest}), ''), from_me = coalesce((select from_me ${newest}), 0)
    where id = ${ticketId}`);
}
