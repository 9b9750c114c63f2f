import { tickets } from '@db/tenant/schema/index.ts';
import { and, eq, ne, or, sql } from 'drizzle-orm';
import { given, tenantStatement } from '@/kernel/db/statement.ts';
import type { Scope } from '@/kernel/scope.ts';
import { recordTicketEvent } from '../story/ticket-events.ts';

type Came = {
  ticketId: number;
  source: string;
  /** The attendance begins with it: the story tells it, also when the last one came the same way. */
  isNew: boolean;
};

/** Where the customer came from, by the newest link that they followed. Joins the transaction. */
export async function setTicketSource(tx: Scope, { ticketId, source, isNew }: Came): Promise<void> {
  const named = await nameSource(tx.db, { ticketId, source, isNew: isNew ? 1 : 0 });
  if (named.length === 0) return;
  await recordTicketEvent(tx, { ticketId, type: 'source', data: { source } });
  tx.emit('ticket.updated', { ticketId });
}

const nameSource = tenantStatement((db) =>
  db
    .update(tickets)
    .set({ source: given('source') })
    .where(
      and(
        eq(tickets.id, sql.placeholder('ticketId')),
        or(ne(tickets.source, sql.placeholder('source')), sql`${sql.placeholder('isNew')}`),
      ),
    )
    .returning({ id: tickets.id }),
);
