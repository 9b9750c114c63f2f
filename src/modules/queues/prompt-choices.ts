import { prompts } from '@db/tenant/schema/index.ts';
import { asc, eq } from 'drizzle-orm';
import { InvalidInput } from '@/kernel/errors.ts';
import type { Scope } from '@/kernel/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.ts';

/** Null where the plan has none: the form then has no such field. */
export async function listPromptChoices(scope: Scope): Promise<{ value: number; label: string }[] | null> {
  if (!(await hasFeature(scope, 'useOpenAi'))) return null;
  const columns = { id: prompts.id, name: prompts.name };
  const rows = await scope.db.select(columns).from(prompts).orderBy(asc(prompts.name));
  return rows.map(({ id, name }) => ({ value: id, label: name }));
}

/** Throws InvalidInput. What was there before need not be: existing clients send whole forms back. */
export async function requireKnownPrompt(
  tx: Scope,
  promptId: number | null | undefined,
  before: number | null = null,
): Promise<void> {
  if (!promptId || promptId === before) return;
  const where = eq(prompts.id, promptId);
  if (!(await tx.db.query.prompts.findFirst({ columns: { id: true }, where })))
    throw new InvalidInput({ promptId: 'validation:invalid' });
}
