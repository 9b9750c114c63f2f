import { companyErasures } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { AppError } from '@/kernel/errors.ts';
import { platformOf } from '@/kernel/platform-scope.ts';
import { requireSuper } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { ErasingFault } from '../erasures.schema.ts';
import type { CompanyErasureView } from '../erasures.views.ts';

/** Throws ERR_NO_SUPER, ERR_NO_COMPANY_ERASURE_FOUND. */
export async function getCompanyErasure(scope: Scope, id: number): Promise<CompanyErasureView> {
  requireSuper(scope);
  const row = await platformOf(scope).db.query.companyErasures.findFirst({
    where: eq(companyErasures.id, id),
  });
  if (!row) throw new AppError('ERR_NO_COMPANY_ERASURE_FOUND');
  const { uuid, companyId, step, counts, askedAt, userName, endedAt, backupsUntil, trouble, seal } = row;
  return {
    ...{ id, uuid, companyId, step, counts, userName, seal },
    askedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    backupsUntil: backupsUntil?.toISOString() ?? null,
    trouble: trouble as ErasingFault | '',
  };
}
