import { prompts, queues } from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';
import { asc } from 'drizzle-orm';

export const addFixtures: AddFixtures = async (scope, _fixtures, mark) => {
  const queue = await scope.db.query.queues.findFirst({ orderBy: asc(queues.id) });
  const values = { name: `Prompt ${mark}`, prompt: `texto ${mark}`, queueId: queue?.id ?? 0 };
  const [row] = await scope.write((tx) => tx.db.insert(prompts).values(values).returning({ id: prompts.id }));
  return { promptId: row?.id };
};
