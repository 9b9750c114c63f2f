import { sessions } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { auditSeparately } from '@/core/audit/audit.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireUser } from '@/core/policy.ts';
import { type Scope, systemScopeFor } from '@/core/scope.ts';
import { getFactors, type Person } from '@/modules/factors/factors.queries.ts';
import { takeCode } from '@/modules/factors/factors.service.ts';
import { looksLikeTotp } from '@/modules/factors/totp.logic.ts';
import { requireUserRow } from '@/modules/users/users.queries.ts';
import { checkPassword } from '../auth.service.ts';

/** `requireRecentAuthentication` accepts it for ten minutes. Throws ERR_RATE_LIMITED, InvalidInput on `proof`. */
export async function prove(scope: Scope, { proof }: { proof: string }): Promise<void> {
  const person = whoProves(scope);
  const { session } = requireUser(scope);
  if (!(await isCode(scope, person, proof))) await requirePassword(scope, person, proof);
  await auditSeparately(scope, { what: 'session.proven' });
  await scope.kernel.platform.write((tx) =>
    tx.update(sessions).set({ provenAt: scope.now() }).where(eq(sessions.idHash, session)),
  );
}

/** A visitor belongs to their own company. */
export function whoProves(scope: Scope): Person {
  const { id, companyId, home: visitor } = requireUser(scope);
  return { companyId: visitor?.companyId ?? companyId, userId: visitor?.id ?? id };
}

/** No password has six characters, so codes and passwords cannot be confused. */
async function isCode({ kernel }: Scope, person: Person, proof: string): Promise<boolean> {
  if (!looksLikeTotp(proof) || !(await getFactors(kernel, person)).hasAuthenticator) return false;
  kernel.services.codeTries.take(`${person.companyId}/${person.userId}`);
  return takeCode(kernel, person, proof);
}

async function requirePassword(scope: Scope, person: Person, password: string): Promise<void> {
  const { companyId, userId } = person;
  const { email, passwordHash } = await requireUserRow(await systemScopeFor(scope, companyId), userId);
  await checkPassword(scope.kernel, email, password, passwordHash).catch(async (error) => {
    if (!(error instanceof AppError) || error.code !== 'ERR_INVALID_CREDENTIALS') throw error;
    scope.kernel.log.warn(
      { companyId, userId, address: scope.calledFrom?.address },
      'a reauthentication failed',
    );
    if (scope.kernel.services.passwordTries.noted.tryTake(`${companyId}:${userId}`))
      await auditSeparately(scope, { what: 'session.proofFailed' });
    throw new InvalidInput({ proof: 'errors:ERR_INVALID_CREDENTIALS' });
  });
}
