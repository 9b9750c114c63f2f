import {
  contactFields,
  contactIdentities,
  contacts,
  messageReactions,
  messages,
  tickets,
  ticketTrackings,
} from '@db/tenant/schema/index.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';

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
    await tx.db
      .update(ticketTrackings)
      .set({ ticketId: rival.id })
      .where(eq(ticketTrackings.ticketId, ticket.id));
    await tx.db
      .update(tickets)
      .set({
        unreadMessages: rival.unreadMessages + ticket.unreadMessages,
        userId: rival.userId ?? ticket.userId,
        queueId: rival.queueId ?? ticket.queueId,
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
    tx.emit('ticket.deleted', {
      ticketId: ticket.id,
      status: ticket.status,
      userId: ticket.userId,
      queueId: ticket.queueId,
    });
    tx.emit('ticket.updated', { ticketId: rival.id });
  }
}

/** A message that reached us under both addresses is one message: the second copy goes. */
async function moveMessages(tx: Scope, keep: number, drop: number): Promise<void> {
  const author = { from: String(drop), to: String(keep) };
  await tx.db.run(
    sql`UPDATE OR IGNORE messages SET chat_id = ${keep}, author = CASE author WHEN ${author.from} THEN ${author.to} ELSE author END WHERE chat_id = ${drop}`,
  );
  await tx.db.delete(messages).where(eq(messages.chatId, drop));
  await tx.db.run(sql`UPDATE OR IGNORE messages SET author = ${author.to} WHERE author = ${author.from}`);
  await tx.db.update(messages).set({ contactId: keep }).where(eq(messages.contactId, drop));
  await tx.db.run(
    sql`UPDATE OR REPLACE message_reactions SET author = ${author.to} WHERE author = ${author.from}`,
  );
  await tx.db.delete(messageReactions).where(eq(messageReactions.author, author.from));
}

async function keepChosenName(tx: Scope, keep: number, drop: number): Promise<void> {
  const [kept, dropped] = await Promise.all([
    tx.db.query.contacts.findFirst({ where: eq(contacts.id, keep) }),
    tx.db.query.contacts.findFirst({ where: eq(contacts.id, drop) }),
  ]);
  if (!kept || !dropped) return;
  const takesName = kept.nameIsProvisional && (!dropped.nameIsProvisional || kept.name === kept.number);
  const change = {
    ...(takesName && { name: dropped.name, nameIsProvisional: dropped.nameIsProvisional }),
    ...(kept.email === '' && { email: dropped.email }),
    ...(kept.picturePath === '' && { picturePath: dropped.picturePath }),
  };
  if (Object.keys(change).length > 0) await tx.db.update(contacts).set(change).where(eq(contacts.id, keep));
}
