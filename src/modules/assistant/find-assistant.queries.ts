import { prompts } from '@db/tenant/schema/index.ts';
import type { Helper } from '@/adapters/openai/assist.ts';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { accountOf } from '@/modules/prompts/find-prompt-responder.queries.ts';
import { findPromptRow, type PromptRow } from '@/modules/prompts/prompts.queries.ts';
import { DEFAULT_MODEL } from '@/modules/prompts/prompts.schema.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import type { AssistantRights } from './assistant.views.ts';

export type FoundHelper = {
  helper: Omit<Helper, 'onSpent'>;
  row: PromptRow;
  preferences: string;
  audioModel: string;
};

/** Throws ERR_ASSISTANT_OFF: not in the plan, no key, or not enabled by the company. */
export async function requireHelper(scope: Scope): Promise<FoundHelper> {
  const row = await findHelperRow(scope);
  if (!row) throw new AppError('ERR_ASSISTANT_OFF');
  return {
    helper: { account: accountOf(scope, row), model: row.model || DEFAULT_MODEL },
    row,
    preferences: await getSetting(scope, 'aiAssistantInstructions'),
    audioModel: await getSetting(scope, 'aiAssistantAudioModel'),
  };
}

export async function getAssistantRights(scope: Scope): Promise<AssistantRights> {
  const { actor } = scope;
  if (actor.kind !== 'user' || actor.home || !(await findHelperRow(scope))) return undefined;
  return (await getSetting(scope, 'aiAssistantAudioModel')) === '' ? 'text' : 'text voice';
}

async function findHelperRow(scope: Scope): Promise<PromptRow | undefined> {
  const promptId = Number(await getSetting(scope, 'aiAssistantPrompt')) || 0;
  if (promptId === 0 || !(await hasFeature(scope, 'useOpenAi'))) return undefined;
  const row = await scope.remember([prompts], `assistant:${promptId}`, () => findPromptRow(scope, promptId));
  return row?.apiKey ? row : undefined;
}
