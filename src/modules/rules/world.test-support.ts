import { queues } from '@db/tenant/schema/index.ts';
import type { AddToWorld } from '@test/support/world.ts';
import { createRule } from './rules.service.ts';

export const addToWorld: AddToWorld = async (scope, _world, mark) => {
  const queue = await scope.db.select({ id: queues.id }).from(queues).get();
  const rule = await createRule(scope, {
    name: `Regra ${mark}`,
    // Never: the bodies of other tests' messages do not say it.
    happening: { type: 'words', words: [`palavra ${mark} de regra`], connectionId: null, queueId: null },
    actions: [{ type: 'queue', queueId: queue?.id ?? 0 }],
    isActive: true,
  });
  return { ruleId: rule.id };
};
