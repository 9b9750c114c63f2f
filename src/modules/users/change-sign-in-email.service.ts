import { AppError, InvalidInput } from '@/core/errors.ts';
import { platformOf } from '@/core/platform-scope.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { moveLogin } from './logins.service.ts';
import { isSelf } from './users.policy.ts';

/** The response reveals whether another company has the e-mail, so free ones count too (docs/decisions/0010). */
const OWN = { tries: 5, perSeconds: 86_400 };
const OF_OTHERS = { tries: 100, perSeconds: 86_400 };

declare module '@/core/scope.ts' {
  interface Services {
    emailMoves: { own: Throttle; ofOthers: Throttle };
  }
}
export const createEmailMoves = ({ ticks }: Kernel) => ({
  own: createThrottle(ticks, OWN),
  ofOthers: createThrottle(ticks, OF_OTHERS),
});

/** Repeatable. Throws InvalidInput on `email`. */
export async function signInBy(
  scope: Scope,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  const isOwn = isSelf(scope.actor, { id: userId });
  count(scope, userId, isOwn);
  await moveLogin(platformOf(scope), { email, companyId: scope.companyId, userId }).catch((error) => {
    if (!(error instanceof AppError) || error.code !== 'ERR_EMAIL_TAKEN') throw error;
    throw new InvalidInput({ email: isOwn ? 'auth:profile.emailUnusable' : 'errors:ERR_EMAIL_TAKEN' });
  });
}

function count({ kernel, companyId }: Scope, userId: number, isOwn: boolean): void {
  const { own, ofOthers } = kernel.services.emailMoves;
  const isLeft = isOwn ? own.tryTake(`${companyId} ${userId}`) : ofOthers.tryTake(String(companyId));
  if (!isLeft)
    throw new InvalidInput({ email: isOwn ? 'auth:profile.emailTooOften' : 'users:emailTooOften' });
}
