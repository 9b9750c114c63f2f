import { tickets } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { given, tenantStatement } from '@/kernel/db/statement.ts';
import type { Scope } from '@/kernel/scope.ts';

/** Where the customer came from, by the newest link that they followed. Joins the transaction. */
export async function setTicketSource(
  tx: Scope,
  { ticketId, source }: { ticketId: number; source: string },
): Promise<void> {
  await nameSource(tx.db, { ticketId, source });
  tx.emit('ticket.updated', { ticketId });
}

const nameSource = tenantStatement((db) =>
  db
    .update(tickets)
    .set({ source: given('source') })
    .where(eq(tickets.id, sql.placeholder('ticketId'))),
);
