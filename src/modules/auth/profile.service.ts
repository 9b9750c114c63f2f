import { logins } from '@db/platform/schema/index.ts';
import { users } from '@db/tenant/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import { AppError, InvalidInput } from '@/kernel/errors.ts';
import { perKernel } from '@/kernel/per-kernel.ts';
import { requireUser } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { createThrottle } from '@/kernel/throttle.ts';
import type { ProfileInput } from '@/modules/users/users.schema.ts';
import { checkPassword } from './auth.service.ts';
import { hashPassword, isCommonPassword } from './passwords.ts';
import { endOtherSessions } from './sessions.service.ts';

type UserRow = typeof users.$inferSelect;

/**
 * People change their own name, e-mail and password. Throws InvalidInput on `currentPassword` (wrong or
 * missing where it is needed), `password` (common) and `email` (taken, or too often today: decision 0010). A new
 * password ends other sessions.
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
    await moveLogin(scope, actor.id, input.email);
  }
  const passwordHash = input.password === '' ? user.passwordHash : await hashPassword(input.password);
  await scope.write(async (tx) => {
    const change = { name: input.name, email: input.email, passwordHash, updatedAt: tx.now() };
    await tx.db.update(users).set(change).where(eq(users.id, actor.id));
    tx.emit('user.updated', { userId: actor.id });
  });
  if (input.password !== '') await endOtherSessions(scope.kernel, actor);
}

async function requirePassword(scope: Scope, input: ProfileInput, user: UserRow): Promise<void> {
  if (input.currentPassword === '') throw new InvalidInput({ currentPassword: 'validation:required' });
  await checkPassword(scope.kernel, user.email, input.currentPassword, user.passwordHash).catch((error) => {
    if (!(error instanceof AppError) || error.code !== 'ERR_INVALID_CREDENTIALS') throw error;
    throw new InvalidInput({ currentPassword: 'errors:ERR_INVALID_CREDENTIALS' });
  });
}

/** Whether another company knows an e-mail can be asked this often and no more; moves that succeed count, too. */
const MOVES = { tries: 5, perSeconds: 86_400 };
const movesOf = perKernel(({ ticks }) => createThrottle(ticks, MOVES));

function countMove({ kernel, companyId }: Scope, userId: number): void {
  try {
    movesOf(kernel).take(`${companyId} ${userId}`);
  } catch {
    throw new InvalidInput({ email: 'auth:profile.emailTooOften' });
  }
}

/** The platform first: an e-mail signs in at one company only. */
async function moveLogin(scope: Scope, userId: number, email: string): Promise<void> {
  await scope.kernel.platform.write(async (tx) => {
    const holder = await tx.query.logins.findFirst({ where: eq(logins.email, email) });
    const isMine = holder?.companyId === scope.companyId && holder.userId === userId;
    if (holder && !isMine) throw new InvalidInput({ email: 'auth:profile.emailUnusable' });
    await tx.delete(logins).where(and(eq(logins.companyId, scope.companyId), eq(logins.userId, userId)));
    await tx.insert(logins).values({ email, companyId: scope.companyId, userId });
  });
}
