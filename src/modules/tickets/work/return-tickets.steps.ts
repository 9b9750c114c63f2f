import { tickets } from '@db/tenant/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import { yieldToLoop } from '@/core/clock.ts';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { patchTicket } from './tickets.service.ts';

export async function returnTicketsOf(tx: Scope, { userId }: StepMap['user.deleting']): Promise<void> {
  for (const { id } of await openOf(tx.db, { userId })) {
    await patchTicket(tx, { ticketId: id, status: 'pending' });
    await yieldToLoop();
  }
}

const openOf = tenantStatement((db) =>
  db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.userId, sql.placeholder('userId')), eq(tickets.status, 'open'))),
);
