import { auditEntries, settings } from '@db/tenant/schema/index.ts';
import { asc } from 'drizzle-orm';
import { pruneAudit } from '@/kernel/audit.ts';
import type { Chore } from '@/kernel/chores.ts';
import { platformScope } from '@/kernel/platform-scope.ts';
import type { Kernel, Scope } from '@/kernel/scope.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';

const DAY_MS = 86_400_000;
/** Nobody sets it: the platform's own has few rows. */
const PLATFORM_DAYS = 1_825;

/** A day's rows at once: each time leaves a row of its own. */
export const oldEntries: Chore = {
  name: 'old audit entries',
  tables: [auditEntries, settings],
  async dueAt(scope) {
    const [oldest] = await scope.db
      .select({ at: auditEntries.at })
      .from(auditEntries)
      .orderBy(asc(auditEntries.id))
      .limit(1);
    return oldest ? new Date(oldest.at.getTime() + (await daysKept(scope)) * DAY_MS + DAY_MS) : null;
  },
  async run(scope) {
    await pruneAudit(scope, new Date(scope.now().getTime() - (await daysKept(scope)) * DAY_MS));
  },
};

export async function prunePlatformAudit(kernel: Kernel): Promise<void> {
  const before = new Date(kernel.clock().getTime() - PLATFORM_DAYS * DAY_MS);
  await pruneAudit(platformScope(kernel), before);
}

const daysKept = async (scope: Scope) => Number(await getSetting(scope, 'auditDays'));
