import { helps } from '@db/platform/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';

export const addFixtures: AddFixtures = async ({ kernel }) => {
  const [row] = await kernel.platform.write((tx) =>
    tx.insert(helps).values({ title: 'Ajuda', video: 'M7lc1UVf-VE' }).returning({ id: helps.id }),
  );
  return { helpId: row?.id };
};
