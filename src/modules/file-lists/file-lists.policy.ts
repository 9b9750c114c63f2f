import { isAdmin } from '@/core/policy.ts';

export const canChangeFileLists = isAdmin;
