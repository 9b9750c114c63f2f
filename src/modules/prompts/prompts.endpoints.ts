import { AppError } from '@/core/errors.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { getPrompt, listPrompts } from './prompts.queries.ts';
import { PromptFilter, PromptInput } from './prompts.schema.ts';
import { createPrompt, deletePrompt, updatePrompt } from './prompts.service.ts';
import { Prompt, PromptPage } from './prompts.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    promptId: number;
  }
}

const INVALID = [
  'ERR_PROMPT_NAME_INVALID',
  'ERR_PROMPT_INTELLIGENCE_INVALID',
  'ERR_PROMPT_APIKEY_INVALID',
  'ERR_PROMPT_QUEUEID_INVALID',
  'ERR_PROMPT_MAX_MESSAGES_INVALID',
] as const;
const text = 'Você atende os clientes de uma loja de bicicletas, com respostas curtas e gentis.';

export const promptsEndpoints = [
  endpoint('GET /prompt', {
    access: 'person',
    summary: 'A page of prompts by name; empty where the plan has none',
    query: PromptFilter,
    reply: PromptPage,
    run: (scope, { query }) => listPrompts(scope, query),
  }),
  endpoint('GET /prompt/:promptId', {
    access: 'admin',
    feature: 'useOpenAi',
    summary: 'One prompt; its keys are masked',
    reply: Prompt,
    errors: ['ERR_NO_PROMPT_FOUND'],
    run: (scope, { promptId }) => getPrompt(scope, promptId),
  }),
  endpoint('POST /prompt', {
    access: 'admin',
    feature: 'useOpenAi',
    summary: 'Creates a prompt',
    body: PromptInput,
    reply: Prompt,
    errors: [...INVALID],
    example: ({ queueId }) => ({
      body: { name: 'Vendas', prompt: text, apiKey: 'sk-example', queueId, maxMessages: 10 },
    }),
    run: (scope, { body }) => createPrompt(scope, body),
  }),
  endpoint('PUT /prompt/:promptId', {
    access: 'admin',
    feature: 'useOpenAi',
    summary: 'Changes a prompt; what is left out stays, and so does a masked key',
    body: PromptInput,
    reply: Prompt,
    errors: ['ERR_NO_PROMPT_FOUND', ...INVALID],
    example: ({ queueId }) => ({ body: { name: 'Vendas', prompt: text, queueId, maxMessages: 12 } }),
    run: (scope, { promptId, body }) => updatePrompt(scope, { ...body, promptId }),
  }),
  endpoint('DELETE /prompt/:promptId', {
    access: 'admin',
    feature: 'useOpenAi',
    summary: 'Deletes a prompt; one that is in use stays, and a sentence says so',
    reply: MessageReply,
    errors: ['ERR_NO_PROMPT_FOUND'],
    async answer(c, { promptId }) {
      try {
        await deletePrompt(c.var.scope, { promptId });
        return c.json({ message: 'Prompt deleted' });
      } catch (error) {
        // Contract, http §10: clients show the sentence as it is.
        if (!(error instanceof AppError) || error.code !== 'ERR_PROMPT_IN_USE') throw error;
        return c.json({ message: c.var.t('errors:ERR_PROMPT_IN_USE') });
      }
    },
  }),
];
