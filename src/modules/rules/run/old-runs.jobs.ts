import { ruleRuns } from '@db/tenant/schema/index.ts';
import { lt, min } from 'drizzle-orm';
import type { CompanyJob } from '@/core/queue/company-jobs.ts';
import type { Scope } from '@/core/scope.ts';

const DAY_MS = 86_400_000;
/** Runs are retained so that the same cause does not run twice; no cause is older than a year. */
const RETAINED_MS = 365 * DAY_MS;

export const oldRuns: CompanyJob = {
  name: 'old runs of rules',
  tables: [ruleRuns],
  dueAt,
  run: forgetOldRuns,
};

async function dueAt(scope: Scope): Promise<Date | null> {
  const [row] = await scope.db.select({ at: min(ruleRuns.createdAt) }).from(ruleRuns);
  return row?.at ? new Date(row.at.getTime() + RETAINED_MS + DAY_MS) : null;
}

async function forgetOldRuns(scope: Scope): Promise<void> {
  const since = new Date(scope.now().getTime() - RETAINED_MS);
  await scope.write((tx) => tx.db.delete(ruleRuns).where(lt(ruleRuns.createdAt, since)));
}
