import { isAdmin, type Rule } from '@/kernel/policy.ts';

/** With rights and connection; name, e-mail and queues are in the list that everybody reads. */
export const canReadUser: Rule<{ id: number }> = (actor, user) =>
  isAdmin(actor, undefined) || (actor.kind === 'user' && actor.id === user.id);
