import { isAdmin, isAdminOrSupervisor, type Rule } from '@/core/policy.ts';

export type QuickMessageFacts = { userId: number | null; isGeneral: boolean };

export const isOnListOf: Rule<QuickMessageFacts> = (actor, { userId, isGeneral }) =>
  isGeneral || actor.kind === 'system' || actor.id === userId;

export const canReadQuickMessage: Rule<QuickMessageFacts> = (actor, quickMessage) =>
  isOnListOf(actor, quickMessage) || isAdminOrSupervisor(actor);

export const canChangeQuickMessage: Rule<QuickMessageFacts> = (actor, quickMessage) =>
  isAdminOrSupervisor(actor) || (!quickMessage.isGeneral && isOnListOf(actor, quickMessage));

export const canMakeGeneral: Rule = isAdmin;
