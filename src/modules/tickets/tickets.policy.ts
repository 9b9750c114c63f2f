import { tickets } from '@db/tenant/schema/index.ts';
import { eq, or, type SQL, sql } from 'drizzle-orm';
import { isAdmin, type Rule } from '@/kernel/policy.ts';
import type { Actor } from '@/kernel/scope.ts';
import { canSeeWork, type Work } from '@/modules/users/users.policy.ts';
import type { TicketStatus } from './tickets.schema.ts';

/** What a decision about a ticket needs to know of it. */
export type TicketFacts = Work;

/** `visibleTo` says the same in SQL. */
export const canSeeTicket: Rule<TicketFacts> = canSeeWork;

/** Everything an agent does in a conversation needs only that he may see it. */
export const canWorkOnTicket: Rule<TicketFacts> = canSeeTicket;

/** Only what we wrote ourselves can be edited or taken back, by whoever may work on its ticket. */
export const canChangeMessage: Rule<{ ticket: TicketFacts; message: { fromMe: boolean } }> = (
  actor,
  { ticket, message },
) => message.fromMe && canWorkOnTicket(actor, ticket);

/** tickets-manager:showall */
export const canShowAll: Rule = isAdmin;

/** The open tickets of the colleagues in their queues, as a list; administrators show all. */
export const canSeeTeam: Rule = (actor) => actor.kind === 'user' && actor.profile === 'supervisor';

/** Who did what, company-wide. */
export const canReadAudit: Rule = isAdmin;

/** Its author, and administrators. */
export const canDeleteNote: Rule<{ userId: number | null }> = (actor, note) =>
  isAdmin(actor) || (actor.kind === 'user' && actor.id === note.userId);

/** ticket-options:deleteTicket */
export const canDeleteTicket: Rule = isAdmin;

/** `canSeeTicket` as a condition; undefined where nothing is hidden. A `+` before a column: whatever it is asked of is not led by its index. */
export function visibleTo(actor: Actor): SQL | undefined {
  if (actor.kind === 'system' || actor.profile === 'admin') return undefined;
  return or(
    sql`+${tickets.userId} = ${actor.id}`,
    actor.queueIds.length > 0 ? sql`+${tickets.queueId} in ${actor.queueIds}` : sql`0`,
    actor.allTicket ? sql`+${tickets.queueId} is null` : undefined,
  );
}

/** A person's desk: his own tickets, and whatever waits. Of the open ones only his own: an index has them in order. */
export function onDeskOf(actor: Actor, status?: TicketStatus): SQL | undefined {
  if (actor.kind === 'system') return undefined;
  if (status === 'open') return eq(tickets.userId, actor.id);
  return or(sql`+${tickets.userId} = ${actor.id}`, sql`+${tickets.status} = 'pending'`);
}

/** Of the open ones everybody's but their own; `visibleTo` says which of them. */
export function onTeamOf(actor: Actor): SQL | undefined {
  return actor.kind === 'user' ? sql`+${tickets.userId} is not ${actor.id}` : undefined;
}
