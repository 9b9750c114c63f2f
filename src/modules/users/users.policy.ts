import { isAdmin, isSuper, type Rule } from '@/core/policy.ts';

export type Work = { userId: number | null; queueId: number | null };

/** Spec part 1 §6: administrators see all; others their queues', own, by `allTicket` unqueued ones. */
export const canSeeWork: Rule<Work> = (actor, { userId, queueId }) => {
  if (isAdmin(actor) || actor.kind === 'system') return true;
  if (userId === actor.id) return true;
  return queueId === null ? actor.allTicket : actor.queueIds.includes(queueId);
};

export const canReadUser: Rule<{ id: number }> = (actor, user) => isAdmin(actor) || isSelf(actor, user);

export const isSelf: Rule<{ id: number }> = (actor, { id }) => actor.kind === 'user' && actor.id === id;

/** A password change allows acting as the user: company must not become platform administrators. */
export const canManageUser: Rule<{ super: boolean }> = (actor, user) =>
  isAdmin(actor) && (!user.super || isSuper(actor));
