import { users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { AppError, InvalidInput } from '@/kernel/errors.ts';
import { platformOf } from '@/kernel/platform-scope.ts';
import { requireUser } from '@/kernel/policy.ts';
import type { Kernel, Scope } from '@/kernel/scope.ts';
import { createThrottle, type Throttle } from '@/kernel/throttle.ts';
import { moveLogin } from '@/modules/users/logins.service.ts';
import { changePerson } from '@/modules/users/people.service.ts';
import type { ProfileInput } from '@/modules/users/users.schema.ts';
import { checkPassword } from './auth.service.ts';
import { hashPassword, isCommonPassword } from './passwords.ts';
import { endOtherSessions } from './sessions.service.ts';

type UserRow = typeof users.$inferSelect;

/**
 * Throws InvalidInput on `currentPassword`, `password` and `email` (taken, or changed too often:
 * docs/decisions/0010).
 */
export async function updateProfile(scope: Scope, input: ProfileInput): Promise<void> {
  const actor = requireUser(scope);
  const user = await scope.db.query.users.findFirst({ where: eq(users.id, actor.id) });
  if (!user) throw new AppError('ERR_NO_USER_FOUND');
  if (input.password !== '' || input.email !== user.email) await requirePassword(scope, input, user);
  if (isCommonPassword(input.password))
    throw new InvalidInput({ password: 'errors:ERR_PASSWORD_TOO_COMMON' });
  if (input.email !== user.email) {
    countMove(scope, actor.id);
    await signInWith(scope, actor.id, input.email);
  }
  const passwordHash = input.password === '' ? user.passwordHash : await hashPassword(input.password);
  await changePerson(scope, { userId: actor.id, name: input.name, email: input.email, passwordHash });
  if (input.password !== '') await endOtherSessions(scope.kernel, actor);
}

async function requirePassword(scope: Scope, input: ProfileInput, user: UserRow): Promise<void> {
  if (input.currentPassword === '') throw new InvalidInput({ currentPassword: 'validation:required' });
  await checkPassword(scope.kernel, user.email, input.currentPassword, user.passwordHash).catch((error) => {
    if (!(error instanceof AppError) || error.code !== 'ERR_INVALID_CREDENTIALS') throw error;
    throw new InvalidInput({ currentPassword: 'errors:ERR_INVALID_CREDENTIALS' });
  });
}

/** A change of e-mail tells whether another company knows it: successful ones count, too. */
const MOVES = { tries: 5, perSeconds: 86_400 };

declare module '@/kernel/scope.ts' {
  interface Services {
    emailMoves: Throttle;
  }
}
export const createEmailMoves = ({ ticks }: Kernel) => createThrottle(ticks, MOVES);

function countMove({ kernel, companyId }: Scope, userId: number): void {
  try {
    kernel.services.emailMoves.take(`${companyId} ${userId}`);
  } catch {
    throw new InvalidInput({ email: 'auth:profile.emailTooOften' });
  }
}

async function signInWith(scope: Scope, userId: number, email: string): Promise<void> {
  await moveLogin(platformOf(scope), { email, companyId: scope.companyId, userId }).catch((error) => {
    if (!(error instanceof AppError) || error.code !== 'ERR_EMAIL_TAKEN') throw error;
    throw new InvalidInput({ email: 'auth:profile.emailUnusable' });
  });
}
