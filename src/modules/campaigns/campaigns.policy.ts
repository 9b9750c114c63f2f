import { isAdminOrSupervisor } from '@/kernel/policy.ts';

/** Campaigns speak for the whole company. */
export const canManageCampaigns = isAdminOrSupervisor;
