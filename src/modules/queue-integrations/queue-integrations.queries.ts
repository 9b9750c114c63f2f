import { queueIntegrations } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { canManageIntegrations, canReadIntegrations } from './queue-integrations.policy.ts';
import { HIDDEN, INTEGRATIONS_PER_PAGE, type IntegrationFilter } from './queue-integrations.schema.ts';
import type { QueueIntegrationPage, QueueIntegrationView } from './queue-integrations.views.ts';

export type IntegrationRow = typeof queueIntegrations.$inferSelect;

/** Newest first. Empty without integrations in the plan: existing clients request it in any case. */
export async function listIntegrations(
  scope: Scope,
  filter: IntegrationFilter,
): Promise<QueueIntegrationPage> {
  requireCan(scope, canReadIntegrations);
  if (!(await hasFeature(scope, 'useIntegrations')))
    return { queueIntegrations: [], count: 0, hasMore: false };
  const where = matching(filter);
  const size = sizeOf(filter, INTEGRATIONS_PER_PAGE);
  const rows = await scope.db
    .select()
    .from(queueIntegrations)
    .where(and(where, filter.after ? cursor(filter.after) : undefined))
    .orderBy(...NEWEST_FIRST.map((column) => asc(column)))
    .limit(size + 1)
    .offset(offsetOf(filter, INTEGRATIONS_PER_PAGE));
  const page = cutPage(rows, size);
  const [total] = await scope.db.select({ n: count() }).from(queueIntegrations).where(where);
  const views = page.rows.map((row) => toIntegrationView(scope, row));
  return { queueIntegrations: views, count: total?.n ?? 0, hasMore: page.hasMore };
}

export async function countUpTo(scope: Scope, filter: IntegrationFilter, lastId: number): Promise<number> {
  requireCan(scope, canReadIntegrations);
  const [shown] = await scope.db
    .select({ n: count() })
    .from(queueIntegrations)
    .where(and(matching(filter), sql`not (${cursor(lastId)})`));
  return shown?.n ?? 0;
}

export async function getIntegration(scope: Scope, integrationId: number): Promise<QueueIntegrationView> {
  requireCan(scope, canManageIntegrations);
  return toIntegrationView(scope, await requireIntegration(scope, integrationId));
}

export async function requireIntegration(scope: Scope, integrationId: number): Promise<IntegrationRow> {
  const row = await findIntegration(scope, integrationId);
  if (!row) throw new AppError('ERR_NO_DIALOG_FOUND');
  return row;
}

export function findIntegration(scope: Scope, integrationId: number): Promise<IntegrationRow | undefined> {
  return scope.db.query.queueIntegrations.findFirst({ where: eq(queueIntegrations.id, integrationId) });
}

const NEWEST_FIRST = [sql`-${queueIntegrations.createdAt}`, sql`-${queueIntegrations.id}`];
const cursor = (after: number) => afterRow(queueIntegrations.id, NEWEST_FIRST, after);

function matching({ searchParam }: IntegrationFilter): SQL | undefined {
  if (!searchParam) return undefined;
  return containsText(searchParam, queueIntegrations.name);
}

function toIntegrationView(scope: Scope, row: IntegrationRow): QueueIntegrationView {
  const { jsonContent, signingSecret, urlN8N, createdAt, updatedAt, ...rest } = row;
  return {
    ...rest,
    jsonContent: jsonContent && HIDDEN,
    signingSecret: signingSecret && HIDDEN,
    urlN8N: isAdmin(scope.actor) ? urlN8N : '',
    companyId: scope.companyId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
