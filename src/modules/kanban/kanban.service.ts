import type { Scope } from '@/core/scope.ts';
import { changeColumn } from '@/modules/tickets/work/ticket-tags.service.ts';
import { withUndo } from '@/modules/tickets/work/ticket-undo.service.ts';
import { type CardMove, OPEN_COLUMN } from './kanban.schema.ts';

/** Returns the undo token. Throws as `changeColumn`. */
export async function moveCard(
  scope: Scope,
  { ticketId, from, to }: CardMove & { ticketId: number },
): Promise<string> {
  const { undo } = await withUndo(scope, ticketId, (tx) =>
    changeColumn(tx, { ticketId, from: tagOf(from), to: tagOf(to) }),
  );
  return undo;
}

const tagOf = (column: number): number | null => (column === OPEN_COLUMN ? null : column);
