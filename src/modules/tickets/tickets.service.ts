import { connections, messages, queues, tickets, users } from '@db/tenant/schema/index.ts';
import { and, desc, eq, isNotNull, ne } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { removeMediaAfter } from '@/modules/messages/remove-media.ts';
import { greetOnAccept } from './greeting.ts';
import type { TicketPlace } from './tickets.events.ts';
import { canDeleteTicket, canWorkOnTicket } from './tickets.policy.ts';
import { getTicket, requireTicket, type TicketRow } from './tickets.queries.ts';
import type { TicketDetail, TicketPatch } from './tickets.schema.ts';
import { track } from './trackings.ts';

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
    if (ticket.status === 'pending' && next.status === 'open')
      await greetOnAccept(tx, { ...ticket, ...next });
    tx.emit('ticket.updated', { ticketId: ticket.id, before: placeOf(ticket) });
  });
  return seenAfter(scope, input.ticketId);
}

/** Everything said in it goes too. Throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION. */
export async function deleteTicket(scope: Scope, { ticketId }: { ticketId: number }): Promise<void> {
  requireCan(scope, canDeleteTicket);
  await scope.write(async (tx) => {
    const ticket = await requireTicket(tx, ticketId);
    const media = await listMediaOf(tx, ticketId);
    await tx.db.delete(tickets).where(eq(tickets.id, ticketId));
    removeMediaAfter(tx, media);
    tx.emit('ticket.deleted', { ticketId, ...placeOf(ticket) });
  });
}

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

async function listMediaOf(tx: Scope, ticketId: number): Promise<string[]> {
  const rows = await tx.db
    .select({ path: messages.mediaPath })
    .from(messages)
    .where(and(eq(messages.ticketId, ticketId), isNotNull(messages.mediaPath)));
  return rows.flatMap((row) => row.path ?? []);
}

type Next = Pick<TicketRow, 'status' | 'userId' | 'queueId' | 'connectionId'>;

async function decide(tx: Scope, ticket: TicketRow, patch: TicketPatch): Promise<Next> {
  const status = patch.status ?? ticket.status;
  const userId = patch.userId === undefined ? ticket.userId : patch.userId;
  const next: Next = {
    status,
    userId: status === 'pending' ? null : status === 'open' ? (userId ?? selfOf(tx)) : userId,
    queueId: patch.queueId === undefined ? ticket.queueId : patch.queueId,
    connectionId: patch.whatsappId == null ? ticket.connectionId : patch.whatsappId,
  };
  await requireFirst(tx, ticket, patch);
  await requireParties(tx, ticket, next);
  return next;
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

async function requireParties(tx: Scope, ticket: TicketRow, next: Next): Promise<void> {
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
async function requireOnlyOpenTicket(tx: Scope, ticket: TicketRow, next: Next): Promise<void> {
  const returns = ticket.status === 'closed' || next.connectionId !== ticket.connectionId;
  if (next.status === 'closed' || !returns || next.connectionId === null) return;
  const other = await tx.db.query.tickets.findFirst({
    where: and(
      eq(tickets.contactId, ticket.contactId),
      eq(tickets.connectionId, next.connectionId),
      ne(tickets.status, 'closed'),
      ne(tickets.id, ticket.id),
    ),
  });
  if (other) throw new AppError('ERR_OTHER_OPEN_TICKET');
}

function toChange(tx: Scope, ticket: TicketRow, next: Next): Partial<TicketRow> {
  const isClosing = next.status === 'closed' && ticket.status !== 'closed';
  return {
    ...next,
    chatbot: false,
    queueOptionId: null,
    updatedAt: tx.now(),
    ...(isClosing && {
      unreadMessages: 0,
      promptId: null,
      integrationId: null,
      useIntegration: false,
      typebotSessionId: null,
      typebotStatus: false,
    }),
  };
}

function placeOf({ status, userId, queueId }: TicketRow): TicketPlace {
  return { status, userId, queueId };
}

/** A transfer may take the ticket out of the reader's own sight: the answer still shows what became of it. */
async function seenAfter(scope: Scope, ticketId: number): Promise<TicketDetail> {
  return getTicket({ ...scope, actor: { kind: 'system' } }, ticketId);
}
