export { anyone as canReadPrompts, isAdmin as canManagePrompts } from '@/core/policy.ts';
