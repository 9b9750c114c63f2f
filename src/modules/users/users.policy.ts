import { isAdmin, type Rule } from '@/kernel/policy.ts';

/** Who holds a piece of work, and the queue it is in. */
export type Work = { userId: number | null; queueId: number | null };

/**
 * Spec part 1 §6: administrators see all; others what is in their own queues, what is assigned to them, and what is in
 * no queue when `allTicket` allows it.
 */
export const canSeeWork: Rule<Work> = (actor, { userId, queueId }) => {
  if (isAdmin(actor) || actor.kind === 'system') return true;
  if (userId === actor.id) return true;
  return queueId === null ? actor.allTicket : actor.queueIds.includes(queueId);
};

/** With rights and connection; name, e-mail and queues are in the list that everybody reads. */
export const canReadUser: Rule<{ id: number }> = (actor, user) =>
  isAdmin(actor) || (actor.kind === 'user' && actor.id === user.id);
