import { type OutboxHandler, TryLater } from '@/kernel/outbox.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { StepMap } from '@/kernel/steps.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { findTicketRow, type TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { findTracking, type Tracking, trackRatingAsked } from '@/modules/tickets/work/trackings.ts';
import { sayAutomatic } from '../say-automatic.ts';
import { farewellTexts } from './farewell-texts.queries.ts';

/** Moments in ms. An attendance that was taken back and ended again has another `closedAt`. */
export type Farewell = { ticketId: number; closedAt: number };

declare module '@/kernel/outbox.ts' {
  interface OutboxKinds {
    'ticket.farewell': Farewell;
  }
}

/** Whoever closes may take it back for 8 seconds (islands/toast.ts): what is said cannot be taken back. */
export const FAREWELL_AFTER_MS = 10_000;

/** Only for those whom a person of ours, or a machine, has let go: not by the clock, a merge or an undo, and not in groups. */
export async function planFarewell(
  tx: Scope,
  { before, after, cause }: StepMap['ticket.moved'],
): Promise<void> {
  const isClosing = after.status === 'closed' && before.status !== 'closed';
  const isLetGo = cause ? cause === 'byMachine' : tx.actor.kind === 'user';
  if (!isClosing || !isLetGo || before.isGroup || after.connectionId === null) return;
  if (!(await hasWords(tx, after.connectionId))) return;
  const lane = `farewell:${after.connectionId}:${before.id}`;
  await tx.kernel.outbox.add(tx, lane, 'ticket.farewell', {
    ticketId: before.id,
    closedAt: tx.now().getTime(),
  });
}

async function hasWords(tx: Scope, connectionId: number): Promise<boolean> {
  const { completion } = await farewellTexts(tx, connectionId);
  return completion !== '' || (await getSetting(tx, 'userRating')) === 'enabled';
}

export const sayFarewell: OutboxHandler<'ticket.farewell'> = {
  async run(scope, { payload }) {
    const left = payload.closedAt + FAREWELL_AFTER_MS - scope.now().getTime();
    // More is left only after the clock was set back.
    if (left > 0) throw new TryLater('NOT_YET', { patient: true, inMs: Math.min(left, FAREWELL_AFTER_MS) });
    return (tx) => say(tx, payload);
  },
  async park() {},
};

async function say(tx: Scope, { ticketId, closedAt }: Farewell): Promise<void> {
  const ticket = await findTicketRow(tx, ticketId);
  const tracking = await findTracking(tx, ticketId);
  if (!ticket || ticket.connectionId === null || ticket.status !== 'closed') return;
  if (!tracking || tracking.finishedAt?.getTime() !== closedAt) return;
  const texts = await farewellTexts(tx, ticket.connectionId);
  if (!(await isRated(tx, ticket, tracking)))
    return sayAutomatic(tx, ticket, texts.completion, `auto:completion:${tracking.id}:${closedAt}`);
  await trackRatingAsked(tx, tracking.id);
  await sayAutomatic(tx, ticket, texts.rating, `auto:rating:${tracking.id}:${closedAt}`);
}

async function isRated(
  tx: Scope,
  { isGroup }: TicketRow,
  { userId, ratingAt, rated }: Tracking,
): Promise<boolean> {
  if (isGroup || userId === null || ratingAt !== null || rated) return false;
  return (await getSetting(tx, 'userRating')) === 'enabled';
}
