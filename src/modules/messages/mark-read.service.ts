import { messages, outbox } from '@db/tenant/schema/index.ts';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { isReturning } from '@/modules/connections/session.queries.ts';
import { requireTicket, type TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { canWorkOnTicket } from '@/modules/tickets/tickets.policy.ts';
import { setUnread } from '@/modules/tickets/work/last-message.service.ts';
import { isSelf } from '@/modules/users/users.policy.ts';

export async function markTicketRead(scope: Scope, { ticketId }: { ticketId: number }): Promise<void> {
  await markRead(scope, await requireTicket(scope, ticketId));
}

/** For an open pane, which learns after the server that an undo or a transfer took its ticket away. */
export async function markOwnTicketRead(scope: Scope, { ticketId }: { ticketId: number }): Promise<void> {
  const ticket = await requireTicket(scope, ticketId);
  const { status, userId } = ticket;
  if (status === 'open' && (userId === null || isSelf(scope.actor, { id: userId })))
    await markRead(scope, ticket);
}

async function markRead(scope: Scope, ticket: TicketRow): Promise<void> {
  const { id: ticketId } = ticket;
  const upTo = await findUnconfirmed(scope, ticket);
  if (ticket.unreadMessages === 0 && upTo === undefined) return;
  await scope.write(async (tx) => {
    await setUnread(tx, { ticketId, unread: 0 });
    if (upTo !== undefined) {
      await tx.kernel.outbox.add(tx, queueKeyOf(ticket), 'message.read', { ticketId, upTo });
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

/** Viewing a waiting ticket must not send a read receipt, and viewing a ticket again must not write. */
async function findUnconfirmed(scope: Scope, ticket: TicketRow): Promise<number | undefined> {
  const { id: ticketId, status, connectionId } = ticket;
  if (status !== 'open' || connectionId === null) return undefined;
  const [newest] = await newestReceived(scope.db, { ticketId });
  if (!newest || newest.read) return undefined;
  const upTo = newest.id;
  const [queued] = await queuedReceipt(scope.db, { queueKey: queueKeyOf(ticket), ticketId, upTo });
  return !queued && (await isReturning(scope, connectionId)) ? upTo : undefined;
}

const queueKeyOf = ({ connectionId }: TicketRow) => `read:${connectionId}`;

const newestReceived = tenantStatement((db) =>
  db
    .select({ id: messages.id, read: messages.read })
    .from(messages)
    .where(and(eq(messages.ticketId, sql.placeholder('ticketId')), eq(messages.fromMe, false)))
    .orderBy(desc(messages.id))
    .limit(1),
);

const queuedReceipt = tenantStatement((db) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.parkedAt),
        eq(outbox.queueKey, sql.placeholder('queueKey')),
        sql`${outbox.payload} ->> 'ticketId' = ${sql.placeholder('ticketId')}`,
        sql`${outbox.payload} ->> 'upTo' >= ${sql.placeholder('upTo')}`,
      ),
    )
    .limit(1),
);
