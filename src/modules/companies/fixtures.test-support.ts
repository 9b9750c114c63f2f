import type { AddFixtures } from '@test/support/fixtures.ts';

export const addFixtures: AddFixtures = async ({ kernel }) => {
  const plan = await kernel.platform.db.query.plans.findFirst();
  return { planId: plan?.id };
};
