import type { plans } from '@db/platform/schema/index.ts';

type PlanRow = typeof plans.$inferSelect;

export type PlanFlag = { [K in keyof PlanRow]: PlanRow[K] extends boolean ? K : never }[keyof PlanRow];
