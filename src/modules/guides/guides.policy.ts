import { isAdminOrSupervisor, isSuper, type Rule } from '@/core/policy.ts';
import type { Guide } from './guides.schema.ts';

/** Supervisors read the owner's guide too, because they run campaigns. */
export const canReadGuide: Rule<Guide> = (actor, guide) => {
  switch (guide) {
    case 'agent':
      return true;
    case 'owner':
      return isAdminOrSupervisor(actor) || isSuper(actor);
    case 'reseller':
    case 'operator':
      return isSuper(actor);
    default:
      return guide satisfies never;
  }
};
