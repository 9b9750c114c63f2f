import { connections, queues, tickets } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, ne } from 'drizzle-orm';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canManageIntegrations } from './queue-integrations.policy.ts';
import type { IntegrationUse } from './queue-integrations.views.ts';

export async function findUse(scope: Scope, integrationId: number): Promise<IntegrationUse> {
  requireCan(scope, canManageIntegrations);
  const lines = await scope.db
    .select({ name: connections.name })
    .from(connections)
    .where(eq(connections.integrationId, integrationId))
    .orderBy(asc(connections.name));
  const uses = await scope.db
    .select({ name: queues.name })
    .from(queues)
    .where(eq(queues.integrationId, integrationId))
    .orderBy(asc(queues.name));
  const [talks] = await scope.db
    .select({ n: count() })
    .from(tickets)
    .where(and(eq(tickets.integrationId, integrationId), ne(tickets.status, 'closed')));
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
  return { connections: names(lines), queues: names(uses), tickets: talks?.n ?? 0 };
}
