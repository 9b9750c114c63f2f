import { tickets, ticketTags } from '@db/tenant/schema/index.ts';
import { and, eq, exists, gt, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { addDays, zonedTime } from '@/core/zoned-time.ts';
import { canSeeTeam, canShowAll, inWorkspaceOf, onTeamOf, visibleTo } from '../tickets.policy.ts';
import type { TicketFilter } from '../tickets.schema.ts';

export const NO_FILTER: TicketFilter = {
  pageNumber: 1,
  showAll: false,
  withUnreadMessages: false,
  snoozed: false,
  noQueue: false,
  team: false,
  queueIds: [],
  whatsappIds: [],
  tags: [],
  users: [],
};

/** A `+` before a column keeps its index unused: a list is read in its own order. */
export function whereOf(scope: Scope, filter: TicketFilter): SQL | undefined {
  const { actor } = scope;
  const isWide = filter.status === 'closed' || isSearch(filter);
  const isTeam = filter.team && filter.status === 'open' && canSeeTeam(actor);
  const showsAll = isWide || (filter.showAll && canShowAll(actor));
  return and(
    visibleTo(actor),
    showsAll ? undefined : isTeam ? onTeamOf(actor) : inWorkspaceOf(actor, filter.status),
    filter.status ? eq(tickets.status, filter.status) : undefined,
    snoozedCondition(filter, isWide),
    filter.status === 'closed' ? sql`+${tickets.isSilent} = 0` : undefined,
    filter.noQueue ? sql`+${tickets.queueId} is null` : undefined,
    filter.queueIds.length > 0
      ? or(sql`+${tickets.queueId} in ${filter.queueIds}`, sql`+${tickets.queueId} is null`)
      : undefined,
    filter.whatsappIds.length > 0 ? sql`+${tickets.connectionId} in ${filter.whatsappIds}` : undefined,
    filter.users.length > 0 && canShowAll(actor) ? sql`+${tickets.userId} in ${filter.users}` : undefined,
    filter.withUnreadMessages ? gt(tickets.unreadMessages, 0) : undefined,
    filter.source ? sql`${tickets.source} = ${filter.source} and ${tickets.source} <> ''` : undefined,
    filter.date ? onDay(scope, tickets.createdAt, filter.date) : undefined,
    filter.updatedAt ? onDay(scope, tickets.updatedAt, filter.updatedAt) : undefined,
    ...filter.tags.map((tagId) => hasTag(scope, tagId)),
  );
}

function isSearch({ searchParam, source, status, snoozed, tags, users }: TicketFilter): boolean {
  return Boolean(searchParam || source) || (!status && !snoozed && tags.length + users.length > 0);
}

function hasTag(scope: Scope, tagId: number): SQL {
  const link = and(eq(ticketTags.ticketId, tickets.id), eq(ticketTags.tagId, tagId));
  return exists(scope.db.select({ one: sql`1` }).from(ticketTags).where(link));
}

function snoozedCondition(filter: TicketFilter, isWide: boolean): SQL | undefined {
  if (filter.snoozed) return isNotNull(tickets.snoozedUntil);
  return isWide ? undefined : sql`+${tickets.snoozedUntil} is null`;
}

function onDay(
  scope: Scope,
  column: typeof tickets.createdAt | typeof tickets.updatedAt,
  day: string,
): SQL | undefined {
  const [start, end] = [day, addDays(day, 1)].map((at) => zonedTime(at, '00:00', scope.timeZone).getTime());
  return and(sql`${column} >= ${start}`, sql`${column} < ${end}`);
}
