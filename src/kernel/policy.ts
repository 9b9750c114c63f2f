import { AppError } from './errors.ts';
import type { Actor, Scope, UserActor } from './scope.ts';

type Acting = { actor: Actor };

export type Rule<S = void> = (actor: Actor, subject: S) => boolean;

/** Throws ERR_NO_PERMISSION. */
export function requireCan(scope: Acting, rule: Rule): void;
export function requireCan<S>(scope: Acting, rule: Rule<S>, subject: S): void;
export function requireCan(scope: Acting, rule: Rule<never>, subject?: unknown): void {
  if (!rule(scope.actor, subject as never)) throw new AppError('ERR_NO_PERMISSION');
}

export const anyone: Rule = () => true;

export const isAdmin: Rule = (actor) => actor.kind === 'system' || actor.profile === 'admin';

export const isAdminOrSupervisor: Rule = (actor) => actor.kind === 'system' || actor.profile !== 'user';

export const isSuper: Rule = (actor) => actor.kind === 'system' || actor.super;

/** Throws ERR_NO_SUPER. */
export function requireSuper(scope: Acting): void {
  if (!isSuper(scope.actor)) throw new AppError('ERR_NO_SUPER');
}

const FRESH_MS = 10 * 60_000;

/**
 * For acts that nobody may do at a screen that was left open, or with a stolen session: whoever acts has shown in the
 * last ten minutes who they are. Our pages ask them, and go on with what was begun. Throws ERR_PROOF_REQUIRED.
 */
export function requireFreshProof({ actor, kernel }: Pick<Scope, 'actor' | 'kernel'>): void {
  if (actor.kind === 'system') return;
  // A clock that was set back must not make a proof last.
  const age = kernel.clock().getTime() - (actor.provenAt?.getTime() ?? Number.POSITIVE_INFINITY);
  if (!(age >= 0 && age < FRESH_MS)) throw new AppError('ERR_PROOF_REQUIRED', {}, { isSaid: true });
}

/** Before anything else they set one up. Throws ERR_FACTOR_MISSING. */
export function requireFactor({ actor }: Acting): void {
  if (actor.kind === 'user' && actor.lacksFactor)
    throw new AppError('ERR_FACTOR_MISSING', {}, { isSaid: true });
}

/** Throws ERR_NO_PERMISSION when there is no person behind the scope. */
export function requireUser(scope: Acting): UserActor {
  if (scope.actor.kind !== 'user') throw new AppError('ERR_NO_PERMISSION');
  return scope.actor;
}
