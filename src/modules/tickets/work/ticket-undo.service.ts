import { tickets, ticketTrackings } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { hasParents } from '@/core/db/raw-rows.ts';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { listAllTags } from '@/modules/tags/tags.queries.ts';
import { undoCreateTag } from '@/modules/tags/tags.service.ts';
import { findUser } from '@/modules/users/users.queries.ts';
import { recordTicketEvent } from '../history/record-ticket-event.service.ts';
import { findOpenTicket, requireTicket, type TicketRow } from '../list/tickets.queries.ts';
import { canSeeTicket } from '../tickets.policy.ts';
import type { TicketPatch } from '../tickets.schema.ts';
import type { TicketDetail } from '../tickets.views.ts';
import { type NamedTag, nameTicketTag } from './name-ticket-tag.service.ts';
import { changeType } from './record-change.service.ts';
import { listTagIds, replaceTags } from './ticket-tags.service.ts';
import { assignmentOf, patchTicket, trackMove } from './tickets.service.ts';
import { findTracking, putBackTracking, type Tracking } from './trackings.service.ts';

/** Times are milliseconds. */
type Assignment = Pick<
  TicketRow,
  | 'status'
  | 'userId'
  | 'queueId'
  | 'connectionId'
  | 'unreadMessages'
  | 'chatbot'
  | 'queueOptionId'
  | 'amountUsedBotQueues'
  | 'bot'
  | 'machine'
  | 'promptId'
  | 'integrationId'
  | 'useIntegration'
  | 'typebotSessionId'
  | 'typebotStatus'
> & {
  updatedAt: number;
  snoozedUntil: number | null;
  waitingSince: number | null;
  answeredAt: number | null;
};

export type Before = {
  id: number;
  was: Assignment;
  left: Assignment;
  tagIds: { was: number[]; left: number[] };
  tracking: Tracking | null;
  trackingLeft?: number | null;
  madeTagIds?: number[];
};

declare module '@/core/undo.ts' {
  interface UndoKinds {
    'tickets.change': Before[];
  }
}

export async function changing(
  tx: Scope,
  ticketId: number,
  change: (ticket: TicketRow) => Promise<unknown>,
): Promise<Before> {
  const ticket = await requireTicket(tx, ticketId);
  const was = await listTagIds(tx, ticketId);
  const tracking = await findTracking(tx, ticketId);
  await change(ticket);
  const left = await tx.db.query.tickets.findFirst({ where: eq(tickets.id, ticketId) });
  if (!left) throw new AppError('ERR_NO_TICKET_FOUND');
  const tagIds = { was, left: await listTagIds(tx, ticketId) };
  const trackingLeft = (await findTracking(tx, ticketId))?.id ?? null;
  const moved = { was: assignmentIn(ticket), left: assignmentIn(left) };
  return { id: ticketId, ...moved, tagIds, tracking, trackingLeft };
}

export function withUndo<T>(
  scope: Scope,
  ticketId: number,
  change: (tx: Scope) => Promise<T>,
  tagsMadeBy: (result: T) => number[] = () => [],
): Promise<{ result: T; undo: string }> {
  return scope.write(async (tx) => {
    const results: T[] = [];
    const before = await changing(tx, ticketId, async () => results.push(await change(tx)));
    const result = results[0] as T;
    const offered = { ...before, madeTagIds: tagsMadeBy(result) };
    return { result, undo: await tx.kernel.undo.offer(tx, 'tickets.change', [offered]) };
  });
}

export async function nameTagWithUndo(
  scope: Scope,
  input: Parameters<typeof nameTicketTag>[1],
): Promise<{ ticket: TicketDetail; undo: string }> {
  const name = (tx: Scope) => nameTicketTag(tx, input);
  const madeTags = ({ madeTagIds }: NamedTag) => madeTagIds;
  const { result, undo } = await withUndo(scope, input.ticketId, name, madeTags);
  return { ticket: result.ticket, undo };
}

export async function patchWithUndo(
  scope: Scope,
  input: TicketPatch & { ticketId: number },
): Promise<{ ticket: TicketDetail; undo: string }> {
  const { result, undo } = await withUndo(scope, input.ticketId, (tx) => patchTicket(tx, input));
  return { ticket: result, undo };
}

/** Skips tickets that were moved since. Throws ERR_UNDO_GONE when none is left. */
export async function undoChange(tx: Scope, all: Before[]): Promise<number> {
  let done = 0;
  for (const before of all) {
    const ticket = await tx.db.query.tickets.findFirst({ where: eq(tickets.id, before.id) });
    if (!ticket || !isAt(ticket, before.left) || !canSeeTicket(tx.actor, before.was)) continue;
    if ((await hasRival(tx, ticket, before.was)) || !(await isStillThere(tx, before))) continue;
    await putBack(tx, ticket, before);
    done += 1;
  }
  if (done === 0) throw new AppError('ERR_UNDO_GONE');
  return done;
}

