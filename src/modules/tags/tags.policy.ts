import { anyone, isAdminOrSupervisor } from '@/core/policy.ts';

export const canReadTags = anyone;
export const canCreateTag = anyone;
export const canChangeTag = isAdminOrSupervisor;
export const canToggleKanban = isAdminOrSupervisor;
