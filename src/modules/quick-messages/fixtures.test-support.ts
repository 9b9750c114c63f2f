import { quickMessages } from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';

export const addFixtures: AddFixtures = async (scope, _fixtures, mark) => {
  const values = { shortcode: 'preço', message: `resposta ${mark}`, isGeneral: true };
  const [row] = await scope.write((tx) =>
    tx.db.insert(quickMessages).values(values).returning({ id: quickMessages.id }),
  );
  return { quickMessageId: row?.id };
};
