import { tickets } from '@db/tenant/schema/index.ts';
import { and, eq, ne, or, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { recordTicketEvent } from '../history/record-ticket-event.service.ts';

type Came = {
  ticketId: number;
  source: string;
  /** True when an attendance begins with it: recorded in the history even if the source is unchanged. */
  isNew: boolean;
};

export async function setTicketSource(tx: Scope, { ticketId, source, isNew }: Came): Promise<void> {
  const named = await nameSource(tx.db, { ticketId, source, isNew: isNew ? 1 : 0 });
  if (named.length === 0) return;
  await recordTicketEvent(tx, { ticketId, type: 'source', data: { source } });
  tx.emit('ticket.updated', { ticketId });
}

const nameSource = tenantStatement((db) =>
  db
    .update(tickets)
    .set({ source: parameter('source') })
    .where(
      and(
        eq(tickets.id, sql.placeholder('ticketId')),
        or(ne(tickets.source, sql.placeholder('source')), sql`${sql.placeholder('isNew')}`),
      ),
    )
    .returning({ id: tickets.id }),
);
