import { isAdmin, requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';

/** Existing clients open the dashboard at `/` for everybody: others than administrators get their own figures. */
export function ownFiguresOf(scope: Scope): number | undefined {
  return isAdmin(scope.actor) ? undefined : requireUser(scope).id;
}
