import { sessions } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { audit } from '@/kernel/audit.ts';
import { AppError, InvalidInput } from '@/kernel/errors.ts';
import { requireUser } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { getFactors } from '@/modules/factors/factors.queries.ts';
import { selfOf, takeCode } from '@/modules/factors/factors.service.ts';
import { looksLikeTotp } from '@/modules/factors/totp.ts';
import { requireUserRow } from '@/modules/users/users.queries.ts';
import { checkPassword } from './auth.service.ts';

/**
 * The person shows again who they are, by their password or a code of their app; `requireFreshProof` lets them pass
 * for ten minutes in this session. Throws ERR_RATE_LIMITED, InvalidInput on `proof`.
 */
export async function prove(scope: Scope, { proof }: { proof: string }): Promise<void> {
  const person = selfOf(scope);
  const { session } = requireUser(scope);
  if (!(await isCode(scope, proof))) await requirePassword(scope, person.userId, proof);
  await audit(scope, { what: 'session.proven' });
  await scope.kernel.platform.write((tx) =>
    tx.update(sessions).set({ provenAt: scope.now() }).where(eq(sessions.idHash, session)),
  );
}

/** No password has six letters, so neither is taken for the other. */
async function isCode(scope: Scope, proof: string): Promise<boolean> {
  const person = selfOf(scope);
  const { kernel } = scope;
  if (!looksLikeTotp(proof) || !(await getFactors(kernel, person)).hasAuthenticator) return false;
  kernel.services.codeTries.take(`${person.companyId}/${person.userId}`);
  return takeCode(kernel, person, proof);
}

async function requirePassword(scope: Scope, userId: number, password: string): Promise<void> {
  const { email, passwordHash } = await requireUserRow(scope, userId);
  await checkPassword(scope.kernel, email, password, passwordHash).catch(async (error) => {
    if (!(error instanceof AppError) || error.code !== 'ERR_INVALID_CREDENTIALS') throw error;
    const { companyId, calledFrom } = scope;
    scope.kernel.log.warn({ companyId, userId, address: calledFrom?.address }, 'a proof failed');
    if (scope.kernel.services.passwordTries.noted.tryTake(`${scope.companyId}:${userId}`))
      await audit(scope, { what: 'session.proofFailed' });
    throw new InvalidInput({ proof: 'errors:ERR_INVALID_CREDENTIALS' });
  });
}
