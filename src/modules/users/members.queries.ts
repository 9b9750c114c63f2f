import { userQueues, users } from '@db/tenant/schema/index.ts';
import { and, eq, exists, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { ChosenId } from '../../schemas/list-filter.schema.ts';

/** People of that queue; `none`: of no queue. */
export function isMember({ db }: Pick<Scope, 'db'>, queueId: ChosenId): SQL | undefined {
  if (queueId === undefined) return undefined;
  const memberships = (of?: SQL) =>
    db
      .select({ one: sql`1` })
      .from(userQueues)
      .where(and(eq(userQueues.userId, users.id), of));
  return queueId === 'none' ? notExists(memberships()) : exists(memberships(eq(userQueues.queueId, queueId)));
}

/** Agents who see no waiting tickets. */
export function isAgentWithoutQueue(scope: Pick<Scope, 'db'>): SQL | undefined {
  const isAgent = and(eq(users.profile, 'user'), eq(users.allTicket, false), isNull(users.disabledAt));
  return and(isAgent, isMember(scope, 'none'));
}

export async function listIdsWithoutQueue(scope: Scope, ids: number[]): Promise<number[]> {
  const rows = await scope.db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isAgentWithoutQueue(scope)));
  return rows.map(({ id }) => id);
}
