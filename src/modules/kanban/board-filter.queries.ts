import { tickets } from '@db/tenant/schema/index.ts';
import { and, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { canSeeTeam, canShowAll, inWorkspaceOf, visibleTo } from '@/modules/tickets/tickets.policy.ts';
import { type BoardFilter, COLUMN_STATUSES } from './kanban.schema.ts';

export type Wanted = {
  queueIds: number[];
  withoutQueue: boolean;
  userIds: number[];
  isSearch: boolean;
};

export function wantedBy({ queueId, userId, searchParam }: BoardFilter): Wanted {
  return {
    queueIds: queueId ? [queueId] : [],
    withoutQueue: false,
    userIds: userId ? [userId] : [],
    isSearch: Boolean(searchParam),
  };
}

/** Agents see what their lists show: their own tickets, and those waiting in their queues. */
export const seesWorkOfOthers = (scope: Scope): boolean => canShowAll(scope.actor) || canSeeTeam(scope.actor);

/** Snoozed tickets stay on the board. A `+` before a column keeps SQLite from using its index. */
export function onBoard(
  scope: Scope,
  { queueIds, withoutQueue, userIds, isSearch }: Wanted,
): SQL | undefined {
  const isWide = seesWorkOfOthers(scope);
  const inQueue = sql`+${tickets.queueId} in ${queueIds}`;
  return and(
    inArray(tickets.status, [...COLUMN_STATUSES]),
    visibleTo(scope.actor),
    isWide ? undefined : inWorkspaceOf(scope.actor),
    queueIds.length > 0
      ? withoutQueue
        ? or(inQueue, sql`+${tickets.queueId} is null`)
        : inQueue
      : undefined,
    userIds.length > 0 && isWide ? sql`+${tickets.userId} in ${userIds}` : undefined,
    isSearch ? sql`+${tickets.id} in (select value from json_each(${sql.placeholder('found')}))` : undefined,
  );
}

/** Cache key: everything the condition depends on, except values bound at each call. */
export function keyOf({ actor }: Scope, wanted: Wanted): string {
  const reader = actor.kind === 'user' && [actor.id, actor.profile, actor.allTicket, actor.queueIds];
  return JSON.stringify([reader, wanted]);
}
