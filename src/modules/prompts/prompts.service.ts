import { connections, prompts, queues } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { requireCallable } from '@/core/security/callable-address.ts';
import { requireFeature } from '@/modules/companies/plan-features.policy.ts';
import { findQueue } from '@/modules/queues/queues.queries.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { apiKeys, voiceKeys } from './prompt-keys.logic.ts';
import { canManagePrompts } from './prompts.policy.ts';
import { getPrompt, type PromptRow, requirePromptRow } from './prompts.queries.ts';
import { DEFAULT_MODEL, type PromptInput } from './prompts.schema.ts';
import type { PromptView } from './prompts.views.ts';

/** Throws ERR_PROMPT_*_INVALID, ERR_FEATURE_NOT_IN_PLAN, InvalidInput on a blocked address. */
export async function createPrompt(scope: Scope, input: PromptInput): Promise<PromptView> {
  requireCan(scope, canManagePrompts);
  await requireFeature(scope, 'useOpenAi');
  return scope.write(async (tx) => {
    await requireWhole(tx, input, undefined);
    requireCallable(tx, 'baseUrl', input.baseUrl);
    const { apiKey = '', voiceKey = '', name = '', prompt = '', ...columns } = input;
    const row = await tx.db
      .insert(prompts)
      .values({ ...toColumns(columns), model: columns.model || DEFAULT_MODEL, name, prompt })
      .returning({ id: prompts.id })
      .then(insertedRow);
    await retainKeys(tx, row.id, { apiKey, voiceKey });
    await auditNew(tx, 'prompt.created', prompts, row.id);
    tx.emit('prompt.created', { promptId: row.id });
    return getPrompt(tx, row.id);
  });
}

/** Omitted fields and masked keys stay. Throws ERR_NO_PROMPT_FOUND, and as `createPrompt`. */
export async function updatePrompt(
  scope: Scope,
  { promptId, ...input }: PromptInput & { promptId: number },
): Promise<PromptView> {
  requireCan(scope, canManagePrompts);
  await requireFeature(scope, 'useOpenAi');
  return scope.write(async (tx) => {
    const known = await requirePromptRow(tx, promptId);
    await requireWhole(tx, input, known);
    requireCallable(tx, 'baseUrl', input.baseUrl, known.baseUrl);
    const { apiKey, voiceKey, ...columns } = input;
    // A key is sent only to the address it was entered for: another address needs it again.
    const isElsewhere = columns.baseUrl !== undefined && columns.baseUrl !== known.baseUrl;
    if (isElsewhere && !apiKey && known.apiKey !== '') throw new AppError('ERR_PROMPT_APIKEY_INVALID');
    const audited = await auditChange(tx, 'prompt.changed', prompts, promptId);
    await tx.db
      .update(prompts)
      .set({ ...toColumns(columns), updatedAt: tx.now() })
      .where(eq(prompts.id, promptId));
    await retainKeys(tx, promptId, { apiKey, voiceKey });
    await audited();
    tx.emit('prompt.updated', { promptId });
    return getPrompt(tx, promptId);
  });
}

/** Throws ERR_NO_PROMPT_FOUND, ERR_PROMPT_IN_USE. */
export async function deletePrompt(scope: Scope, { promptId }: { promptId: number }): Promise<void> {
  requireCan(scope, canManagePrompts);
  await requireFeature(scope, 'useOpenAi');
  await scope.write(async (tx) => {
    await requirePromptRow(tx, promptId);
    const used =
      (await tx.db.query.connections.findFirst({
        columns: { id: true },
        where: eq(connections.promptId, promptId),
      })) ??
      (await tx.db.query.queues.findFirst({ columns: { id: true }, where: eq(queues.promptId, promptId) }));
    const isHelper = (await getSetting(tx, 'aiAssistantPrompt')) === String(promptId);
    if (used || isHelper) throw new AppError('ERR_PROMPT_IN_USE');
    await auditGone(tx, 'prompt.deleted', prompts, promptId);
    await tx.db.delete(prompts).where(eq(prompts.id, promptId));
    tx.emit('prompt.deleted', { promptId });
  });
}

/** Contract, http §10: each missing field has its own code. */
async function requireWhole(tx: Scope, input: PromptInput, known: PromptRow | undefined): Promise<void> {
  const lacks = (value: string | undefined) =>
    value === undefined ? known === undefined : value.trim() === '';
  if (lacks(input.name)) throw new AppError('ERR_PROMPT_NAME_INVALID');
  if (lacks(input.prompt)) throw new AppError('ERR_PROMPT_INTELLIGENCE_INVALID');
  if (!input.apiKey && !known) throw new AppError('ERR_PROMPT_APIKEY_INVALID');
  const queueId = input.queueId === undefined ? known?.queueId : input.queueId;
  if (queueId == null || (await findQueue(tx, queueId)) === undefined)
    throw new AppError('ERR_PROMPT_QUEUEID_INVALID');
  if (input.maxMessages === undefined && !known) throw new AppError('ERR_PROMPT_MAX_MESSAGES_INVALID');
}

function toColumns({ temperature, priceIn, priceOut, ...columns }: Omit<PromptInput, 'apiKey' | 'voiceKey'>) {
  return {
    ...columns,
    ...(temperature != null && { temperature }),
    ...(priceIn !== undefined && { priceIn }),
    ...(priceOut !== undefined && { priceOut }),
  };
}

async function retainKeys(
  tx: Scope,
  id: number,
  { apiKey, voiceKey }: Pick<PromptInput, 'apiKey' | 'voiceKey'>,
): Promise<void> {
  const keys = {
    ...(apiKey && { apiKey: apiKeys.encrypt(tx, id, apiKey) }),
    ...(voiceKey && { voiceKey: voiceKeys.encrypt(tx, id, voiceKey) }),
  };
  if (Object.keys(keys).length > 0) await tx.db.update(prompts).set(keys).where(eq(prompts.id, id));
}
