import { yieldToLoop } from '@/core/clock.ts';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { markTicketRead, markTicketUnread } from '@/modules/messages/mark-read.service.ts';
import type { TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import type { BulkInput } from '@/modules/tickets/tickets.schema.ts';
import type { BulkResult } from '@/modules/tickets/tickets.views.ts';
import { addTags } from '@/modules/tickets/work/ticket-tags.service.ts';
import { type Before, changing } from '@/modules/tickets/work/ticket-undo.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';

/** Skips tickets that cannot be changed, with their error code; changes the others. */
export function changeMany(scope: Scope, input: BulkInput): Promise<BulkResult> {
  return scope.write(async (tx) => {
    const before: Before[] = [];
    const skipped: BulkResult['skipped'] = [];
    for (const id of new Set(input.ids)) {
      try {
        before.push(await changing(tx, id, (ticket) => changeOne(tx, ticket, input)));
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        skipped.push({ id, error: error.code });
      }
      await yieldToLoop();
    }
    const undo = before.length > 0 ? await tx.kernel.undo.offer(tx, 'tickets.change', before) : null;
    return { done: before.length, skipped, undo };
  });
}

async function changeOne(tx: Scope, ticket: TicketRow, input: BulkInput): Promise<void> {
  const ticketId = ticket.id;
  switch (input.action) {
    case 'close':
      await patchTicket(tx, { ticketId, status: 'closed' });
      return;
    case 'assign':
      await patchTicket(tx, { ticketId, ...assignment(ticket, input) });
      return;
    case 'tag':
      await addTags(tx, ticketId, input.tagIds);
      tx.emit('ticket.updated', { ticketId });
      return;
    case 'read':
      return markTicketRead(tx, { ticketId });
    case 'unread':
      return markTicketUnread(tx, { ticketId });
  }
}

function assignment(ticket: TicketRow, { userId, queueId }: Extract<BulkInput, { action: 'assign' }>) {
  // With a queue it is a transfer: otherwise an assigned ticket would be refused as taken.
  const queue = { queueId: queueId ?? ticket.queueId };
  if (userId == null) return { ...queue, status: 'pending' as const, userId: null };
  return { ...queue, status: 'open' as const, userId };
}
