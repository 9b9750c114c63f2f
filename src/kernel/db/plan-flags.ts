import type { plans } from '@db/platform/schema/index.ts';

type PlanRow = typeof plans.$inferSelect;

/** What a plan has or has not, in the contract's words. */
export type PlanFlag = { [K in keyof PlanRow]: PlanRow[K] extends boolean ? K : never }[keyof PlanRow];
