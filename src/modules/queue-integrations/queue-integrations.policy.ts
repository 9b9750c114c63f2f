import { anyone, isAdmin } from '@/kernel/policy.ts';

/** Existing clients ask for the list on screens of everybody. */
export const canReadIntegrations = anyone;
export const canManageIntegrations = isAdmin;
