export { anyone as canReadPrompts, isAdmin as canManagePrompts } from '@/kernel/policy.ts';
