import type { Scope } from '@/core/scope.ts';
import { createPrompt } from '@/modules/prompts/prompts.service.ts';
import { configureAssistant } from './assistant.service.ts';

export const KEY = 'sk-CANARY-of-the-assistant';
const ELSEWHERE = 'https://models.example.com/v1';

export async function switchAssistantOn(
  admin: Scope,
  queueId: number,
  { baseUrl = ELSEWHERE, prompt = 'Texto do prompt.', facts = '', instructions = '' } = {},
): Promise<number> {
  const { id } = await createPrompt(admin, {
    ...{ name: 'Ajuda', prompt, facts, apiKey: KEY, baseUrl, queueId, maxMessages: 10 },
  });
  await configureAssistant(admin, { promptId: id, instructions, audioModel: 'whisper-1' });
  return id;
}
