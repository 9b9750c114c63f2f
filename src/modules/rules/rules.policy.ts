import { isAdmin } from '@/kernel/policy.ts';

export const canManageRules = isAdmin;
