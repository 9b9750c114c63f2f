import { tickets } from '@db/tenant/schema/index.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { assignmentOf } from './tickets.service.ts';

/** The customer gets the menu anew. Open tickets stay visible to those who see tickets without a queue; closed ones lose theirs by foreign key. */
export async function leaveQueue(tx: Scope, { queueId }: StepMap['queue.deleting']): Promise<void> {
  const leaving = await ticketsOf(tx.db, { queueId });
  await takeOut(tx.db, { queueId });
  for (const ticket of leaving)
    tx.emit('ticket.updated', { ticketId: ticket.id, before: assignmentOf(ticket) });
}

const inQueue = and(eq(tickets.queueId, sql.placeholder('queueId')), ne(tickets.status, 'closed'));
const ticketsOf = tenantStatement((db) => db.select().from(tickets).where(inQueue));
const takeOut = tenantStatement((db) =>
  db
    .update(tickets)
    .set({
      queueId: null,
      chatbot: false,
      queueOptionId: null,
      bot: sql`json_remove(${tickets.bot}, '$.menuAt')`,
    })
    .where(inQueue),
);
