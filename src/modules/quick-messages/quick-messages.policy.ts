import { isAdmin, isAdminOrSupervisor, type Rule } from '@/kernel/policy.ts';

export type QuickMessageFacts = { userId: number | null; isGeneral: boolean };

/** On whose list it is: everybody's when it is general, else its owner's. */
export const isOnListOf: Rule<QuickMessageFacts> = (actor, { userId, isGeneral }) =>
  isGeneral || actor.kind === 'system' || actor.id === userId;

/** Whoever may change it may read it first. */
export const canReadQuickMessage: Rule<QuickMessageFacts> = (actor, quickMessage) =>
  isOnListOf(actor, quickMessage) || isAdminOrSupervisor(actor);

/** Spec part 2 §6: supervisors and administrators change any, agents their own that are not general. */
export const canChangeQuickMessage: Rule<QuickMessageFacts> = (actor, quickMessage) =>
  isAdminOrSupervisor(actor) || (!quickMessage.isGeneral && isOnListOf(actor, quickMessage));

/** Spec part 2 §6: only administrators make one general, or stop it from being so. */
export const canMakeGeneral: Rule = isAdmin;
