import { users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { auditChange } from '@/core/audit/audit-rows.ts';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { requireUserRow, type UserRow } from './users.queries.ts';

/** For users authenticated otherwise. Ends all their sessions. Throws ERR_NO_USER_FOUND, also for disabled ones. */
export async function setOwnPassword(
  scope: Scope,
  { userId, passwordHash, name }: { userId: number; passwordHash: string; name?: string },
): Promise<UserRow> {
  const user = await requireUserRow(scope, userId);
  if (user.disabledAt) throw new AppError('ERR_NO_USER_FOUND');
  await scope.write(async (tx) => {
    const { companyId, onBehalfOf = { id: userId, companyId, name: user.name } } = tx;
    const audited = await auditChange({ ...tx, onBehalfOf }, 'user.passwordChanged', users, userId);
    await tx.db.update(users).set({ passwordHash, name, updatedAt: tx.now() }).where(eq(users.id, userId));
    await audited();
    tx.emit('user.updated', { userId });
  });
  await scope.kernel.steps.take(scope, 'user.signedOut', { userId });
  return user;
}
