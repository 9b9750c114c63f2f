import { anyone, isAdmin } from '@/kernel/policy.ts';

/** Names and states are needed wherever a ticket or a transfer names a connection. */
export const canReadConnections = anyone;
/** Spec part 1 §6: connection actions, and add, edit and delete. Who may pair a phone sees the code. */
export const canManageConnections = isAdmin;
