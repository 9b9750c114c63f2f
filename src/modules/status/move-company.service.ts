import { audit } from '@/core/audit/audit.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { findCompany } from '@/modules/companies/companies.queries.ts';
import type { MoveForm } from './status.schema.ts';

/** Its node hands it over within seconds. Throws ERR_NO_SUPER, ERR_NOT_FOUND with a single process, InvalidInput on `company` and `nodeId`. */
export async function moveCompany(scope: Scope, { company: companyId, nodeId }: MoveForm): Promise<void> {
  requireSuper(scope);
  const { nodes } = scope.kernel;
  if (!nodes) throw new AppError('ERR_NOT_FOUND');
  const node = (await nodes.list()).find(({ id }) => id === nodeId);
  if (nodeId !== null && !node) throw new InvalidInput({ nodeId: 'status:nodes.gone' });
  const company = await findCompany(scope.kernel, companyId);
  const before = nodes.urlOf(companyId) ?? '';
  if (!company || !(await nodes.move(companyId, nodeId)))
    throw new InvalidInput({ company: 'status:nodes.noCompany' });
  await audit(platformOf(scope), {
    what: 'company.changed',
    on: { id: companyId, name: company.name },
    before: { node: before },
    after: { node: node?.url ?? '' },
  });
}
