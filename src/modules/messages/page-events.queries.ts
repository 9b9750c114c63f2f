import type { Scope } from '@/core/scope.ts';
import { listEventsBetween } from '@/modules/tickets/history/ticket-events.queries.ts';
import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import type { MessagesQuery } from './messages.schema.ts';
import type { MessageView } from './messages.views.ts';

/** Adjacent pages must miss none: an event on the boundary is in both. */
export async function listPageEvents(
  scope: Scope,
  ticketId: number,
  { after, before }: MessagesQuery,
  page: { messages: MessageView[]; hasMore: boolean },
): Promise<TicketEventView[]> {
  const first = page.messages[0];
  if (!first && before !== undefined) return [];
  const oldest = page.hasMore && first ? Number(first.id) : null;
  const last = page.messages.at(-1)?.id ?? after;
  return listEventsBetween(scope, {
    ticketId,
    from: after ?? oldest,
    to: last === undefined ? null : Number(last),
  });
}
