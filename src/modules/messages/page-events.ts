import type { Scope } from '@/kernel/scope.ts';
import { listEventsBetween } from '@/modules/tickets/story/ticket-events.queries.ts';
import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import type { MessagesQuery } from './messages.schema.ts';
import type { MessageView } from './messages.views.ts';

/**
 * The lines of a ticket's story that belong into a page of its conversation: from its first message to the one behind
 * its last, so that pages laid side by side miss none. One on the seam comes with both.
 */
export async function listPageEvents(
  scope: Scope,
  ticketId: number,
  { after, before }: MessagesQuery,
  page: { messages: MessageView[]; hasMore: boolean },
): Promise<TicketEventView[]> {
  const first = page.messages[0];
  // Nothing older than the page that was asked for: it is no page, and no story either.
  if (!first && before !== undefined) return [];
  const oldest = page.hasMore && first ? Number(first.id) : null;
  const last = page.messages.at(-1)?.id ?? after;
  return listEventsBetween(scope, {
    ticketId,
    from: after ?? oldest,
    to: last === undefined ? null : Number(last),
  });
}
