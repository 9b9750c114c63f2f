import { tickets } from '@db/tenant/schema/index.ts';
import { and, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Rule } from '@/kernel/policy.ts';
import type { UserActor } from '@/kernel/scope.ts';
import { canSeeTicket, visibleTo } from '@/modules/tickets/tickets.policy.ts';
import { concerns, hearsEveryQueue, hearsWaiting, type NotableTicket } from './notifications.schema.ts';

/** `toldTo` says the same in SQL. */
export const canBeTold: Rule<NotableTicket> = (actor, ticket) =>
  actor.kind === 'user' && canSeeTicket(actor, ticket) && concerns(actor, ticket);

export function toldTo(actor: UserActor, now: Date): SQL | undefined {
  return and(
    visibleTo(actor),
    gt(tickets.unreadMessages, 0),
    hearsWaiting(actor) ? ne(tickets.status, 'closed') : eq(tickets.status, 'open'),
    or(
      eq(tickets.userId, actor.id),
      and(isNull(tickets.userId), or(isNull(tickets.queueId), ofOwnQueues(actor))),
    ),
    or(isNull(tickets.snoozedUntil), lte(tickets.snoozedUntil, now)),
  );
}

function ofOwnQueues(actor: UserActor): SQL {
  if (hearsEveryQueue(actor)) return sql`1`;
  return actor.queueIds.length > 0 ? inArray(tickets.queueId, actor.queueIds) : sql`0`;
}
