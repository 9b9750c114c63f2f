export { isAdmin as canConfigureAssistant } from '@/core/policy.ts';
