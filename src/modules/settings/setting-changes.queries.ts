import { auditEntries } from '@db/tenant/schema/index.ts';
import { and, desc, inArray, lt } from 'drizzle-orm';
import type { AuditAction } from '@/core/audit/audit.ts';
import type { AuditRow } from '@/core/audit/audit-chain.ts';
import { cutPage, sizeOf } from '@/core/db/paging.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canReadHistory } from './settings.policy.ts';
import { CHANGES_PER_PAGE, type ChangeFilter, VISIT_KEY } from './settings.schema.ts';
import type { SettingChangePage, SettingChangeView } from './settings.views.ts';

const REPORTED: AuditAction[] = ['setting.changed', 'visit.began'];

export async function listSettingChanges(scope: Scope, filter: ChangeFilter): Promise<SettingChangePage> {
  requireCan(scope, canReadHistory);
  const size = sizeOf(filter, CHANGES_PER_PAGE);
  const rows = await scope.db
    .select()
    .from(auditEntries)
    .where(
      and(
        inArray(auditEntries.action, REPORTED),
        filter.after ? lt(auditEntries.id, filter.after) : undefined,
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(size + 1);
  const page = cutPage(rows, size);
  return { changes: page.rows.map(toChangeView), hasMore: page.hasMore };
}

function toChangeView(row: AuditRow): SettingChangeView {
  const { id, subjectId, subjectName, before, after, personName, at } = row;
  const isVisit = row.action === 'visit.began';
  return {
    id,
    key: isVisit ? VISIT_KEY : subjectId,
    before: textOf(before?.value),
    after: textOf(after?.value),
    userName: isVisit ? `${personName} (${subjectName})` : personName,
    createdAt: at.toISOString(),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
