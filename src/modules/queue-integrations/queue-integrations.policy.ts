import { anyone, isAdmin } from '@/core/policy.ts';

/** Existing clients request the list on screens of all users. */
export const canReadIntegrations = anyone;
export const canManageIntegrations = isAdmin;
