import { isAdmin, isSuper } from '@/kernel/policy.ts';

export const canReadSecrets = (actor: Parameters<typeof isAdmin>[0]) => isAdmin(actor);

export const canChangeSettings = isAdmin;

export const canChangePlatformSettings = isSuper;
