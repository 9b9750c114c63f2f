import { auditEntries, settings } from '@db/tenant/schema/index.ts';
import { asc } from 'drizzle-orm';
import { pruneAudit } from '@/core/audit/audit.ts';
import { platformScope } from '@/core/platform-scope.ts';
import type { CompanyJob } from '@/core/queue/company-jobs.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';

const DAY_MS = 86_400_000;
/** Not configurable: the platform's audit has few rows. */
const PLATFORM_DAYS = 1_825;

/** Prunes at most daily, because each run adds a row itself. */
export const oldEntries: CompanyJob = {
  name: 'old audit entries',
  tables: [auditEntries, settings],
  async dueAt(scope) {
    const [oldest] = await scope.db
      .select({ at: auditEntries.at })
      .from(auditEntries)
      .orderBy(asc(auditEntries.id))
      .limit(1);
    return oldest ? new Date(oldest.at.getTime() + (await retentionDays(scope)) * DAY_MS + DAY_MS) : null;
  },
  async run(scope) {
    await pruneAudit(scope, new Date(scope.now().getTime() - (await retentionDays(scope)) * DAY_MS));
  },
};

export async function prunePlatformAudit(kernel: Kernel): Promise<void> {
  const before = new Date(kernel.clock().getTime() - PLATFORM_DAYS * DAY_MS);
  await pruneAudit(platformScope(kernel), before);
}

const retentionDays = async (scope: Scope) => Number(await getSetting(scope, 'auditDays'));
