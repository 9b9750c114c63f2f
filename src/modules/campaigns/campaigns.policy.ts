import { isAdminOrSupervisor } from '@/core/policy.ts';

/** Campaigns speak for the whole company. */
export const canManageCampaigns = isAdminOrSupervisor;
