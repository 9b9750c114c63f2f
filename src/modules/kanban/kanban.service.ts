import type { Scope } from '@/kernel/scope.ts';
import { changeLane } from '@/modules/tickets/work/ticket-tags.service.ts';
import { type CardMove, OPEN_LANE } from './kanban.schema.ts';

/** Throws as `changeLane`. */
export async function moveCard(
  scope: Scope,
  { ticketId, from, to }: CardMove & { ticketId: number },
): Promise<void> {
  await changeLane(scope, { ticketId, from: tagOf(from), to: tagOf(to) });
}

const tagOf = (lane: number): number | null => (lane === OPEN_LANE ? null : lane);
