import { queueIntegrations } from '@db/tenant/schema/index.ts';
import { asc, eq, sql } from 'drizzle-orm';
import { InvalidInput } from '@/kernel/errors.ts';
import type { Scope } from '@/kernel/scope.ts';
import { getPlanOf } from '@/modules/companies/companies.queries.ts';

export type IntegrationChoice = { value: number; label: string };

/** For the forms of queues and connections; null where the plan has none. */
export async function listIntegrationChoices(scope: Scope): Promise<IntegrationChoice[] | null> {
  if (!(await getPlanOf(scope.kernel, scope.companyId)).useIntegrations) return null;
  return scope.db
    .select({ value: queueIntegrations.id, label: queueIntegrations.name })
    .from(queueIntegrations)
    .orderBy(asc(sql`lower(${queueIntegrations.name})`));
}

/** Throws InvalidInput. What was there before need not be: existing clients send whole forms back. */
export async function requireKnownIntegration(
  tx: Scope,
  integrationId: number | null | undefined,
  before: number | null = null,
): Promise<void> {
  if (!integrationId || integrationId === before) return;
  const where = eq(queueIntegrations.id, integrationId);
  if (!(await tx.db.query.queueIntegrations.findFirst({ columns: { id: true }, where })))
    throw new InvalidInput({ integrationId: 'validation:invalid' });
}
