import { auditEntries } from '@db/tenant/schema/index.ts';
import { asc } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';

export async function historyOf(scope: Scope) {
  const rows = await scope.db.select().from(auditEntries).orderBy(asc(auditEntries.id));
  return rows
    .filter(({ action }) => action === 'setting.changed')
    .map(({ subjectId: key, before, after, personId: userId, personName: userName, at: createdAt }) => ({
      ...{ key, userId, userName, createdAt },
      before: before?.value ?? '',
      after: after?.value ?? '',
    }));
}
