import { anyone, isAdmin, isAdminOrSupervisor } from '@/kernel/policy.ts';

/** The address book is the company's: whoever works there reads it, and keeps it. */
export const canReadContacts = anyone;
export const canChangeContacts = anyone;
/** Spec part 1 §6, contacts-page:deleteContact. */
export const canDeleteContact = isAdmin;
/** Joins conversations that may belong to several agents. */
export const canMergeContacts = isAdminOrSupervisor;
