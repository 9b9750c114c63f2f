import { holidays } from '@db/tenant/schema/index.ts';
import type { AddToWorld } from '@test/support/world.ts';

export const addToWorld: AddToWorld = async (scope, _world, mark) => {
  const values = { name: `feriado ${mark}`, day: '2026-07-09' };
  const [row] = await scope.write((tx) =>
    tx.db.insert(holidays).values(values).returning({ id: holidays.id }),
  );
  return { holidayId: row?.id };
};
