import { aiUsage, prompts } from '@db/tenant/schema/index.ts';
import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm';
import { ResponderFailed } from '@/adapters/responders/responder.port.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { addDays, today } from '@/core/zoned-time.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { canManagePrompts } from './prompts.policy.ts';
import type { PromptRow } from './prompts.queries.ts';
import type { AiPurpose } from './prompts.schema.ts';
import type { UsageView } from './prompts.views.ts';

export type Usage = {
  purpose: AiPurpose;
  promptId: number;
  userId?: number;
  promptTokens?: number;
  completionTokens?: number;
  characters?: number;
};

const DAYS_SHOWN = 30;
const MILLION = 1_000_000;
const WARNED_FROM = 0.8;

/** In the currency of the prompt's prices; 0 where they are unknown. */
export function costOf(
  { priceIn, priceOut }: Pick<PromptRow, 'priceIn' | 'priceOut'>,
  { promptTokens = 0, completionTokens = 0 }: Pick<Usage, 'promptTokens' | 'completionTokens'>,
): number {
  return ((priceIn ?? 0) * promptTokens + (priceOut ?? 0) * completionTokens) / MILLION;
}

/** In its own transaction: tokens are spent even if the answer fails. */
export async function recordUsage(scope: Scope, usage: Usage, prices?: PromptRow): Promise<void> {
  const { purpose, promptId, userId = 0, promptTokens = 0, completionTokens = 0, characters = 0 } = usage;
  const spent = {
    calls: 1,
    promptTokens,
    completionTokens,
    characters,
    cost: prices ? costOf(prices, usage) : 0,
  };
  await scope.write(async (tx) => {
    await tx.db
      .insert(aiUsage)
      .values({ day: today(tx), purpose, promptId, userId, ...spent })
      .onConflictDoUpdate({
        target: [aiUsage.day, aiUsage.purpose, aiUsage.promptId, aiUsage.userId],
        set: {
          calls: sql`${aiUsage.calls} + 1`,
          promptTokens: sql`${aiUsage.promptTokens} + ${promptTokens}`,
          completionTokens: sql`${aiUsage.completionTokens} + ${completionTokens}`,
          characters: sql`${aiUsage.characters} + ${characters}`,
          cost: sql`${aiUsage.cost} + ${spent.cost}`,
        },
      });
    await tx.db
      .update(prompts)
      .set({
        promptTokens: sql`${prompts.promptTokens} + ${promptTokens}`,
        completionTokens: sql`${prompts.completionTokens} + ${completionTokens}`,
        totalTokens: sql`${prompts.totalTokens} + ${promptTokens + completionTokens}`,
      })
      .where(eq(prompts.id, promptId));
    await warnOnce(tx, promptTokens + completionTokens);
  });
}

/** Throws ResponderFailed `spent` once the month's tokens are used up. */
export async function requireBudget(scope: Scope): Promise<void> {
  const budget = await getBudget(scope);
  if (budget > 0 && (await usedThisMonth(scope)) >= budget) throw new ResponderFailed('spent');
}

/** Tokens a month; 0 for no limit. */
async function getBudget(scope: Scope): Promise<number> {
  return Number(await getSetting(scope, 'aiMonthlyTokens')) || 0;
}

async function usedThisMonth(scope: Scope): Promise<number> {
  const [row] = await scope.db
    .select({ n: tokens })
    .from(aiUsage)
    .where(gte(aiUsage.day, `${today(scope).slice(0, 7)}-01`));
  return Number(row?.n ?? 0);
}

export async function isNearBudget(scope: Scope): Promise<boolean> {
  const budget = await getBudget(scope);
  return budget > 0 && (await usedThisMonth(scope)) >= budget * WARNED_FROM;
}

export async function budgetAlert(scope: Scope): Promise<string | null> {
  if (!(await isNearBudget(scope))) return null;
  const isSpent = (await usedThisMonth(scope)) >= (await getBudget(scope));
  return isSpent ? 'prompts:usage.spent' : 'prompts:usage.near';
}

export async function getUsage(scope: Scope): Promise<UsageView> {
  requireCan(scope, canManagePrompts);
  const since = gte(aiUsage.day, addDays(today(scope), -(DAYS_SHOWN - 1)));
  const sums = { calls: sql<number>`sum(${aiUsage.calls})`, tokens, cost: sql<number>`sum(${aiUsage.cost})` };
  const by = (key: SQL, only?: SQL) =>
    scope.db
      .select({ key: sql<string>`${key}`, ...sums })
      .from(aiUsage)
      .where(and(since, only))
      .groupBy(key)
      .orderBy(asc(key));
  const perPrompt = scope.db
    .select({ key: sql<string>`coalesce(${prompts.name}, '')`, ...sums })
    .from(aiUsage)
    .leftJoin(prompts, eq(prompts.id, aiUsage.promptId))
    .where(since)
    .groupBy(aiUsage.promptId);
  return {
    days: await by(sql`${aiUsage.day}`),
    prompts: await perPrompt,
    purposes: await by(sql`case when ${ofAssistant} then 'assistant' else ${aiUsage.purpose} end`),
    assistant: await by(sql`${aiUsage.purpose}`, ofAssistant),
    used: await usedThisMonth(scope),
    budget: await getBudget(scope),
  };
}

const ofAssistant = sql`(${aiUsage.userId} > 0 and ${aiUsage.purpose} <> 'test')`;

const tokens = sql<number>`coalesce(sum(${aiUsage.promptTokens} + ${aiUsage.completionTokens}), 0)`;

async function warnOnce(tx: Scope, spent: number): Promise<void> {
  const budget = await getBudget(tx);
  if (budget === 0 || spent === 0) return;
  const used = await usedThisMonth(tx);
  const mark = [1, WARNED_FROM].find((share) => used >= budget * share && used - spent < budget * share);
  if (mark !== undefined) tx.emit('ai.budget', { percent: mark * 100 });
}
