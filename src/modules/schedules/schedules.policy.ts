import { schedules, tickets } from '@db/tenant/schema/index.ts';
import { eq, or, type SQL, sql } from 'drizzle-orm';
import { isAdminOrSupervisor, type Rule } from '@/core/policy.ts';
import type { Actor } from '@/core/scope.ts';
import { visibleTo } from '@/modules/tickets/tickets.policy.ts';
import { canSeeWork, type Work } from '@/modules/users/users.policy.ts';

export type ScheduleFacts = {
  userId: number | null;
  works: Work[];
};

/** Agents read their own, and those to contacts whose conversation they see. `readableBy` is the same rule in SQL. */
export const canReadSchedule: Rule<ScheduleFacts> = (actor, { userId, works }) =>
  canChangeSchedule(actor, { userId }) || works.some((work) => canSeeWork(actor, work));

export const canChangeSchedule: Rule<{ userId: number | null }> = (actor, { userId }) =>
  isAdminOrSupervisor(actor) || (actor.kind === 'user' && actor.id === userId);

export function readableBy(actor: Actor): SQL | undefined {
  if (actor.kind === 'system' || isAdminOrSupervisor(actor)) return undefined;
  const seen = sql`exists (select 1 from ${tickets} where ${tickets.contactId} = ${schedules.contactId} and ${visibleTo(actor)})`;
  return or(eq(schedules.userId, actor.id), seen);
}
