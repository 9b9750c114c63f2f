import { ratings } from '@db/tenant/schema/index.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { recordTicketEvent } from '@/modules/tickets/history/record-ticket-event.service.ts';
import { settleClosed } from '@/modules/tickets/work/last-message.service.ts';
import { findTracking, type Tracking, trackRated } from '@/modules/tickets/work/trackings.service.ts';
import { sendAutomated } from '../send-automated.service.ts';
import { farewellTexts } from './farewell-texts.queries.ts';

/** A later number is no rating but a new request. */
const ANSWERED_WITHIN_MS = 24 * 60 * 60_000;

/** An answer to the rating question leaves the ticket closed; anything else begins a conversation. */
export async function holdForRating(
  tx: Scope,
  { ticket, text: sentText, answer }: StepMap['ticket.reopening'],
): Promise<void> {
  if (rateIn(sentText) === undefined) return;
  if (awaitsRating(tx, await findTracking(tx, ticket.id))) answer.staysClosed = true;
}

export async function rate(
  tx: Scope,
  { ticket, messageId, text }: StepMap['message.arrived'],
): Promise<void> {
  const options = rateIn(text);
  const tracking = await findTracking(tx, ticket.id);
  if (options === undefined || !tracking || !awaitsRating(tx, tracking)) return;
  const { id: trackingId, userId } = tracking;
  await tx.db
    .insert(ratings)
    .values({ ticketId: ticket.id, trackingId, userId, rate: options, createdAt: tx.now() });
  await trackRated(tx, trackingId, options);
  await recordTicketEvent(tx, { ticketId: ticket.id, type: 'rated', data: { rate: options } });
  if (ticket.connectionId !== null) {
    const { completion } = await farewellTexts(tx, ticket.connectionId);
    await sendAutomated(tx, ticket, completion, `auto:completion:rated:${messageId}`);
  }
  await settleClosed(tx, ticket.id);
  tx.emit('ticket.updated', { ticketId: ticket.id });
}

function rateIn(sentText: string): number | undefined {
  return /^[123]$/.test(sentText.trim()) ? Number(sentText) : undefined;
}

/** Tolerates moments stored while the clock was wrong. */
function awaitsRating(tx: Scope, tracking: Tracking | null): boolean {
  if (!tracking?.ratingAt || tracking.rated || !tracking.finishedAt) return false;
  return Math.abs(tx.now().getTime() - tracking.ratingAt.getTime()) < ANSWERED_WITHIN_MS;
}
