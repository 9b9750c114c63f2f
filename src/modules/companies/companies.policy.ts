import type { Rule } from '@/core/policy.ts';

export const canReadCompany: Rule<number> = (actor, companyId) =>
  actor.kind === 'system' || actor.super || actor.companyId === companyId;
