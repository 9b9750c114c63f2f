import { isAdminOrSupervisor } from '@/kernel/policy.ts';

/** Who writes to many at once does it in everybody's name. */
export const canManageCampaigns = isAdminOrSupervisor;
