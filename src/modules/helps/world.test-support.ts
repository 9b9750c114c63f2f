import { helps } from '@db/platform/schema/index.ts';
import type { AddToWorld } from '@test/support/world.ts';

/** Every company reads it, so that it bears no company's mark. */
export const addToWorld: AddToWorld = async ({ kernel }) => {
  const [row] = await kernel.platform.write((tx) =>
    tx.insert(helps).values({ title: 'Ajuda', video: 'M7lc1UVf-VE' }).returning({ id: helps.id }),
  );
  return { helpId: row?.id };
};
