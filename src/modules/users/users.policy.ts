import { isAdmin, isSuper, type Rule } from '@/kernel/policy.ts';

export type Work = { userId: number | null; queueId: number | null };

/** Spec part 1 §6: administrators see all; others their queues', their own, and with `allTicket` those of no queue. */
export const canSeeWork: Rule<Work> = (actor, { userId, queueId }) => {
  if (isAdmin(actor) || actor.kind === 'system') return true;
  if (userId === actor.id) return true;
  return queueId === null ? actor.allTicket : actor.queueIds.includes(queueId);
};

export const canReadUser: Rule<{ id: number }> = (actor, user) => isAdmin(actor) || isSelf(actor, user);

export const isSelf: Rule<{ id: number }> = (actor, { id }) => actor.kind === 'user' && actor.id === id;

/** Who may change a person's password may act as them: a company's administrators not as the platform's. */
export const canManageUser: Rule<{ super: boolean }> = (actor, user) =>
  isAdmin(actor) && (!user.super || isSuper(actor));
