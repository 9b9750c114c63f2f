import type { TestDesk } from '@test/support/deps.ts';
import { createPrompt } from '@/modules/prompts/prompts.service.ts';
import { configureAssistant } from './assistant.service.ts';

export const KEY = 'sk-CANARY-of-the-assistant';

/** A prompt of company aurora helps those who answer. */
export async function switchAssistantOn(
  desk: TestDesk,
  {
    baseUrl = 'https://models.example.com/v1',
    prompt = 'Texto do prompt.',
    facts = '',
    instructions = '',
  } = {},
): Promise<number> {
  const ana = await desk.scopeOf('ana');
  const queueId = desk.cast.queueId.Vendas;
  const { id } = await createPrompt(ana, {
    ...{ name: 'Ajuda', prompt, facts, apiKey: KEY, baseUrl, queueId, maxMessages: 10 },
  });
  await configureAssistant(ana, { promptId: id, instructions, audioModel: 'whisper-1' });
  return id;
}
