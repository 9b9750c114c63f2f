import { prompts, queueIntegrations } from '@db/tenant/schema/index.ts';
import { asc, eq, sql } from 'drizzle-orm';
import { InvalidInput } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';

type Choice = { value: number; label: string };
type Choices = { prompts: Choice[] | null; integrations: Choice[] | null };

export async function listResponderChoices(scope: Scope): Promise<Choices> {
  const list = (table: typeof prompts | typeof queueIntegrations, order = sql`${table.name}`) =>
    scope.db.select({ value: table.id, label: table.name }).from(table).orderBy(asc(order));
  return {
    prompts: (await hasFeature(scope, 'useOpenAi')) ? await list(prompts) : null,
    integrations: (await hasFeature(scope, 'useIntegrations'))
      ? await list(queueIntegrations, sql`lower(${queueIntegrations.name})`)
      : null,
  };
}

type Responders = { promptId?: number | null; integrationId?: number | null };

/** Throws InvalidInput. Unchanged values are not checked: existing clients send whole forms back. */
export async function requireKnownResponders(
  tx: Scope,
  wanted: Responders,
  before: Responders = {},
): Promise<void> {
  const isNew = (name: keyof Responders) => Boolean(wanted[name]) && wanted[name] !== before[name];
  const isThere = async (table: typeof prompts | typeof queueIntegrations, id = 0) =>
    (await tx.db.$count(table, eq(table.id, id))) > 0;
  if (isNew('integrationId') && !(await isThere(queueIntegrations, wanted.integrationId ?? 0)))
    throw new InvalidInput({ integrationId: 'validation:invalid' });
  if (isNew('promptId') && !(await isThere(prompts, wanted.promptId ?? 0)))
    throw new InvalidInput({ promptId: 'validation:invalid' });
}
