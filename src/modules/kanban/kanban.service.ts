import type { Scope } from '@/kernel/scope.ts';
import { changeLane } from '@/modules/tickets/work/ticket-tags.service.ts';
import { withUndo } from '@/modules/tickets/work/ticket-undo.ts';
import { type CardMove, OPEN_LANE } from './kanban.schema.ts';

/** Returns the token that takes it back. Throws as `changeLane`. */
export async function moveCard(
  scope: Scope,
  { ticketId, from, to }: CardMove & { ticketId: number },
): Promise<string> {
  const { undo } = await withUndo(scope, ticketId, (tx) =>
    changeLane(tx, { ticketId, from: tagOf(from), to: tagOf(to) }),
  );
  return undo;
}

const tagOf = (lane: number): number | null => (lane === OPEN_LANE ? null : lane);
