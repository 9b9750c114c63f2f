import { anyone } from '@/kernel/policy.ts';

/** The address book is the company's: whoever works there reads it. */
export const canReadContacts = anyone;
