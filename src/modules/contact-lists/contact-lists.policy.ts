import { isAdminOrSupervisor } from '@/kernel/policy.ts';

/** A list is made to write to everybody in it: for administrators and supervisors, reading included. */
export const canManageLists = isAdminOrSupervisor;

/** Of every call and page about lists. */
export const LISTS_DOOR = { access: 'supervisor', plan: 'useCampaigns' } as const;
