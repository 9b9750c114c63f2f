import { messages, ratings } from '@db/tenant/schema/index.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { recordTicketEvent } from '@/modules/tickets/history/record-ticket-event.service.ts';
import type { TicketAtHand } from '@/modules/tickets/open/find-or-create-ticket.service.ts';
import { settleClosed } from '@/modules/tickets/work/last-message.service.ts';
import { findTracking, type Tracking, trackRated } from '@/modules/tickets/work/trackings.service.ts';
import { sendAutomated } from '../send-automated.service.ts';
import { farewellTexts } from './farewell-texts.queries.ts';
import { isThanks } from './thanks.logic.ts';

/** A later number or thanks is a new request. */
const ANSWERED_WITHIN_MS = 24 * 60 * 60_000;

/** An answer to the rating question, or thanks, leaves the ticket closed; anything else begins a conversation. */
export async function holdClosed(
  tx: Scope,
  { ticket, text, answer }: StepMap['ticket.reopening'],
): Promise<void> {
  if (rateIn(text) !== undefined) {
    if (awaitsRating(tx, await findTracking(tx, ticket.id))) answer.staysClosed = true;
  } else if (isThanks(text) && (await isFollowedByNothing(tx, ticket))) answer.staysClosed = true;
}

/** A customer's message in a ticket that has stayed closed. */
export async function afterClosing(tx: Scope, arrived: StepMap['message.arrived']): Promise<void> {
  const { ticket, text } = arrived;
  if (rateIn(text) !== undefined) await rate(tx, arrived);
  else if (isThanks(text)) await settle(tx, ticket.id);
}

async function rate(tx: Scope, { ticket, messageId, text }: StepMap['message.arrived']): Promise<void> {
  const chosen = rateIn(text);
  const tracking = await findTracking(tx, ticket.id);
  if (chosen === undefined || !tracking || !awaitsRating(tx, tracking)) return;
  const { id: trackingId, userId } = tracking;
  const values = { userId, rate: chosen, createdAt: tx.now() };
  await tx.db
    .insert(ratings)
    .values({ ticketId: ticket.id, trackingId, ...values })
    .onConflictDoUpdate({ target: ratings.trackingId, set: values });
  await trackRated(tx, trackingId, chosen);
  await recordTicketEvent(tx, { ticketId: ticket.id, type: 'rated', data: { rate: chosen } });
  if (ticket.connectionId !== null) {
    const { completion } = await farewellTexts(tx, ticket.connectionId);
    await sendAutomated(tx, ticket, completion, `auto:completion:rated:${messageId}`);
  }
  await settle(tx, ticket.id);
}

/** The next closing asks again. */
export async function forgetRating(tx: Scope, { trackingId }: StepMap['attendance.resuming']): Promise<void> {
  await tx.db.delete(ratings).where(eq(ratings.trackingId, trackingId));
}

async function settle(tx: Scope, ticketId: number): Promise<void> {
  await settleClosed(tx, ticketId);
  tx.emit('ticket.updated', { ticketId });
}

function rateIn(received: string): number | undefined {
  return /^[123]$/.test(received.trim()) ? Number(received) : undefined;
}

/** Tolerates moments stored while the clock was wrong. */
function awaitsRating(tx: Scope, tracking: Tracking | null): boolean {
  if (!tracking?.ratingAt || tracking.rated || !tracking.finishedAt) return false;
  return Math.abs(tx.now().getTime() - tracking.ratingAt.getTime()) < ANSWERED_WITHIN_MS;
}

/** Not a group, not late, and we have sent nothing since the closing but its own text: thanks would answer that. */
async function isFollowedByNothing(tx: Scope, { id, isGroup, isSilent }: TicketAtHand): Promise<boolean> {
  const finishedAt = isGroup || isSilent ? null : (await findTracking(tx, id))?.finishedAt;
  if (!finishedAt || Math.abs(tx.now().getTime() - finishedAt.getTime()) >= ANSWERED_WITHIN_MS) return false;
  const [last] = await lastOwnMessage(tx.db, { ticketId: id });
  return !last || last.createdAt <= finishedAt || /^auto:(completion|rating):/.test(last.clientId ?? '');
}

const lastOwnMessage = tenantStatement((db) =>
  db
    .select({ clientId: messages.clientId, createdAt: messages.createdAt })
    .from(messages)
    .where(and(eq(messages.ticketId, sql.placeholder('ticketId')), eq(messages.fromMe, true)))
    .orderBy(desc(messages.id))
    .limit(1),
);
