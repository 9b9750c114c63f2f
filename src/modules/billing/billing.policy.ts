import { isAdmin } from '@/kernel/policy.ts';

export const canSeeBilling = isAdmin;
