import {
  connectionQueues,
  connections,
  queueOptions,
  queues,
  tickets,
  userQueues,
} from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canManageQueues } from './queues.policy.ts';
import type { QueueUse } from './queues.views.ts';

export async function countUse(scope: Scope, queueId: number): Promise<QueueUse> {
  requireCan(scope, canManageQueues);
  const it = sql`${queueId}`;
  const [use] = await scope.db
    .select({
      tickets: sql<number>`(select count(*) from ${tickets} where ${tickets.queueId} = ${it} and ${tickets.status} <> 'closed')`,
      connections: sql<number>`(select count(*) from ${connections} where ${connections.transferQueueId} = ${it}
        or ${connections.id} in (select ${connectionQueues.connectionId} from ${connectionQueues} where ${connectionQueues.queueId} = ${it}))`,
      people: sql<number>`(select count(*) from ${userQueues} where ${userQueues.queueId} = ${it})`,
      options: sql<number>`(select count(*) from ${queueOptions} where ${queueOptions.queueId} = ${it})`,
    })
    .from(queues)
    .where(eq(queues.id, queueId));
  return use ?? { tickets: 0, connections: 0, people: 0, options: 0 };
}
