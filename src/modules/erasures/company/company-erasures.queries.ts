import { companyErasures } from '@db/platform/schema/index.ts';
import { desc, eq, lt } from 'drizzle-orm';
import { cutPage, sizeOf } from '@/core/db/paging.ts';
import { AppError } from '@/core/errors.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { ERASURES_PER_PAGE, type ErasingFault, type ErasureFilter } from '../erasures.schema.ts';
import type { CompanyErasurePage, CompanyErasureView } from '../erasures.views.ts';

export async function listCompanyErasures(scope: Scope, filter: ErasureFilter): Promise<CompanyErasurePage> {
  requireSuper(scope);
  const size = sizeOf(filter, ERASURES_PER_PAGE);
  const rows = await platformOf(scope)
    .db.select()
    .from(companyErasures)
    .where(filter.after ? lt(companyErasures.id, filter.after) : undefined)
    .orderBy(desc(companyErasures.id))
    .limit(size + 1);
  const page = cutPage(rows, size);
  return { records: page.rows.map(toView), hasMore: page.hasMore };
}

export async function getCompanyErasure(scope: Scope, id: number): Promise<CompanyErasureView> {
  requireSuper(scope);
  const row = await platformOf(scope).db.query.companyErasures.findFirst({
    where: eq(companyErasures.id, id),
  });
  if (!row) throw new AppError('ERR_NO_COMPANY_ERASURE_FOUND');
  return toView(row);
}

function toView(row: typeof companyErasures.$inferSelect): CompanyErasureView {
  const {
    id,
    uuid,
    companyId,
    step,
    counts,
    askedAt,
    userName,
    endedAt,
    backupsUntil,
    trouble,
    seal: signature,
  } = row;
  return {
    ...{ id, uuid, companyId, step, counts, userName, seal: signature },
    askedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    backupsUntil: backupsUntil?.toISOString() ?? null,
    trouble: trouble as ErasingFault | '',
  };
}
