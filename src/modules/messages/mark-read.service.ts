import { messages } from '@db/tenant/schema/index.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { requireTicket, type TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { canWorkOnTicket } from '@/modules/tickets/tickets.policy.ts';
import { setUnread } from '@/modules/tickets/work/last-message.service.ts';

export async function markTicketRead(scope: Scope, { ticketId }: { ticketId: number }): Promise<void> {
  const ticket = await requireTicket(scope, ticketId);
  const upTo = await findUnanswered(scope, ticket);
  if (ticket.unreadMessages === 0 && upTo === undefined) return;
  await scope.write(async (tx) => {
    await setUnread(tx, { ticketId, unread: 0 });
    if (upTo !== undefined) {
      await tx.kernel.outbox.add(tx, `read:${ticket.connectionId}`, 'message.read', { ticketId, upTo });
    }
    if (ticket.unreadMessages > 0) tx.emit('ticket.read', { ticketId });
  });
}

export async function markTicketUnread(scope: Scope, { ticketId }: { ticketId: number }): Promise<void> {
  await scope.write(async (tx) => {
    const ticket = await requireTicket(tx, ticketId);
    requireCan(tx, canWorkOnTicket, ticket);
    if (ticket.unreadMessages > 0) return;
    await setUnread(tx, { ticketId, unread: 1 });
    tx.emit('ticket.updated', { ticketId });
  });
}

/** Viewing a waiting ticket must not send a read receipt. */
async function findUnanswered(scope: Scope, ticket: TicketRow): Promise<number | undefined> {
  if (ticket.status !== 'open' || ticket.connectionId === null) return undefined;
  const [newest] = await newestReceived(scope.db, { ticketId: ticket.id });
  return newest && !newest.read ? newest.id : undefined;
}

const newestReceived = tenantStatement((db) =>
  db
    .select({ id: messages.id, read: messages.read })
    .from(messages)
    .where(and(eq(messages.ticketId, sql.placeholder('ticketId')), eq(messages.fromMe, false)))
    .orderBy(desc(messages.id))
    .limit(1),
);
