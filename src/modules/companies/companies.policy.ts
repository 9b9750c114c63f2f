import type { Rule } from '@/kernel/policy.ts';

export const canReadCompany: Rule<number> = (actor, companyId) =>
  actor.kind === 'system' || actor.super || actor.companyId === companyId;
