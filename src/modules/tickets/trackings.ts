import { ticketTrackings } from '@db/tenant/schema/index.ts';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import type { TicketRow } from './tickets.queries.ts';
import type { TicketStatus } from './tickets.schema.ts';

/** Writes down when an attendance waited, began and ended; a new one begins after the last has ended. */
export async function track(
  tx: Scope,
  ticket: Pick<TicketRow, 'id' | 'connectionId'>,
  status: TicketStatus,
  userId: number | null,
): Promise<void> {
  const open = await tx.db.query.ticketTrackings.findFirst({
    where: and(eq(ticketTrackings.ticketId, ticket.id), isNull(ticketTrackings.finishedAt)),
    orderBy: desc(ticketTrackings.id),
  });
  const values = momentsOf(tx.now(), status, userId);
  if (open) {
    await tx.db
      .update(ticketTrackings)
      .set({ ...values, updatedAt: tx.now() })
      .where(eq(ticketTrackings.id, open.id));
    return;
  }
  if (status === 'closed') return;
  await tx.db
    .insert(ticketTrackings)
    .values({ ticketId: ticket.id, connectionId: ticket.connectionId, queuedAt: tx.now(), ...values });
}

function momentsOf(now: Date, status: TicketStatus, userId: number | null) {
  switch (status) {
    case 'pending':
      return { queuedAt: now, startedAt: null, userId: null };
    case 'open':
      return { startedAt: now, ratingAt: null, rated: false, userId };
    case 'closed':
      return { finishedAt: now, userId };
  }
}
