import { tickets } from '@db/tenant/schema/index.ts';
import { and, eq, gt, inArray, isNull, lte, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { Rule } from '@/core/policy.ts';
import type { UserActor } from '@/core/scope.ts';
import { IS_WITH_BOT } from '@/modules/tickets/list/with-bot.queries.ts';
import { canSeeTicket, visibleTo } from '@/modules/tickets/tickets.policy.ts';
import { concerns, type NotableTicket, notifiesEveryQueue, notifiesWaiting } from './notifications.schema.ts';

export const canBeNotified: Rule<NotableTicket> = (actor, ticket) =>
  actor.kind === 'user' && canSeeTicket(actor, ticket) && concerns(actor, ticket);

export function notifiedTo(actor: UserActor, now: Date): SQL | undefined {
  return and(
    visibleTo(actor),
    gt(tickets.unreadMessages, 0),
    notifiesWaiting(actor) ? and(ne(tickets.status, 'closed'), not(IS_WITH_BOT)) : eq(tickets.status, 'open'),
    or(
      eq(tickets.userId, actor.id),
      and(isNull(tickets.userId), or(isNull(tickets.queueId), ofOwnQueues(actor))),
    ),
    or(isNull(tickets.snoozedUntil), lte(tickets.snoozedUntil, now)),
  );
}

function ofOwnQueues(actor: UserActor): SQL {
  if (notifiesEveryQueue(actor)) return sql`1`;
  return actor.queueIds.length > 0 ? inArray(tickets.queueId, actor.queueIds) : sql`0`;
}
