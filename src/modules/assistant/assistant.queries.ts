import { prompts } from '@db/tenant/schema/index.ts';
import { asc } from 'drizzle-orm';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { canConfigureAssistant } from './assistant.policy.ts';

export async function getAssistantForm(scope: Scope): Promise<Record<string, string>> {
  requireCan(scope, canConfigureAssistant);
  return {
    promptId: await getSetting(scope, 'aiAssistantPrompt'),
    instructions: await getSetting(scope, 'aiAssistantInstructions'),
    audioModel: await getSetting(scope, 'aiAssistantAudioModel'),
  };
}

export async function choosePrompts(scope: Scope): Promise<{ id: number; name: string; hasKey: boolean }[]> {
  requireCan(scope, canConfigureAssistant);
  const rows = await scope.db
    .select({ id: prompts.id, name: prompts.name, apiKey: prompts.apiKey })
    .from(prompts)
    .orderBy(asc(prompts.name), asc(prompts.id));
  return rows.map(({ id, name, apiKey }) => ({ id, name, hasKey: apiKey !== '' }));
}
