import { connections, queues, tickets, users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { recordChange, type Standing } from './change-event.ts';
import { greetOnAccept } from './greeting.ts';
import type { TicketPlace } from './tickets.events.ts';
import { canWorkOnTicket } from './tickets.policy.ts';
import { findOpenTicket, getTicket, requireTicket, type TicketRow } from './tickets.queries.ts';
import type { TicketDetail, TicketPatch } from './tickets.schema.ts';
import { track } from './trackings.ts';
import { announceTransfer } from './transfer-text.ts';

/**
 * Accept, return, resolve, reopen and transfer, as the contract's PUT says them (spec part 1 §4).
 * Throws ERR_TICKET_ALREADY_ACCEPTED { name } when somebody else was first, ERR_OTHER_OPEN_TICKET when the
 * contact has another open ticket on the connection, and ERR_NO_*_FOUND for what does not exist.
 */
export async function patchTicket(
  scope: Scope,
  input: TicketPatch & { ticketId: number },
): Promise<TicketDetail> {
  await scope.write(async (tx) => {
    const ticket = await requireTicket(tx, input.ticketId);
    requireCan(tx, canWorkOnTicket, ticket);
    const next = await decide(tx, ticket, input);
    await requireOnlyOpenTicket(tx, ticket, next);
    await tx.db
      .update(tickets)
      .set(toChange(tx, ticket, next))
      .where(eq(tickets.id, ticket.id));
    if (ticket.status !== next.status || ticket.userId !== next.userId)
      await track(tx, ticket, next.status, next.userId);
    await recordChange(tx, ticket.id, ticket, next);
    await announceTransfer(tx, ticket, next);
    if (ticket.status === 'pending' && next.status === 'open')
      await greetOnAccept(tx, { ...ticket, ...next });
    tx.emit('ticket.updated', { ticketId: ticket.id, before: placeOf(ticket) });
  });
  return seenAfter(scope, input.ticketId);
}

async function decide(tx: Scope, ticket: TicketRow, patch: TicketPatch): Promise<Standing> {
  const status = patch.status ?? statusAfterTransfer(ticket, patch);
  const userId = patch.userId === undefined ? ticket.userId : patch.userId;
  const next: Standing = {
    status,
    userId: status === 'pending' ? null : status === 'open' ? (userId ?? selfOf(tx)) : userId,
    queueId: patch.queueId === undefined ? ticket.queueId : patch.queueId,
    connectionId: patch.whatsappId == null ? ticket.connectionId : patch.whatsappId,
  };
  await requireFirst(tx, ticket, patch);
  await requireParties(tx, ticket, next);
  return next;
}

/** A transfer to a queue without naming a person waits there (spec part 1 §4). */
function statusAfterTransfer(ticket: TicketRow, patch: TicketPatch): TicketRow['status'] {
  const isTransfer = patch.queueId != null && patch.queueId !== ticket.queueId;
  return isTransfer && patch.userId == null && ticket.status !== 'closed' ? 'pending' : ticket.status;
}

function selfOf(tx: Scope): number | null {
  return tx.actor.kind === 'user' ? tx.actor.id : null;
}

/** "open" said of a ticket that is open with somebody else is an acceptance that came too late. */
async function requireFirst(tx: Scope, ticket: TicketRow, patch: TicketPatch): Promise<void> {
  const isAcceptance =
    patch.status === 'open' && patch.queueId === undefined && patch.whatsappId === undefined;
  const wanted = patch.userId ?? selfOf(tx);
  if (!isAcceptance || ticket.status !== 'open' || ticket.userId === null || ticket.userId === wanted) return;
  const holder = await tx.db.query.users.findFirst({ where: eq(users.id, ticket.userId) });
  throw new AppError('ERR_TICKET_ALREADY_ACCEPTED', { name: holder?.name ?? '' });
}

async function requireParties(tx: Scope, ticket: TicketRow, next: Standing): Promise<void> {
  if (next.userId !== null && next.userId !== ticket.userId) {
    if (!(await tx.db.query.users.findFirst({ where: eq(users.id, next.userId) })))
      throw new AppError('ERR_NO_USER_FOUND');
  }
  if (next.queueId !== null && next.queueId !== ticket.queueId) {
    if (!(await tx.db.query.queues.findFirst({ where: eq(queues.id, next.queueId) })))
      throw new AppError('ERR_NO_QUEUE_FOUND');
  }
  if (next.connectionId !== null && next.connectionId !== ticket.connectionId) {
    const known = await tx.db.query.connections.findFirst({ where: eq(connections.id, next.connectionId) });
    if (!known) throw new AppError('ERR_NO_WAPP_FOUND');
  }
}

/** The unique index would refuse it too; this says it in a person's words. */
async function requireOnlyOpenTicket(tx: Scope, ticket: TicketRow, next: Standing): Promise<void> {
  const returns = ticket.status === 'closed' || next.connectionId !== ticket.connectionId;
  if (next.status === 'closed' || !returns || next.connectionId === null) return;
  const other = await findOpenTicket(tx, ticket.contactId, next.connectionId);
  if (other) throw new AppError('ERR_OTHER_OPEN_TICKET');
}

function toChange(tx: Scope, ticket: TicketRow, next: Standing): Partial<TicketRow> {
  const isClosing = next.status === 'closed' && ticket.status !== 'closed';
  return {
    ...next,
    chatbot: false,
    queueOptionId: null,
    updatedAt: tx.now(),
    ...(isClosing && {
      unreadMessages: 0,
      snoozedUntil: null,
      promptId: null,
      integrationId: null,
      useIntegration: false,
      typebotSessionId: null,
      typebotStatus: false,
    }),
  };
}

export function placeOf({ status, userId, queueId }: TicketRow): TicketPlace {
  return { status, userId, queueId };
}

/** A transfer may take the ticket out of the reader's own sight: the answer still shows what became of it. */
async function seenAfter(scope: Scope, ticketId: number): Promise<TicketDetail> {
  return getTicket({ ...scope, actor: { kind: 'system' } }, ticketId);
}
