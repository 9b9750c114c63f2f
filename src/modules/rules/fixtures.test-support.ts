import { queues } from '@db/tenant/schema/index.ts';
import type { AddFixtures } from '@test/support/fixtures.ts';
import { createRule } from './rules.service.ts';

export const addFixtures: AddFixtures = async (scope, _fixtures, mark) => {
  const queue = await scope.db.select({ id: queues.id }).from(queues).get();
  const rule = await createRule(scope, {
    name: `Regra ${mark}`,
    happening: { type: 'words', words: [`palavra ${mark} de regra`], connectionId: null, queueId: null },
    actions: [{ type: 'queue', queueId: queue?.id ?? 0 }],
    isActive: true,
  });
  return { ruleId: rule.id };
};
