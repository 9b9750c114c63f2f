import { isAdmin, isSuper } from '@/kernel/policy.ts';

/** Agents read the settings their screens depend on, never another system's credentials. */
export const canReadSecrets = (actor: Parameters<typeof isAdmin>[0]) => isAdmin(actor);

export const canChangeSettings = isAdmin;

/** The platform's own: who may register, and for how many days without paying. */
export const canChangePlatformSettings = isSuper;
