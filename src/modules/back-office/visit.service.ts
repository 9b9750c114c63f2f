import { audit, auditSeparately } from '@/core/audit/audit.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireRecentAuthentication, requireSuper, requireUser } from '@/core/policy.ts';
import { type Scope, systemScopeFor } from '@/core/scope.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { endSession, findSessionActor, startVisit } from '@/modules/auth/sessions/sessions.service.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { requireOther } from './companies.service.ts';

/** Audited first. Throws ERR_NO_SUPER, ERR_NO_COMPANY_FOUND, ERR_COMPANY_IS_OWN, ERR_PROOF_REQUIRED. */
export async function enterCompany(scope: Scope, { companyId }: { companyId: number }): Promise<string> {
  requireSuper(scope);
  requireOther(scope, companyId);
  requireRecentAuthentication(scope);
  const { kernel } = scope;
  const { id, companyId: ownId } = requireUser(scope);
  const { name } = await getCompany(kernel, companyId);
  const { name: ownName } = await getCompany(kernel, ownId);
  const on = { id: companyId, name };
  await audit(platformOf(scope), { what: 'visit.began', on });
  await audit(await systemScopeFor(scope, companyId), {
    what: 'visit.began',
    on: { id: ownId, name: ownName },
  });
  return startVisit(kernel, { companyId, visitor: { companyId: ownId, id } });
}

/** Returns the cookie's value of session `own`; undefined when it has ended. */
export async function leaveCompany(scope: Scope, own: string | undefined): Promise<string | undefined> {
  const { session } = requireUser(scope);
  await auditSeparately(scope, { what: 'visit.ended' });
  await endSession(scope.kernel, session);
  return own && (await findSessionActor(scope.kernel, fingerprint(own))) ? own : undefined;
}
