import { isAdmin } from '@/core/policy.ts';

export const canErase = isAdmin;
