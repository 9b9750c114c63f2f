import { isAdmin } from '@/kernel/policy.ts';

export const canErase = isAdmin;
