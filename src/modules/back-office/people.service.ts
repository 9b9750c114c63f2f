import { audit } from '@/core/audit/audit.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireRecentAuthentication, requireSuper } from '@/core/policy.ts';
import { type Scope, systemScopeFor } from '@/core/scope.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { updateUser } from '@/modules/users/users.service.ts';

/** Ends the person's sessions. Throws ERR_NO_SUPER, ERR_PROOF_REQUIRED, ERR_NO_COMPANY_FOUND, ERR_NO_USER_FOUND, InvalidInput on `password`. */
export async function setPassword(
  scope: Scope,
  { companyId, userId, password }: { companyId: number; userId: number; password: string },
): Promise<void> {
  requireSuper(scope);
  requireRecentAuthentication(scope);
  const company = await getCompany(scope.kernel, companyId);
  const user = await updateUser(await systemScopeFor(scope, companyId), { userId, password });
  const on = { id: companyId, name: `${company.name}: ${user.name}` };
  await audit(platformOf(scope), { what: 'company.userChanged', on });
}
