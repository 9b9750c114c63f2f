import type { AddToWorld } from '@test/support/world.ts';

/** Every company reads it where it is offered. */
export const addToWorld: AddToWorld = async ({ kernel }) => {
  const plan = await kernel.platform.db.query.plans.findFirst();
  return { planId: plan?.id };
};
