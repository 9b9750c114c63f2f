import { queueOptions, queues } from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';
import { asc } from 'drizzle-orm';

export const addFixtures: AddFixtures = async (scope, _fixtures, mark) => {
  const queue = await scope.db.query.queues.findFirst({ orderBy: asc(queues.id) });
  const values = { queueId: queue?.id ?? 0, option: '1', title: `Opção ${mark}`, message: `texto ${mark}` };
  const [row] = await scope.write((tx) =>
    tx.db.insert(queueOptions).values(values).returning({ id: queueOptions.id }),
  );
  return { queueOptionId: row?.id };
};
