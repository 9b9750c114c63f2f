import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { requireFeature } from '@/modules/companies/plan-features.policy.ts';
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
  await requireFeature(scope, 'useOpenAi');
  await scope.write(async (tx) => {
    const next = promptId ? await requirePromptRow(tx, promptId) : undefined;
    await change(tx, 'aiAssistantPrompt', promptId ? String(promptId) : '', {
      before: await promptName(tx, await getSetting(tx, 'aiAssistantPrompt')),
      after: next?.name ?? '',
    });
    await change(tx, 'aiAssistantInstructions', instructions.trim());
    await change(tx, 'aiAssistantAudioModel', audioModel);
  });
}

type Key = 'aiAssistantPrompt' | 'aiAssistantInstructions' | 'aiAssistantAudioModel';

async function change(
  tx: Scope,
  key: Key,
  value: string,
  auditText?: { before: string; after: string },
): Promise<void> {
  if ((await getSetting(tx, key)) !== value) await changeSetting(tx, { key, value, audit: auditText });
}

/** '' for none, and for a deleted one. */
async function promptName(tx: Scope, promptId: string): Promise<string> {
  const prompt = await tx.db.query.prompts.findFirst({
    columns: { name: true },
    where: (row, { eq }) => eq(row.id, Number(promptId) || 0),
  });
  return prompt?.name ?? '';
}
