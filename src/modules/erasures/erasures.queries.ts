import { erasures } from '@db/tenant/schema/index.ts';
import { desc, eq, lt } from 'drizzle-orm';
import { cutPage, sizeOf } from '@/core/db/paging.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canErase } from './erasures.policy.ts';
import { ERASURES_PER_PAGE, type ErasingFault, type ErasureFilter } from './erasures.schema.ts';
import type { ErasurePage, ErasureView } from './erasures.views.ts';

export async function listErasures(scope: Scope, filter: ErasureFilter): Promise<ErasurePage> {
  requireCan(scope, canErase);
  const size = sizeOf(filter, ERASURES_PER_PAGE);
  const rows = await scope.db
    .select()
    .from(erasures)
    .where(filter.after ? lt(erasures.id, filter.after) : undefined)
    .orderBy(desc(erasures.id))
    .limit(size + 1);
  const page = cutPage(rows, size);
  return { records: page.rows.map(toView), hasMore: page.hasMore };
}

export async function getErasure(scope: Scope, erasureId: number): Promise<ErasureView> {
  requireCan(scope, canErase);
  const row = await scope.db.query.erasures.findFirst({ where: eq(erasures.id, erasureId) });
  if (!row) throw new AppError('ERR_NO_ERASURE_FOUND');
  return toView(row);
}

function toView(row: typeof erasures.$inferSelect): ErasureView {
  const { id, uuid, step, counts, askedAt, userName, endedAt, backupsUntil, trouble, seal: signature } = row;
  return {
    ...{ id, uuid, step, counts, userName, seal: signature },
    askedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    backupsUntil: backupsUntil?.toISOString() ?? null,
    trouble: trouble as ErasingFault | '',
  };
}
