import { tickets } from '@db/tenant/schema/index.ts';
import { and, or, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import {
  canSeeTeam,
  canShowAll,
  inWorkspaceOf,
  visibleTo,
  type WorkColumns,
} from '@/modules/tickets/tickets.policy.ts';
import type { BoardFilter } from './kanban.schema.ts';

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

/** Without their status. Snoozed tickets stay on the board. A `+` before a column keeps SQLite from using its index. */
export function onBoard(scope: Scope, wanted: Wanted, columns: WorkColumns = tickets): SQL | undefined {
  const { queueIds, withoutQueue, userIds } = wanted;
  const isWide = seesWorkOfOthers(scope);
  const inQueue = sql`+${columns.queueId} in ${queueIds}`;
  return and(
    visibleTo(scope.actor, columns),
    isWide ? undefined : inWorkspaceOf(scope.actor, undefined, columns),
    queueIds.length > 0
      ? withoutQueue
        ? or(inQueue, sql`+${columns.queueId} is null`)
        : inQueue
      : undefined,
    userIds.length > 0 && isWide ? sql`+${columns.userId} in ${userIds}` : undefined,
  );
}

/** Cache key: everything the condition depends on, except values bound at each call. */
export function keyOf({ actor }: Scope, wanted: Wanted): string {
  const reader = actor.kind === 'user' && [actor.id, actor.profile, actor.allTicket, actor.queueIds];
  return JSON.stringify([reader, wanted]);
}
