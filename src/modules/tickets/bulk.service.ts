import { tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import type { Scope } from '@/kernel/scope.ts';
import { markTicketRead, markTicketUnread } from './read.service.ts';
import { addTags, listTagIds, replaceTags } from './ticket-tags.service.ts';
import { canSeeTicket } from './tickets.policy.ts';
import { findOpenTicket, requireTicket, type TicketRow } from './tickets.queries.ts';
import type { BulkInput, BulkResult } from './tickets.schema.ts';
import { patchTicket, placeOf } from './tickets.service.ts';

type Standing = Pick<TicketRow, 'status' | 'userId' | 'queueId'>;

/** How a ticket stood before, and how the action left it: what one undo needs to put it back. */
type Before = Standing & Pick<TicketRow, 'id' | 'unreadMessages'> & { tagIds: number[]; left: Standing };

declare module '@/kernel/undo.ts' {
  interface UndoKinds {
    'tickets.bulk': Before[];
  }
}

/**
 * One action on many tickets, in one transaction. What cannot be done for one ticket (not his, taken by
 * somebody else) is skipped with its code and costs the others nothing.
 */
export function changeMany(scope: Scope, input: BulkInput): Promise<BulkResult> {
  return scope.write(async (tx) => {
    const before: Before[] = [];
    const skipped: BulkResult['skipped'] = [];
    for (const id of new Set(input.ids)) {
      try {
        const ticket = await requireTicket(tx, id);
        const tagIds = await listTagIds(tx, id);
        await changeOne(tx, ticket, input);
        const { unreadMessages } = ticket;
        before.push({ id, unreadMessages, tagIds, ...placeOf(ticket), left: await placeNow(tx, id) });
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        skipped.push({ id, error: error.code });
      }
    }
    const undo = before.length > 0 ? await tx.kernel.undo.offer(tx, 'tickets.bulk', before) : null;
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

/** To a person (and his queue), or into a queue where it waits. */
function assignment(ticket: TicketRow, { userId, queueId }: Extract<BulkInput, { action: 'assign' }>) {
  // Naming the queue makes it a transfer: who has it now is not told that somebody was faster.
  const queue = { queueId: queueId ?? ticket.queueId };
  if (userId == null) return { ...queue, status: 'pending' as const, userId: null };
  return { ...queue, status: 'open' as const, userId };
}

/**
 * Puts tickets back as they stood. One that somebody has moved since, that has got a rival, or that the person could
 * no longer see where it stood, stays as it is. Throws ERR_UNDO_GONE when that is true of all.
 */
export async function undoBulk(tx: Scope, before: Before[]): Promise<number> {
  let done = 0;
  for (const { id, tagIds, left, ...standing } of before) {
    const ticket = await tx.db.query.tickets.findFirst({ where: eq(tickets.id, id) });
    if (!ticket || !isAt(ticket, left) || !canSeeTicket(tx.actor, standing)) continue;
    if (await hasRival(tx, ticket, standing.status)) continue;
    await tx.db.update(tickets).set(standing).where(eq(tickets.id, id));
    await replaceTags(tx, id, tagIds);
    tx.emit('ticket.updated', {
      ticketId: id,
      before: placeOf(ticket),
    });
    done += 1;
  }
  if (done === 0) throw new AppError('ERR_UNDO_GONE');
  return done;
}

async function hasRival(tx: Scope, ticket: TicketRow, status: TicketRow['status']): Promise<boolean> {
  if (status === 'closed' || ticket.status !== 'closed' || ticket.connectionId === null) return false;
  return (await findOpenTicket(tx, ticket.contactId, ticket.connectionId)) !== undefined;
}

async function placeNow(tx: Scope, id: number): Promise<Standing> {
  const row = await tx.db.query.tickets.findFirst({ where: eq(tickets.id, id) });
  if (!row) throw new AppError('ERR_NO_TICKET_FOUND');
  return placeOf(row);
}

function isAt({ status, userId, queueId }: TicketRow, place: Standing): boolean {
  return status === place.status && userId === place.userId && queueId === place.queueId;
}
