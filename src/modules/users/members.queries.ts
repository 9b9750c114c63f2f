import { userQueues, users } from '@db/tenant/schema/index.ts';
import { and, asc, eq, exists, isNull, notExists, type SQL, sql } from 'drizzle-orm';
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

/** They see no waiting tickets. */
export async function listAgentsWithoutQueue(scope: Scope): Promise<{ id: number; name: string }[]> {
  const isAgent = and(eq(users.profile, 'user'), eq(users.allTicket, false), isNull(users.disabledAt));
  return scope.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(isAgent, isMember(scope, 'none')))
    .orderBy(asc(users.id));
}
