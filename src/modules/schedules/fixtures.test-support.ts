import { schedules } from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';

export const addFixtures: AddFixtures = async (scope, { contactId }, mark) => {
  const author = await scope.db.query.users.findFirst({ orderBy: (t, { desc }) => desc(t.id) });
  const values = {
    contactId,
    userId: author?.id,
    body: `lembrete ${mark}`,
    sendAt: new Date('2026-03-20T12:00:00Z'),
  };
  const [row] = await scope.write((tx) => tx.db.insert(schedules).values(values).returning());
  return { scheduleId: row?.id };
};
