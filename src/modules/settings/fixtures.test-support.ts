import { holidays } from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';

export const addFixtures: AddFixtures = async (scope, _fixtures, mark) => {
  const values = { name: `feriado ${mark}`, day: '2026-07-09' };
  const [row] = await scope.write((tx) =>
    tx.db.insert(holidays).values(values).returning({ id: holidays.id }),
  );
  return { holidayId: row?.id };
};
