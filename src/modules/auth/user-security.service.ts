import { isAdmin, requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { type Factors, getFactors } from '@/modules/factors/factors.queries.ts';
import { noteAct } from '@/modules/settings/setting-changes.service.ts';
import { canManageUser } from '@/modules/users/users.policy.ts';
import { requireUserRow, type UserRow } from '@/modules/users/users.queries.ts';
import { countSessions } from './own-sessions.ts';
import { endSessionsOf } from './sessions.service.ts';

export type UserSecurity = { userId: number; name: string; sessions: number; factors: Factors };

/** Throws ERR_NO_PERMISSION, ERR_NO_USER_FOUND. */
export async function getUserSecurity(scope: Scope, { userId }: { userId: number }): Promise<UserSecurity> {
  const { name } = await requireManaged(scope, userId);
  const person = { companyId: scope.companyId, userId };
  const sessions = await countSessions(scope.kernel, person);
  return { userId, name, sessions, factors: await getFactors(scope.kernel, person) };
}

/** The history tells who did it. Throws ERR_NO_PERMISSION, ERR_NO_USER_FOUND. */
export async function signOutUser(scope: Scope, { userId }: { userId: number }): Promise<void> {
  const { name } = await requireManaged(scope, userId);
  await endSessionsOf(scope, { userId });
  await scope.write((tx) => noteAct(tx, { key: 'signedOut', about: name }));
}

async function requireManaged(scope: Scope, userId: number): Promise<UserRow> {
  requireCan(scope, isAdmin);
  const user = await requireUserRow(scope, userId);
  requireCan(scope, canManageUser, user);
  return user;
}
