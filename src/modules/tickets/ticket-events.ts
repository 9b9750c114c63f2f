import { ticketEvents } from '@db/tenant/schema/index.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { TicketEventType } from './tickets.schema.ts';

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
  const [row] = await tx.db
    .insert(ticketEvents)
    .values({ ticketId, type, userId, data, createdAt: tx.now() })
    .returning({ id: ticketEvents.id });
  if (row) tx.emit('ticket.event', { eventId: row.id, ticketId });
}
