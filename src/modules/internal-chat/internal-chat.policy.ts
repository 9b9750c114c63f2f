import type { Rule } from '@/core/policy.ts';

/** Spec part 2 §6. */
export const canManageChat: Rule<{ ownerId: number | null }> = (actor, { ownerId }) =>
  actor.kind === 'system' || actor.id === ownerId;
