import { anyone, isAdmin } from '@/kernel/policy.ts';

export const canReadQueues = anyone;
export const canManageQueues = isAdmin;
