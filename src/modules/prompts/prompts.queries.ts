import { prompts, queues } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq } from 'drizzle-orm';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { canManagePrompts, canReadPrompts } from './prompts.policy.ts';
import { MASK, PROMPTS_PER_PAGE, type PromptFilter } from './prompts.schema.ts';
import type { PromptPage, PromptView } from './prompts.views.ts';

export type PromptRow = typeof prompts.$inferSelect;
type Joined = { prompt: PromptRow; queue: { id: number; name: string } | null };

const select = (scope: Scope) =>
  scope.db
    .select({ prompt: prompts, queue: { id: queues.id, name: queues.name } })
    .from(prompts)
    .leftJoin(queues, eq(queues.id, prompts.queueId))
    .$dynamic();

/** By name. Empty without prompts in the plan: forms of existing clients request them in any case. */
export async function listPrompts(scope: Scope, filter: PromptFilter): Promise<PromptPage> {
  requireCan(scope, canReadPrompts);
  if (!(await hasFeature(scope, 'useOpenAi'))) return { prompts: [], count: 0, hasMore: false };
  const found = filter.searchParam ? containsText(filter.searchParam, prompts.name) : undefined;
  const size = sizeOf(filter, PROMPTS_PER_PAGE);
  const rows = await select(scope)
    .where(
      and(found, filter.after ? afterRow(prompts.id, [prompts.name, prompts.id], filter.after) : undefined),
    )
    .orderBy(asc(prompts.name), asc(prompts.id))
    .limit(size + 1)
    .offset(offsetOf(filter, PROMPTS_PER_PAGE));
  const page = cutPage(rows, size);
  const [total] = await scope.db.select({ n: count() }).from(prompts).where(found);
  return { prompts: page.rows.map((row) => toView(scope, row)), count: total?.n ?? 0, hasMore: page.hasMore };
}

export async function getPrompt(scope: Scope, promptId: number): Promise<PromptView> {
  requireCan(scope, canReadPrompts);
  const [row] = await select(scope).where(eq(prompts.id, promptId));
  if (!row) throw new AppError('ERR_NO_PROMPT_FOUND');
  return toView(scope, row);
}

export function findPromptRow(scope: Scope, promptId: number): Promise<PromptRow | undefined> {
  return scope.db.query.prompts.findFirst({ where: eq(prompts.id, promptId) });
}

export async function requirePromptRow(scope: Scope, promptId: number): Promise<PromptRow> {
  const row = await findPromptRow(scope, promptId);
  if (!row) throw new AppError('ERR_NO_PROMPT_FOUND');
  return row;
}

/** Agents must not see the instructions of a prompt. */
function toView(scope: Scope, { prompt: row, queue }: Joined): PromptView {
  const mayManage = canManagePrompts(scope.actor);
  const masked = (key: string) => (mayManage && key !== '' ? MASK : '');
  const { id, name, queueId, maxMessages, maxTokens, temperature, maxAnswers, readsPictures, voice } = row;
  const { priceIn, priceOut, promptTokens, completionTokens, totalTokens, voiceRegion, model, baseUrl } = row;
  return {
    ...{ id, name, queueId, maxMessages, maxTokens, temperature, maxAnswers, readsPictures, voice },
    ...{ priceIn, priceOut, promptTokens, completionTokens, totalTokens, voiceRegion, model, queue },
    prompt: mayManage ? row.prompt : '',
    facts: mayManage ? row.facts : '',
    baseUrl: mayManage ? baseUrl : '',
    apiKey: masked(row.apiKey),
    voiceKey: masked(row.voiceKey),
    companyId: scope.companyId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
