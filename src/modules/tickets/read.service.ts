import { messages, tickets } from '@db/tenant/schema/index.ts';
import { and, desc, eq } from 'drizzle-orm';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { canWorkOnTicket } from './tickets.policy.ts';
import { requireTicket, type TicketRow } from './tickets.queries.ts';

/** The conversation is on somebody's screen: nothing is unread, and the customer may see that he was read. */
export async function markTicketRead(scope: Scope, { ticketId }: { ticketId: number }): Promise<void> {
  const ticket = await requireTicket(scope, ticketId);
  const upTo = await findUnanswered(scope, ticket);
  if (ticket.unreadMessages === 0 && upTo === undefined) return;
  await scope.write(async (tx) => {
    await tx.db.update(tickets).set({ unreadMessages: 0 }).where(eq(tickets.id, ticketId));
    if (upTo !== undefined) {
      await tx.kernel.outbox.add(tx, `read:${ticket.connectionId}`, 'message.read', { ticketId, upTo });
    }
    if (ticket.unreadMessages > 0) tx.emit('ticket.read', { ticketId });
  });
}

/** Puts it back among what is to be read, for everybody; the customer's ticks stay as they are. */
export async function markTicketUnread(scope: Scope, { ticketId }: { ticketId: number }): Promise<void> {
  await scope.write(async (tx) => {
    const ticket = await requireTicket(tx, ticketId);
    requireCan(tx, canWorkOnTicket, ticket);
    if (ticket.unreadMessages > 0) return;
    await tx.db.update(tickets).set({ unreadMessages: 1 }).where(eq(tickets.id, ticketId));
    tx.emit('ticket.updated', { ticketId });
  });
}

/** The newest message the customer may be told was read; whoever peeks at a waiting ticket promises nothing. */
async function findUnanswered(scope: Scope, ticket: TicketRow): Promise<number | undefined> {
  if (ticket.status !== 'open' || ticket.connectionId === null) return undefined;
  const newest = await scope.db.query.messages.findFirst({
    columns: { id: true, read: true },
    where: and(eq(messages.ticketId, ticket.id), eq(messages.fromMe, false)),
    orderBy: desc(messages.id),
  });
  return newest && !newest.read ? newest.id : undefined;
}