async function putBack(
  tx: Scope,
  ticket: TicketRow,
  { id, was, left, tagIds, tracking, trackingLeft, madeTagIds = [] }: Before,
): Promise<void> {
  const { updatedAt, snoozedUntil, waitingSince, answeredAt, unreadMessages, ...assignment } = was;
  // A message that arrived since keeps its effect on time, unread count, waiting and a snooze.
  const isAsLeft = ticket.updatedAt.getTime() === left.updatedAt;
  await tx.db
    .update(tickets)
    .set({
      ...assignment,
      snoozedUntil: isAsLeft ? momentOf(snoozedUntil) : null,
      waitingSince:
        timeOf(ticket.waitingSince) === left.waitingSince
          ? momentOf(waitingSince)
          : sinceNow(tx, ticket, was),
      ...(isAsLeft && { updatedAt: new Date(updatedAt) }),
      ...(timeOf(ticket.answeredAt) === left.answeredAt && { answeredAt: momentOf(answeredAt) }),
      ...(ticket.unreadMessages === left.unreadMessages && { unreadMessages }),
      ...(isReadByNewAgent(ticket, was, left) && { unreadMessages: unreadMessages + ticket.unreadMessages }),
    })
    .where(eq(tickets.id, id));
  await putBackTags(tx, id, tagIds);
  for (const tagId of madeTagIds) await undoCreateTag(tx, { tagId });
  const attendance = { ticketId: id, was: tracking, leftId: trackingLeft };
  if (hasMoved(was, left) && !(await putBackTracking(tx, attendance))) await trackMove(tx, ticket, was);
  if (hasLeftLine(was, left)) await recordTicketEvent(tx, { ticketId: id, type: 'undone' });
  tx.emit('ticket.updated', { ticketId: id, before: assignmentOf(ticket), restored: true });
}

/** The conversation opens for its new agent and counts as read; once answered it stays read. */
function isReadByNewAgent(ticket: TicketRow, was: Assignment, left: Assignment): boolean {
  const isReceived = left.status === 'open' && left.userId !== was.userId;
  return (
    isReceived && ticket.unreadMessages < left.unreadMessages && timeOf(ticket.answeredAt) === left.answeredAt
  );
}

function hasMoved(was: Assignment, left: Assignment): boolean {
  return (['status', 'userId', 'queueId', 'connectionId'] as const).some((key) => was[key] !== left[key]);
}

async function putBackTags(tx: Scope, id: number, { was, left }: Before['tagIds']): Promise<void> {
  const taken = was.filter((tagId) => !left.includes(tagId));
  const added = left.filter((tagId) => !was.includes(tagId));
  if (taken.length + added.length === 0) return;
  const alive = taken.length > 0 ? (await listAllTags(tx)).map((tag) => tag.id) : [];
  const current = (await listTagIds(tx, id)).filter((tagId) => !added.includes(tagId));
  await replaceTags(tx, id, [...current, ...taken.filter((tagId) => alive.includes(tagId))]);
}

function sinceNow(tx: Scope, { waitingSince }: TicketRow, { status }: Assignment): Date | null {
  return waitingSince ?? (status === 'pending' ? tx.now() : null);
}

function hasLeftLine(was: Assignment, left: Assignment): boolean {
  const isPutAside = left.snoozedUntil !== null && left.snoozedUntil !== was.snoozedUntil;
  return isPutAside || changeType(was, left) !== undefined;
}

async function isStillThere(tx: Scope, { was, left, tracking }: Before): Promise<boolean> {
  const { status, userId, queueOptionId, integrationId } = was;
  const own = { ...parentsOf(was), queue_option_id: queueOptionId, integration_id: integrationId };
  if (!(await hasParents(tx, tickets, own))) return false;
  if (tracking && hasMoved(was, left) && !(await hasParents(tx, ticketTrackings, parentsOf(tracking))))
    return false;
  return userId === null || status === 'closed' || (await findUser(tx, userId))?.active === true;
}

function parentsOf({ userId, queueId, connectionId }: Pick<Tracking, 'userId' | 'queueId' | 'connectionId'>) {
  return { user_id: userId, queue_id: queueId, connection_id: connectionId };
}

async function hasRival(
  tx: Scope,
  ticket: TicketRow,
  { status, connectionId }: Assignment,
): Promise<boolean> {
  if (status === 'closed' || connectionId === null) return false;
  if (ticket.status !== 'closed' && ticket.connectionId === connectionId) return false;
  return (await findOpenTicket(tx, ticket.contactId, connectionId)) !== undefined;
}

function assignmentIn(ticket: TicketRow): Assignment {
  const { status, userId, queueId, connectionId, unreadMessages, chatbot, queueOptionId } = ticket;
  const { amountUsedBotQueues, bot } = ticket;
  const {
    machine: responder,
    promptId,
    integrationId,
    useIntegration,
    typebotSessionId,
    typebotStatus,
  } = ticket;
  return {
    ...{ status, userId, queueId, connectionId, unreadMessages, chatbot, queueOptionId },
    ...{ amountUsedBotQueues, bot },
    ...{ machine: responder, promptId, integrationId, useIntegration, typebotSessionId, typebotStatus },
    updatedAt: ticket.updatedAt.getTime(),
    snoozedUntil: timeOf(ticket.snoozedUntil),
    waitingSince: timeOf(ticket.waitingSince),
    answeredAt: timeOf(ticket.answeredAt),
  };
}

const timeOf = (moment: Date | null) => moment?.getTime() ?? null;
const momentOf = (time: number | null) => (time === null ? null : new Date(time));

function isAt({ status, userId, queueId }: TicketRow, assignment: Assignment): boolean {
  return status === assignment.status && userId === assignment.userId && queueId === assignment.queueId;
}
