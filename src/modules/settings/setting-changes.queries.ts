import { settingChanges } from '@db/tenant/schema/index.ts';
import { desc, lt } from 'drizzle-orm';
import { cutPage, sizeOf } from '@/kernel/db/page.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { canReadHistory } from './settings.policy.ts';
import { CHANGES_PER_PAGE, type ChangeFilter } from './settings.schema.ts';
import type { SettingChangePage, SettingChangeView } from './settings.views.ts';

/** The newest first. */
export async function listSettingChanges(scope: Scope, filter: ChangeFilter): Promise<SettingChangePage> {
  requireCan(scope, canReadHistory);
  const size = sizeOf(filter, CHANGES_PER_PAGE);
  const rows = await scope.db
    .select()
    .from(settingChanges)
    .where(filter.after ? lt(settingChanges.id, filter.after) : undefined)
    .orderBy(desc(settingChanges.id))
    .limit(size + 1);
  const page = cutPage(rows, size);
  return { changes: page.rows.map(toChangeView), hasMore: page.hasMore };
}

function toChangeView(row: typeof settingChanges.$inferSelect): SettingChangeView {
  const { id, key, before, after, userName, createdAt } = row;
  return { id, key, before, after, userName, createdAt: createdAt.toISOString() };
}
