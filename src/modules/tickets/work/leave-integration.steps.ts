import { tickets } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { assignmentOf } from './tickets.service.ts';

export async function leaveIntegration(
  tx: Scope,
  { integrationId }: StepMap['integration.deleting'],
): Promise<void> {
  for (const ticket of await takeOut(tx.db, { integrationId }))
    if (ticket.status !== 'closed')
      tx.emit('ticket.updated', { ticketId: ticket.id, before: assignmentOf(ticket) });
}

const takeOut = tenantStatement((db) =>
  db
    .update(tickets)
    .set({ integrationId: null, useIntegration: false, typebotSessionId: null, typebotStatus: false })
    .where(eq(tickets.integrationId, sql.placeholder('integrationId')))
    .returning(),
);
