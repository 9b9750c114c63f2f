import { isAdminOrSupervisor } from '@/core/policy.ts';

export const canManageCampaigns = isAdminOrSupervisor;
