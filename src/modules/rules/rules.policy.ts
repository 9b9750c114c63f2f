import { isAdmin } from '@/core/policy.ts';

export const canManageRules = isAdmin;
