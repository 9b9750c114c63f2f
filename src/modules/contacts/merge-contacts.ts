import {
  contactFields,
  contactIdentities,
  contacts,
  messages,
  ticketEvents,
  ticketNotes,
  tickets,
  ticketTrackings,
} from '@db/tenant/schema/index.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Scope } from '@/kernel/scope.ts';
import { isBareAddress } from './contact-name.ts';

/**
 * Two contacts turned out to be one person: everything of `drop` goes to `keep`, nothing is lost.
 * Where both have an open ticket on one connection, the conversations become one.
 */
export async function mergeContacts(
  tx: Scope,
  { keep, drop }: { keep: number; drop: number },
): Promise<void> {
  await joinTickets(tx, keep, drop);
  await moveMessages(tx, keep, drop);
  await tx.db.update(contactIdentities).set({ contactId: keep }).where(eq(contactIdentities.contactId, drop));
  await tx.db.update(contactFields).set({ contactId: keep }).where(eq(contactFields.contactId, drop));
  await tx.db.update(ticketNotes).set({ contactId: keep }).where(eq(ticketNotes.contactId, drop));
  await keepChosenName(tx, keep, drop);
  await tx.db.delete(contacts).where(eq(contacts.id, drop));
  tx.emit('contact.merged', { contactId: keep, droppedId: drop });
}

async function joinTickets(tx: Scope, keep: number, drop: number): Promise<void> {
  const moving = await tx.db.query.tickets.findMany({ where: eq(tickets.contactId, drop) });
  for (const ticket of moving) {
    const rival =
      ticket.status === 'closed' || ticket.connectionId === null
        ? undefined
        : await tx.db.query.tickets.findFirst({
            where: and(
              eq(tickets.contactId, keep),
              eq(tickets.connectionId, ticket.connectionId),
              ne(tickets.status, 'closed'),
            ),
          });
    if (!rival) {
      await tx.db.update(tickets).set({ contactId: keep }).where(eq(tickets.id, ticket.id));
      tx.emit('ticket.updated', { ticketId: ticket.id });
      continue;
    }
    const isNewer = (ticket.lastMessageId ?? 0) > (rival.lastMessageId ?? 0);
    await tx.db.update(messages).set({ ticketId: rival.id }).where(eq(messages.ticketId, ticket.id));
    await tx.db.update(ticketNotes).set({ ticketId: rival.id }).where(eq(ticketNotes.ticketId, ticket.id));
    await tx.db.update(ticketEvents).set({ ticketId: rival.id }).where(eq(ticketEvents.ticketId, ticket.id));
    await tx.db.run(
      sql`UPDATE OR IGNORE ticket_tags SET ticket_id = ${rival.id} WHERE ticket_id = ${ticket.id}`,
    );
    await tx.db
      .update(ticketTrackings)
      .set({
        ticketId: rival.id,
        finishedAt: sql`coalesce(${ticketTrackings.finishedAt}, ${tx.now().getTime()})`,
      })
      .where(eq(ticketTrackings.ticketId, ticket.id));
    await tx.db
      .update(tickets)
      .set({
        unreadMessages: rival.unreadMessages + ticket.unreadMessages,
        userId: rival.userId ?? ticket.userId,
        queueId: rival.queueId ?? ticket.queueId,
        waitingSince: earlier(rival.waitingSince, ticket.waitingSince),
        status: rival.status === 'open' || ticket.status === 'open' ? 'open' : 'pending',
        ...(isNewer && {
          lastMessage: ticket.lastMessage,
          lastMessageId: ticket.lastMessageId,
          fromMe: ticket.fromMe,
          updatedAt: ticket.updatedAt,
        }),
      })
      .where(eq(tickets.id, rival.id));
    await tx.db.delete(tickets).where(eq(tickets.id, ticket.id));
    tx.emit('ticket.deleted', { ticketId: ticket.id, ...placeOf(ticket) });
    tx.emit('ticket.updated', { ticketId: rival.id, before: placeOf(rival) });
  }
}

function earlier(one: Date | null, other: Date | null): Date | null {
  return one && other ? new Date(Math.min(one.getTime(), other.getTime())) : (one ?? other);
}

function placeOf({ status, userId, queueId }: typeof tickets.$inferSelect) {
  return { status, userId, queueId };
}

async function moveMessages(tx: Scope, keep: number, drop: number): Promise<void> {
  const author = { from: String(drop), to: String(keep) };
  await dropCopies(tx, keep, drop);
  await tx.db.update(messages).set({ chatId: keep }).where(eq(messages.chatId, drop));
  await tx.db.run(
    sql`UPDATE OR IGNORE messages SET author = ${author.to} WHERE contact_id = ${drop} AND author = ${author.from}`,
  );
  await tx.db.update(messages).set({ contactId: keep }).where(eq(messages.contactId, drop));
  await tx.db.run(
    sql`UPDATE OR REPLACE message_reactions SET author = ${author.to} WHERE author = ${author.from}`,
  );
}

/** A message that reached us under both addresses is one message: the one that could be read stays. */
async function dropCopies(tx: Scope, keep: number, drop: number): Promise<void> {
  const kept = alias(messages, 'kept');
  const author = sql`CASE ${messages.author} WHEN ${String(drop)} THEN ${String(keep)} ELSE ${messages.author} END`;
  const isSame = and(
    eq(kept.chatId, keep),
    eq(kept.connectionId, messages.connectionId),
    eq(kept.wid, messages.wid),
    eq(kept.author, author),
  );
  const pairs = await tx.db
    .select({ id: messages.id, isStub: messages.isStub, keptId: kept.id, keptIsStub: kept.isStub })
    .from(messages)
    .innerJoin(kept, isSame)
    .where(eq(messages.chatId, drop));
  for (const { id, isStub, keptId, keptIsStub } of pairs) {
    const [stays, goes] = keptIsStub && !isStub ? [id, keptId] : [keptId, id];
    await tx.db.update(messages).set({ quotedMsgId: stays }).where(eq(messages.quotedMsgId, goes));
    await tx.db.update(tickets).set({ lastMessageId: stays }).where(eq(tickets.lastMessageId, goes));
    await tx.db.run(
      sql`UPDATE OR IGNORE message_reactions SET message_id = ${stays} WHERE message_id = ${goes}`,
    );
    await tx.db.delete(messages).where(eq(messages.id, goes));
  }
}

async function keepChosenName(tx: Scope, keep: number, drop: number): Promise<void> {
  const [kept, dropped] = await Promise.all([
    tx.db.query.contacts.findFirst({ where: eq(contacts.id, keep) }),
    tx.db.query.contacts.findFirst({ where: eq(contacts.id, drop) }),
  ]);
  if (!kept || !dropped) return;
  const isBetter = isBareAddress(kept.name) && !isBareAddress(dropped.name);
  const takesName = kept.nameIsProvisional && (!dropped.nameIsProvisional || isBetter);
  const change = {
    ...(takesName && { name: dropped.name, nameIsProvisional: dropped.nameIsProvisional }),
    ...(kept.email === '' && { email: dropped.email }),
    ...(kept.picturePath === '' && { picturePath: dropped.picturePath }),
  };
  if (Object.keys(change).length > 0) await tx.db.update(contacts).set(change).where(eq(contacts.id, keep));
}
