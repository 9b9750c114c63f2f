import { anyone, isAdmin, isAdminOrSupervisor, type Rule } from '@/kernel/policy.ts';

/** The address book is the company's: whoever works there reads it, and keeps it. */
export const canReadContacts = anyone;
export const canChangeContacts = anyone;
/** Spec part 1 §6, contacts-page:deleteContact. */
export const canDeleteContact = isAdmin;
/** A sheet may hold more than the address book shows: whoever brought it sees its report, and administrators. */
export const canReadImport: Rule<{ userId: number }> = (actor, { userId }) =>
  isAdmin(actor, undefined) || (actor.kind === 'user' && actor.id === userId);
/** Joins conversations that may belong to several agents. */
export const canMergeContacts = isAdminOrSupervisor;
