import { isAdminOrSupervisor } from '@/core/policy.ts';

/** Lists exist to message everybody in them: for administrators and supervisors, even to read. */
export const canManageLists = isAdminOrSupervisor;

export const LISTS_GUARD = { access: 'supervisor', feature: 'useCampaigns' } as const;
