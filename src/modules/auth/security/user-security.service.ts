import { audit } from '@/core/audit/audit.ts';
import { AppError } from '@/core/errors.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { isAdmin, requireCan, requireRecentAuthentication, requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { type Factors, getFactors } from '@/modules/factors/factors.queries.ts';
import { dropFactors } from '@/modules/factors/factors.service.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { mailLink } from '@/modules/mail/mail-link.logic.ts';
import { canManageUser } from '@/modules/users/users.policy.ts';
import { requireUserRow, type UserRow } from '@/modules/users/users.queries.ts';
import { countSessions } from '../sessions/own-sessions.service.ts';
import { endSessionsOf } from '../sessions/sessions.service.ts';
import { securityPaths } from './security-paths.schema.ts';

declare module '@/modules/mail/mail.service.ts' {
  interface MailKinds {
    'auth:factorTaken': { by: string; link?: string };
  }
}

export type UserSecurity = { userId: number; name: string; sessions: number; factors: Factors };

/** Throws ERR_NO_PERMISSION, ERR_NO_USER_FOUND. */
export async function getUserSecurity(scope: Scope, { userId }: { userId: number }): Promise<UserSecurity> {
  const { name } = await requireManaged(scope, userId);
  const person = { companyId: scope.companyId, userId };
  const sessions = await countSessions(scope.kernel, person);
  return { userId, name, sessions, factors: await getFactors(scope.kernel, person) };
}

/** Audited. Throws ERR_NO_PERMISSION, ERR_NO_USER_FOUND, ERR_PROOF_REQUIRED. */
export async function signOutUser(scope: Scope, { userId }: { userId: number }): Promise<void> {
  const { name } = await requireManaged(scope, userId);
  requireRecentAuthentication(scope);
  await audit(scope, { what: 'user.signedOut', on: { id: userId, name } });
  await endSessionsOf(scope, { userId });
}

/** Removes all factors, ends sessions. Throws ERR_NO_PERMISSION, ERR_NO_USER_FOUND, ERR_PROOF_REQUIRED. */
export async function takeFactors(scope: Scope, { userId }: { userId: number }): Promise<void> {
  const { name, email, language: text } = await requireManaged(scope, userId);
  // One's own factor is switched off with a code of it, not with a password alone.
  if (requireUser(scope).id === userId) throw new AppError('ERR_NO_PERMISSION');
  requireRecentAuthentication(scope);
  const { kernel, companyId } = scope;
  const language = text ?? (await getCompany(kernel, companyId)).language;
  await platformOf(scope).write(async (tx) => {
    await dropFactors(tx, { companyId, userId });
    await postMail(tx, {
      kind: 'auth:factorTaken',
      key: `factor-taken:${kernel.ids.uuid()}`,
      recipient: email,
      language,
      companyId,
      values: { by: requireUser(scope).name, ...mailLink(kernel, securityPaths.page()) },
    });
    await audit(scope, { what: 'user.factorsTaken', on: { id: userId, name } });
  });
  await endSessionsOf(scope, { userId });
}

async function requireManaged(scope: Scope, userId: number): Promise<UserRow> {
  requireCan(scope, isAdmin);
  const user = await requireUserRow(scope, userId);
  requireCan(scope, canManageUser, user);
  return user;
}
