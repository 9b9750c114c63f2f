export { isAdmin as canConfigureAssistant } from '@/kernel/policy.ts';
