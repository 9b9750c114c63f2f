import { isAdmin } from '@/core/policy.ts';

export const canSeeBilling = isAdmin;
