import { companyFigures } from '@db/platform/schema/index.ts';
import { campaigns, connections, messages, queues, schedules, users } from '@db/tenant/schema/index.ts';
import { eq, gt, isNull, max } from 'drizzle-orm';
import { createRecent } from '@/core/bounded-cache.ts';
import { forCompanies } from '@/core/queue/company-jobs.ts';
import { type Kernel, type Scope, systemScopeOn } from '@/core/scope.ts';
import { findCompany } from '@/modules/companies/companies.queries.ts';
import { countInUse } from './quotas.queries.ts';

const DAY_MS = 86_400_000;
const MEASURE_EVERY_MS = 6 * 3_600_000;
const MAX_COMPANIES = 10_000;

const COUNTED = [users, connections, queues, campaigns, schedules, messages];

/** Only companies whose database is open, and only after a write: counting neither opens one nor keeps it open. */
export function createFigureCount(kernel: Kernel): () => Promise<void> {
  const stored = createRecent<object>(MAX_COMPANIES);
  const measured = createRecent<{ bytes: number }>({
    entries: MAX_COMPANIES,
    lifeMs: MEASURE_EVERY_MS,
    now: kernel.ticks,
  });

  async function bytesOf(companyId: number): Promise<number> {
    const known = measured.get(String(companyId));
    if (known) return known.bytes;
    const bytes = await kernel.storage.bytesOf(companyId);
    measured.set(String(companyId), { bytes });
    return bytes;
  }

  async function countOne(companyId: number): Promise<void> {
    const database = await kernel.tenants.peek(companyId);
    if (!database) return;
    const figures = await database.remember(COUNTED, 'figures', async () =>
      countFigures(await systemScopeOn(kernel, companyId, database)),
    );
    if (stored.get(String(companyId)) === figures || !(await findCompany(kernel, companyId))) return;
    const row = { ...figures, storageBytes: await bytesOf(companyId), countedAt: kernel.clock() };
    await kernel.platform.write((tx) =>
      tx
        .insert(companyFigures)
        .values({ companyId, ...row })
        .onConflictDoUpdate({ target: companyFigures.companyId, set: row }),
    );
    stored.set(String(companyId), figures);
  }

  return () => forCompanies(kernel, 'countFigures', kernel.tenants.openIds(), countOne);
}

/** `connections` are those online, `lines` all of them. */
async function countFigures(scope: Scope) {
  const { db, now } = scope;
  const since = new Date(now().getTime() - DAY_MS);
  const [people] = await db
    .select({ seenAt: max(users.seenAt) })
    .from(users)
    .where(isNull(users.disabledAt));
  const [latest] = await db.select({ at: max(messages.createdAt) }).from(messages);
  const moments = [people?.seenAt, latest?.at].flatMap((at) => (at ? [at.getTime()] : []));
  const { connections: lines, ...counted } = await countInUse(scope);
  return {
    ...{ ...counted, lines },
    connections: await db.$count(connections, eq(connections.status, 'CONNECTED')),
    messagesToday: await db.$count(messages, gt(messages.createdAt, since)),
    lastActivityAt: moments.length > 0 ? new Date(Math.max(...moments)) : null,
  };
}
