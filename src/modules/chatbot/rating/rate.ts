import { ratings } from '@db/tenant/schema/index.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { StepMap } from '@/kernel/steps.ts';
import { recordTicketEvent } from '@/modules/tickets/story/ticket-events.ts';
import { settleClosed } from '@/modules/tickets/work/last-message.ts';
import { findTracking, type Tracking, trackRated } from '@/modules/tickets/work/trackings.ts';
import { sayAutomatic } from '../say-automatic.ts';
import { farewellTexts } from './farewell-texts.queries.ts';

/** A later number is no rating: by then the customer wants something. */
const ANSWERED_WITHIN_MS = 24 * 60 * 60_000;

/** The answer to our question leaves the ticket closed; anything else begins a conversation. */
export async function keepForRating(
  tx: Scope,
  { ticket, said, answer }: StepMap['ticket.reopening'],
): Promise<void> {
  if (rateIn(said) === undefined) return;
  if (awaitsRating(tx, await findTracking(tx, ticket.id))) answer.staysClosed = true;
}

export async function rate(
  tx: Scope,
  { ticket, messageId, text }: StepMap['message.arrived'],
): Promise<void> {
  const given = rateIn(text);
  const tracking = await findTracking(tx, ticket.id);
  if (given === undefined || !tracking || !awaitsRating(tx, tracking)) return;
  const { id: trackingId, userId } = tracking;
  await tx.db
    .insert(ratings)
    .values({ ticketId: ticket.id, trackingId, userId, rate: given, createdAt: tx.now() });
  await trackRated(tx, trackingId, given);
  await recordTicketEvent(tx, { ticketId: ticket.id, type: 'rated', data: { rate: given } });
  if (ticket.connectionId !== null) {
    const { completion } = await farewellTexts(tx, ticket.connectionId);
    await sayAutomatic(tx, ticket, completion, `auto:completion:rated:${messageId}`);
  }
  await settleClosed(tx, ticket.id);
  tx.emit('ticket.updated', { ticketId: ticket.id });
}

function rateIn(said: string): number | undefined {
  return /^[123]$/.test(said.trim()) ? Number(said) : undefined;
}

/** Also of an attendance whose hour a wrong clock wrote down. */
function awaitsRating(tx: Scope, tracking: Tracking | null): boolean {
  if (!tracking?.ratingAt || tracking.rated || !tracking.finishedAt) return false;
  return Math.abs(tx.now().getTime() - tracking.ratingAt.getTime()) < ANSWERED_WITHIN_MS;
}
