import { queues } from '@db/tenant/schema/index.ts';
import { asc, inArray, sql } from 'drizzle-orm';
import { isAdmin } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';

export type QueueChoice = { id: number; name: string; color: string };

/** The queues a reader may choose from: his own; for administrators all. */
export async function listQueueChoices(scope: Scope): Promise<QueueChoice[]> {
  const { actor } = scope;
  const isHis =
    isAdmin(actor, undefined) || actor.kind === 'system' ? undefined : inArray(queues.id, actor.queueIds);
  return scope.db
    .select({ id: queues.id, name: queues.name, color: queues.color })
    .from(queues)
    .where(isHis)
    .orderBy(sql`${queues.orderQueue} is null`, asc(queues.orderQueue), asc(queues.name));
}
