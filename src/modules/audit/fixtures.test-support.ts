import type { AddFixtures } from '@test/support/fixtures.ts';
import { audit } from '@/core/audit/audit.ts';

export const addFixtures: AddFixtures = async (scope, _fixtures, mark) => {
  await audit(scope, { what: 'tag.deleted', on: { id: 1, name: `Tag ${mark}` } });
  const last = await scope.db.query.auditEntries.findFirst({ orderBy: (t, { desc }) => desc(t.id) });
  return { auditEntryId: last?.id ?? 0 };
};
