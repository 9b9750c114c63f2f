import { anyone, isAdmin } from '@/core/policy.ts';

export const canReadQueues = anyone;
export const canManageQueues = isAdmin;
