import { ruleRuns } from '@db/tenant/schema/index.ts';
import { lt, min } from 'drizzle-orm';
import type { Chore } from '@/kernel/chores.ts';
import type { Scope } from '@/kernel/scope.ts';

const DAY_MS = 86_400_000;
/** A run is kept so that its cause causes no second one, and nobody waits a year for an answer. */
const KEPT_MS = 365 * DAY_MS;

/** A day's worth at a time. */
export const oldRuns: Chore = { name: 'old runs of rules', tables: [ruleRuns], dueAt, run: forgetOldRuns };

async function dueAt(scope: Scope): Promise<Date | null> {
  const [row] = await scope.db.select({ at: min(ruleRuns.createdAt) }).from(ruleRuns);
  return row?.at ? new Date(row.at.getTime() + KEPT_MS + DAY_MS) : null;
}

async function forgetOldRuns(scope: Scope): Promise<void> {
  const since = new Date(scope.now().getTime() - KEPT_MS);
  await scope.write((tx) => tx.db.delete(ruleRuns).where(lt(ruleRuns.createdAt, since)));
}
