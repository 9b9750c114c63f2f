import { isAdmin } from '@/kernel/policy.ts';

export const canChangeFileLists = isAdmin;
