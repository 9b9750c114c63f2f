import type { Rule } from '@/core/policy.ts';

export const canManageChat: Rule<{ ownerId: number | null }> = (actor, { ownerId }) =>
  actor.kind === 'system' || actor.id === ownerId;
