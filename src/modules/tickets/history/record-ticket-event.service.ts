import { ticketEvents } from '@db/tenant/schema/index.ts';
import { sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { TicketEventType } from '../tickets.schema.ts';

export type TicketEventNote = {
  ticketId: number;
  type: TicketEventType;
  /** Names are copied: people and queues may be deleted. */
  data?: Record<string, string | number | null>;
};

/** Call in the transaction of the change itself. */
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
