import { anyone, isAdmin, isAdminOrSupervisor, type Rule } from '@/kernel/policy.ts';
import { canSeeWork, type Work } from '@/modules/users/users.policy.ts';

/** The address book is the company's: whoever works there reads it, and keeps it. */
export const canReadContacts = anyone;
export const canChangeContacts = anyone;
/**
 * Another number leads the next answer to another phone, a block silences the customer: that is for whoever sees every
 * conversation that is going on.
 */
export const canRedirectContact: Rule<Work[]> = (actor, goingOn) =>
  isAdminOrSupervisor(actor) || goingOn.every((work) => canSeeWork(actor, work));
/** Spec part 1 §6, contacts-page:deleteContact. */
export const canDeleteContact = isAdmin;
/** A sheet may hold more than the address book shows: whoever brought it sees its report, and administrators. */
export const canReadImport: Rule<{ userId: number }> = (actor, { userId }) =>
  isAdmin(actor) || (actor.kind === 'user' && actor.id === userId);
/** Joins conversations that may belong to several agents. */
export const canMergeContacts = isAdminOrSupervisor;
