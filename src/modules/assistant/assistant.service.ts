import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { requirePlan } from '@/modules/companies/plan-features.ts';
import { requirePromptRow } from '@/modules/prompts/prompts.queries.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { canConfigureAssistant } from './assistant.policy.ts';
import type { AssistantForm } from './assistant.schema.ts';

/** Throws ERR_NO_PROMPT_FOUND, ERR_FEATURE_NOT_IN_PLAN. */
export async function configureAssistant(
  scope: Scope,
  { promptId, instructions = '', audioModel = '' }: AssistantForm,
): Promise<void> {
  requireCan(scope, canConfigureAssistant);
  await requirePlan(scope, 'useOpenAi');
  await scope.write(async (tx) => {
    if (promptId) await requirePromptRow(tx, promptId);
    const wanted = {
      aiAssistantPrompt: promptId ? String(promptId) : '',
      aiAssistantInstructions: instructions.trim(),
      aiAssistantAudioModel: audioModel,
    } as const;
    for (const [key, value] of Object.entries(wanted) as [keyof typeof wanted, string][])
      if ((await getSetting(tx, key)) !== value) await changeSetting(tx, { key, value });
  });
}
