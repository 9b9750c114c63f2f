import { anyone, isAdmin } from '@/core/policy.ts';

export const canReadConnections = anyone;
/** Spec part 1 §6: connection actions, and add, edit and delete. */
export const canManageConnections = isAdmin;
