import { tickets } from '@db/tenant/schema/index.ts';
import { type Column, eq, or, type SQL, sql } from 'drizzle-orm';
import { isAdmin, type Rule } from '@/core/policy.ts';
import type { Actor } from '@/core/scope.ts';
import { canSeeWork, type Work } from '@/modules/users/users.policy.ts';
import type { TicketStatus } from './tickets.schema.ts';

export type TicketFacts = Work;

/** `visibleTo` is the same rule in SQL. */
export const canSeeTicket: Rule<TicketFacts> = canSeeWork;

export const canWorkOnTicket: Rule<TicketFacts> = canSeeTicket;

export const canChangeMessage: Rule<{ ticket: TicketFacts; message: { fromMe: boolean } }> = (
  actor,
  { ticket, message },
) => message.fromMe && canWorkOnTicket(actor, ticket);

export const canShowAll: Rule = isAdmin;

export const canSeeTeam: Rule = (actor) => actor.kind === 'user' && actor.profile === 'supervisor';

/** Tickets without a queue, as in `visibleTo`. */
export const canSeeWithoutQueue: Rule = (actor) =>
  isAdmin(actor) || (actor.kind === 'user' && actor.allTicket);

export const canReadTicketHistory: Rule = isAdmin;

export const canChangeNote: Rule<{ userId: number | null }> = (actor, note) =>
  isAdmin(actor) || (actor.kind === 'user' && actor.id === note.userId);

/** ticket-options:deleteTicket */
export const canDeleteTicket: Rule = isAdmin;

/** Columns of a ticket, or of totals that are grouped by these. */
export type WorkColumns = { [column in 'status' | 'queueId' | 'userId']: Column };

/** `canSeeTicket` in SQL; undefined where nothing is hidden. The `+` keeps a column's index out of the query plan. */
export function visibleTo(actor: Actor, { queueId, userId }: WorkColumns = tickets): SQL | undefined {
  if (actor.kind === 'system' || actor.profile === 'admin') return undefined;
  return or(
    sql`+${userId} = ${actor.id}`,
    actor.queueIds.length > 0 ? sql`+${queueId} in ${actor.queueIds}` : sql`0`,
    actor.allTicket ? sql`+${queueId} is null` : undefined,
  );
}

export function inWorkspaceOf(
  actor: Actor,
  status?: TicketStatus,
  columns: WorkColumns = tickets,
): SQL | undefined {
  if (actor.kind === 'system') return undefined;
  if (status === 'open') return eq(columns.userId, actor.id);
  return or(sql`+${columns.userId} = ${actor.id}`, sql`+${columns.status} = 'pending'`);
}

export function onTeamOf(actor: Actor): SQL | undefined {
  return actor.kind === 'user' ? sql`+${tickets.userId} is not ${actor.id}` : undefined;
}
