import { messages } from '@db/tenant/schema/index.ts';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import type { MessagesQuery, MessageView } from '@/modules/messages/messages.schema.ts';
import { listTicketEvents } from './ticket-events.queries.ts';
import type { TicketEventView } from './tickets.schema.ts';

/**
 * The lines of a ticket's story that belong into a page of its conversation: from its first message to the one behind
 * its last, so that pages laid side by side miss none. One on the seam comes with both.
 */
export async function listPageEvents(
  scope: Scope,
  ticketId: number,
  { after, before }: MessagesQuery,
  page: MessageView[],
): Promise<TicketEventView[]> {
  // Nothing older than the page that was asked for: it is no page, and no story either.
  if (page.length === 0 && before !== undefined) return [];
  const first = page[0] ? Number(page[0].id) : undefined;
  const from = after ?? ((await hasOlder(scope, ticketId, first)) ? first : undefined);
  const last = page.at(-1)?.id ?? after;
  const next = last === undefined ? undefined : await findNext(scope, ticketId, Number(last));
  const start = from === undefined ? null : await momentOf(scope, ticketId, from);
  return listTicketEvents(scope, ticketId, { from: start, to: next ?? null });
}

async function hasOlder(scope: Scope, ticketId: number, first: number | undefined): Promise<boolean> {
  if (first === undefined) return false;
  const [oldest] = await scope.db
    .select({ id: messages.id })
    .from(messages)
    .where(eq(messages.ticketId, ticketId))
    .orderBy(asc(messages.id))
    .limit(1);
  return oldest !== undefined && oldest.id < first;
}

async function findNext(scope: Scope, ticketId: number, id: number): Promise<Date | undefined> {
  const [row] = await scope.db
    .select({ at: messages.createdAt })
    .from(messages)
    .where(and(eq(messages.ticketId, ticketId), gt(messages.id, id)))
    .orderBy(asc(messages.id))
    .limit(1);
  return row?.at;
}

async function momentOf(scope: Scope, ticketId: number, id: number): Promise<Date | null> {
  const [row] = await scope.db
    .select({ at: messages.createdAt })
    .from(messages)
    .where(and(eq(messages.ticketId, ticketId), eq(messages.id, id)));
  return row?.at ?? null;
}
