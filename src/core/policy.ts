import { AppError } from './errors.ts';
import type { Actor, Scope, UserActor } from './scope.ts';

type Acting = { actor: Actor };

export type Rule<S = void> = (actor: Actor, subject: S) => boolean;

export function requireCan(scope: Acting, rule: Rule): void;
export function requireCan<S>(scope: Acting, rule: Rule<S>, subject: S): void;
export function requireCan(scope: Acting, rule: Rule<never>, subject?: unknown): void {
  if (!rule(scope.actor, subject as never)) throw new AppError('ERR_NO_PERMISSION');
}

export const anyone: Rule = () => true;

export const isAdmin: Rule = (actor) => actor.kind === 'system' || actor.profile === 'admin';

export const isAdminOrSupervisor: Rule = (actor) => actor.kind === 'system' || actor.profile !== 'user';

export const isSuper: Rule = (actor) => actor.kind === 'system' || actor.super;

export function requireSuper(scope: Acting): void {
  if (!isSuper(scope.actor)) throw new AppError('ERR_NO_SUPER');
}

const FRESH_MS = 10 * 60_000;

/** Against unlocked screens and stolen sessions: proof within ten minutes. Throws ERR_PROOF_REQUIRED. */
export function requireRecentAuthentication({ actor, kernel }: Pick<Scope, 'actor' | 'kernel'>): void {
  if (actor.kind === 'system') return;
  // A clock that was set back must not extend the reauthentication.
  const age = kernel.clock().getTime() - (actor.provenAt?.getTime() ?? Number.POSITIVE_INFINITY);
  if (!(age >= 0 && age < FRESH_MS)) throw new AppError('ERR_PROOF_REQUIRED', {}, { isPublic: true });
}

/** Throws the code of what the person must set up first. */
export function requireSetUp({ actor }: Acting): void {
  if (actor.kind === 'user' && actor.mustSetUp)
    throw new AppError(actor.mustSetUp.code, {}, { isPublic: true });
}

/** Throws ERR_NO_PERMISSION when the scope has no person. */
export function requireUser(scope: Acting): UserActor {
  if (scope.actor.kind !== 'user') throw new AppError('ERR_NO_PERMISSION');
  return scope.actor;
}
