import { anyone, isAdmin } from '@/kernel/policy.ts';

/** Tickets go to any queue, so that everybody knows all of them. */
export const canReadQueues = anyone;
export const canManageQueues = isAdmin;
