import { tickets } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import { asSystem, type Scope } from '@/core/scope.ts';
import { requireActiveUser } from '@/modules/users/users.queries.ts';
import { findOpenTicket, getTicket, requireTicket, type TicketRow } from '../list/tickets.queries.ts';
import { AFTER_A_MOVE, SILENCE_AFTER_A_MOVE } from '../list/waiting-since.logic.ts';
import type { PublishedAssignment } from '../tickets.events.ts';
import { canWorkOnTicket } from '../tickets.policy.ts';
import type { TicketPatch } from '../tickets.schema.ts';
import type { TicketDetail } from '../tickets.views.ts';
import { assignResponder, requireResponder } from './assign-responder.service.ts';
import { NO_BOT, NO_RESPONDER } from './no-bot.logic.ts';
import {
  type Assignment,
  type AssignmentNames,
  type MoveCause,
  namesOf,
  recordChange,
} from './record-change.service.ts';
import { track, trackTransfer } from './trackings.service.ts';

declare module '@/core/steps.ts' {
  interface StepMap {
    'ticket.moved': { before: TicketRow; after: Assignment; names: AssignmentNames; cause?: MoveCause };
  }
}

/**
 * Spec part 1 §4. A prompt or integration gets the ticket only while it waits: a person or the end takes it away. Throws
 * ERR_TICKET_ALREADY_ACCEPTED { name }, ERR_OTHER_OPEN_TICKET, ERR_NO_*_FOUND.
 */
export async function patchTicket(
  scope: Scope,
  input: TicketPatch & { ticketId: number; cause?: MoveCause },
): Promise<TicketDetail> {
  await scope.write(async (tx) => {
    const ticket = await requireTicket(tx, input.ticketId);
    requireCan(tx, canWorkOnTicket, ticket);
    await requireFirst(tx, ticket, input);
    const responder = await requireResponder(tx, input);
    const next = decide(tx, ticket, input);
    const names = await namesOf(tx, next);
    await requireParties(tx, ticket, next, names);
    await requireOnlyOpenTicket(tx, ticket, next);
    await store(tx, ticket, next);
    await trackMove(tx, ticket, next);
    const { cause } = input;
    await recordChange(tx, ticket.id, { before: ticket, after: next, to: names, cause });
    await tx.kernel.steps.take(tx, 'ticket.moved', { before: ticket, after: next, names, cause });
    if (responder && next.status === 'pending') await assignResponder(tx, ticket.id, responder);
    tx.emit('ticket.updated', { ticketId: ticket.id, before: assignmentOf(ticket) });
  });
  return seenAfter(scope, input.ticketId);
}

function decide(tx: Scope, ticket: TicketRow, patch: TicketPatch): Assignment {
  const status = patch.status ?? statusAfterTransfer(ticket, patch);
  const userId = patch.userId === undefined ? ticket.userId : patch.userId;
  return {
    status,
    userId: status === 'pending' ? null : status === 'open' ? (userId ?? selfOf(tx)) : userId,
    queueId: patch.queueId === undefined ? ticket.queueId : patch.queueId,
    connectionId: patch.whatsappId == null ? ticket.connectionId : patch.whatsappId,
  };
}

/** Spec part 1 §4: a transfer to a queue without a person waits there. */
function statusAfterTransfer(ticket: TicketRow, patch: TicketPatch): TicketRow['status'] {
  const isTransfer = patch.queueId != null && patch.queueId !== ticket.queueId;
  return isTransfer && patch.userId == null && ticket.status !== 'closed' ? 'pending' : ticket.status;
}

function selfOf(tx: Scope): number | null {
  return tx.actor.kind === 'user' ? tx.actor.id : null;
}

/** A second "open" is an acceptance that came too late. */
async function requireFirst(tx: Scope, ticket: TicketRow, patch: TicketPatch): Promise<void> {
  const isAcceptance =
    patch.status === 'open' && patch.queueId === undefined && patch.whatsappId === undefined;
  const wanted = patch.userId ?? selfOf(tx);
  if (!isAcceptance || ticket.status !== 'open' || ticket.userId === null || ticket.userId === wanted) return;
  const { user } = await namesOf(tx, ticket);
  throw new AppError('ERR_TICKET_ALREADY_ACCEPTED', { name: user ?? '' });
}

async function requireParties(
  tx: Scope,
  ticket: TicketRow,
  next: Assignment,
  names: AssignmentNames,
): Promise<void> {
  const isUnknown = (key: 'queueId' | 'connectionId', name: string | null) =>
    name === null && next[key] !== null && next[key] !== ticket[key];
  const { userId } = next;
  if (userId !== null && userId !== ticket.userId && userId !== selfOf(tx))
    await requireActiveUser(tx, userId);
  if (isUnknown('queueId', names.queue)) throw new AppError('ERR_NO_QUEUE_FOUND');
  if (isUnknown('connectionId', names.connection)) throw new AppError('ERR_NO_WAPP_FOUND');
}

/** The unique index would refuse it too, but without a readable error. */
async function requireOnlyOpenTicket(tx: Scope, ticket: TicketRow, next: Assignment): Promise<void> {
  const returns = ticket.status === 'closed' || next.connectionId !== ticket.connectionId;
  if (next.status === 'closed' || !returns || next.connectionId === null) return;
  const other = await findOpenTicket(tx, ticket.contactId, next.connectionId);
  if (other) throw new AppError('ERR_OTHER_OPEN_TICKET');
}

async function store(tx: Scope, ticket: TicketRow, next: Assignment): Promise<void> {
  const isClosing = next.status === 'closed' && ticket.status !== 'closed';
  const isMoved = (['status', 'userId', 'queueId'] as const).some((key) => ticket[key] !== next[key]);
  const snoozedUntil = isMoved ? null : ticket.snoozedUntil;
  const values = { ...next, snoozedUntil, id: ticket.id, now: tx.now() };
  await (isClosing ? closeTicket : moveTicket)(tx.db, values);
}

export async function trackMove(tx: Scope, ticket: TicketRow, next: Assignment): Promise<void> {
  const isInOtherQueue = ticket.queueId !== next.queueId;
  const isQueued = next.status === 'pending' && isInOtherQueue;
  if (ticket.status !== next.status || ticket.userId !== next.userId || isQueued)
    await track(tx, { ...next, id: ticket.id });
  else if (isInOtherQueue || ticket.connectionId !== next.connectionId)
    await trackTransfer(tx, { ...next, id: ticket.id });
}

const MOVED = {
  status: parameter('status'),
  userId: parameter('userId'),
  queueId: parameter('queueId'),
  connectionId: parameter('connectionId'),
  ...NO_RESPONDER,
  chatbot: false,
  queueOptionId: null,
  isSilent: false,
  snoozedUntil: parameter('snoozedUntil'),
  waitingSince: AFTER_A_MOVE,
  answeredAt: SILENCE_AFTER_A_MOVE,
  updatedAt: parameter('now'),
};
const isIt = eq(tickets.id, sql.placeholder('id'));

const moveTicket = tenantStatement((db) => db.update(tickets).set(MOVED).where(isIt));

const closeTicket = tenantStatement((db) =>
  db
    .update(tickets)
    .set({
      ...MOVED,
      unreadMessages: 0,
      ...NO_BOT,
    })
    .where(isIt),
);

export function assignmentOf({ status, userId, queueId }: PublishedAssignment): PublishedAssignment {
  return { status, userId, queueId };
}

async function seenAfter(scope: Scope, ticketId: number): Promise<TicketDetail> {
  return getTicket(asSystem(scope), ticketId);
}
