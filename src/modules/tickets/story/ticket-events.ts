import { ticketEvents } from '@db/tenant/schema/index.ts';
import { sql } from 'drizzle-orm';
import { tenantStatement } from '@/kernel/db/statement.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { TicketEventType } from '../tickets.schema.ts';

export type TicketEventNote = {
  ticketId: number;
  type: TicketEventType;
  /** Names as they are now: people and queues may go, the story stays. */
  data?: Record<string, string | number | null>;
};

/** Writes down what happened to a ticket, in the transaction in which it happens. */
export async function recordTicketEvent(
  tx: Scope,
  { ticketId, type, data = {} }: TicketEventNote,
): Promise<void> {
  const userId = tx.actor.kind === 'user' ? tx.actor.id : null;
  const [row] = await addEvent(tx.db, { ticketId, type, userId, data, createdAt: tx.now() });
  if (row) tx.emit('ticket.event', { eventId: row.id, ticketId });
}

const addEvent = tenantStatement((db) =>
  db
    .insert(ticketEvents)
    .values({
      ticketId: sql.placeholder('ticketId'),
      type: sql.placeholder('type'),
      userId: sql.placeholder('userId'),
      data: sql.placeholder('data'),
      createdAt: sql.placeholder('createdAt'),
    })
    .returning({ id: ticketEvents.id }),
);
