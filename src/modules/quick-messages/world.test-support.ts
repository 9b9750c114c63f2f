import { quickMessages } from '@db/tenant/schema/index.ts';
import type { AddToWorld } from '@test/support/world.ts';

export const addToWorld: AddToWorld = async (scope, _world, mark) => {
  const values = { shortcode: 'preço', message: `resposta ${mark}`, isGeneral: true };
  const [row] = await scope.write((tx) =>
    tx.db.insert(quickMessages).values(values).returning({ id: quickMessages.id }),
  );
  return { quickMessageId: row?.id };
};
