import { isAdmin } from '@/kernel/policy.ts';

/** Contract: http §0. Everybody sends files of them. */
export const canChangeFileLists = isAdmin;
