import { anyone, isAdminOrSupervisor } from '@/core/policy.ts';

export const canReadTags = anyone;
export const canCreateTag = anyone;
export const canChangeTag = isAdminOrSupervisor;
/** Spec part 1 §6. */
export const canToggleKanban = isAdminOrSupervisor;
