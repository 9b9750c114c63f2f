import { anyone, isAdmin, isAdminOrSupervisor, type Rule } from '@/core/policy.ts';
import { canSeeWork, type Work } from '@/modules/users/users.policy.ts';

export const canReadContacts = anyone;
export const canChangeContacts = anyone;
/** A new number redirects the next answer to another phone, a block silences the customer. */
export const canRedirectContact: Rule<Work[]> = (actor, goingOn) =>
  isAdminOrSupervisor(actor) || goingOn.every((work) => canSeeWork(actor, work));
/** Spec part 1 §6, contacts-page:deleteContact. */
export const canDeleteContact = isAdmin;
/** A sheet may contain more than the address book shows. */
export const canReadImport: Rule<{ userId: number }> = (actor, { userId }) =>
  isAdmin(actor) || (actor.kind === 'user' && actor.id === userId);
export const canMergeContacts = isAdminOrSupervisor;
