import { anyone, isAdminOrSupervisor } from '@/kernel/policy.ts';

/** Agents read tags and make new ones while they work. */
export const canReadTags = anyone;
export const canCreateTag = anyone;
/** A change or deletion touches everybody's tickets. */
export const canChangeTag = isAdminOrSupervisor;
/** Spec part 1 §6: supervisor and admin may toggle kanban on a tag. */
export const canToggleKanban = isAdminOrSupervisor;
