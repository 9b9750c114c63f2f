import { messages, tickets, ticketTrackings } from '@db/tenant/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { type OutboxHandler, TryLater } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { findTicketRow, type TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { findTracking, type Tracking, trackRatingAsked } from '@/modules/tickets/work/trackings.service.ts';
import { sendAutomated } from '../send-automated.service.ts';
import { farewellTexts } from './farewell-texts.queries.ts';

/** Moments in ms. A ticket that was reopened and closed again has another `closedAt`. */
export type Farewell = { ticketId: number; closedAt: number };

declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds {
    'ticket.farewell': Farewell;
  }
}

/** Closing can be undone for 8 seconds (islands/page/toast.ts); a sent message cannot. */
const FAREWELL_AFTER_MS = 10_000;

/** A contact, on whatever connection. */
const ASKED_AGAIN_AFTER_MS = 24 * 60 * 60_000;

/** Only after a person or a responder closed the ticket: not a job, a merge or an undo, and not in groups. */
export async function planFarewell(
  tx: Scope,
  { before, after, cause }: StepMap['ticket.moved'],
): Promise<void> {
  const isClosing = after.status === 'closed' && before.status !== 'closed';
  const isLetGo = cause ? cause === 'byMachine' : tx.actor.kind === 'user';
  if (!isClosing || !isLetGo || before.isGroup || after.connectionId === null) return;
  if (!(await hasText(tx, after.connectionId))) return;
  const queueKey = `farewell:${after.connectionId}:${before.id}`;
  await tx.kernel.outbox.add(tx, queueKey, 'ticket.farewell', {
    ticketId: before.id,
    closedAt: tx.now().getTime(),
  });
}

async function hasText(tx: Scope, connectionId: number): Promise<boolean> {
  const { completion } = await farewellTexts(tx, connectionId);
  return completion !== '' || (await getSetting(tx, 'userRating')) === 'enabled';
}

export const sendFarewell: OutboxHandler<'ticket.farewell'> = {
  async run(scope, { payload }) {
    const left = payload.closedAt + FAREWELL_AFTER_MS - scope.now().getTime();
    // Longer only after the clock was set back.
    if (left > 0) throw new TryLater('NOT_YET', { uncounted: true, inMs: Math.min(left, FAREWELL_AFTER_MS) });
    return (tx) => sendText(tx, payload);
  },
  async park() {},
};

async function sendText(tx: Scope, { ticketId, closedAt }: Farewell): Promise<void> {
  const ticket = await findTicketRow(tx, ticketId);
  const tracking = await findTracking(tx, ticketId);
  if (!ticket || ticket.connectionId === null || ticket.status !== 'closed') return;
  if (!tracking || tracking.finishedAt?.getTime() !== closedAt) return;
  const texts = await farewellTexts(tx, ticket.connectionId);
  if (!(await isRated(tx, ticket, tracking)))
    return sendAutomated(tx, ticket, texts.completion, `auto:completion:${tracking.id}:${closedAt}`);
  await trackRatingAsked(tx, tracking.id);
  await sendAutomated(tx, ticket, texts.rating, `auto:rating:${tracking.id}:${closedAt}`);
}

async function isRated(
  tx: Scope,
  { isGroup, contactId }: TicketRow,
  { userId, ratingAt, rated }: Tracking,
): Promise<boolean> {
  if (isGroup || userId === null || ratingAt !== null || rated) return false;
  return (await getSetting(tx, 'userRating')) === 'enabled' && !(await wasAskedToday(tx, contactId));
}

/** By the sent question: an undone closing keeps no trace in the attendance. */
async function wasAskedToday(tx: Scope, contactId: number): Promise<boolean> {
  const since = new Date(tx.now().getTime() - ASKED_AGAIN_AFTER_MS);
  return (await asked(tx.db, { contactId, since: since.getTime() })).length > 0;
}

const isQuestionOf = sql`${messages.clientId} > 'auto:rating:' || ${ticketTrackings.id} || ':'
  and ${messages.clientId} < 'auto:rating:' || ${ticketTrackings.id} || ';'`;

const asked = tenantStatement((db) =>
  db
    .select({ id: messages.id })
    .from(tickets)
    .innerJoin(ticketTrackings, eq(ticketTrackings.ticketId, tickets.id))
    .innerJoin(messages, isQuestionOf)
    .where(
      and(
        eq(tickets.contactId, sql.placeholder('contactId')),
        sql`${ticketTrackings.updatedAt} > ${sql.placeholder('since')}`,
        sql`${messages.createdAt} > ${sql.placeholder('since')}`,
      ),
    )
    .limit(1),
);
