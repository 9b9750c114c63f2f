import { erasures } from '@db/tenant/schema/index.ts';
import type { AddToWorld } from '@test/support/world.ts';

export const addToWorld: AddToWorld = (scope, _world, mark) =>
  scope.write(async (tx) => {
    const counts = { tickets: 1, messages: 1, files: 0, schedules: 0, notes: 0, shippings: 0 };
    const done = { step: 'done', personHash: 'x', counts, askedAt: tx.now(), endedAt: tx.now() } as const;
    const values = { ...done, uuid: tx.kernel.ids.uuid(), userName: `Ana ${mark}` };
    const [row] = await tx.db.insert(erasures).values(values).returning({ id: erasures.id });
    return { erasureId: row?.id };
  });
