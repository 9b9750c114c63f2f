import { defineModule } from '@/core/module.ts';
import { promptPaths } from '@/paths.ts';
import { budgetAlert, isNearBudget } from './ai-usage.service.ts';
import { type BudgetEvents, publishBudget } from './budget.events.ts';
import { promptsEndpoints } from './prompts.endpoints.ts';
import { livePrompt, type PromptEvents, promptContract } from './prompts.events.ts';
import { promptsPages } from './prompts.pages.tsx';
import { canManagePrompts } from './prompts.policy.ts';

const errors = {
  ERR_NO_PROMPT_FOUND: 404,
  ERR_PROMPT_IN_USE: 409,
  ERR_PROMPT_NAME_INVALID: 400,
  ERR_PROMPT_INTELLIGENCE_INVALID: 400,
  ERR_PROMPT_APIKEY_INVALID: 400,
  ERR_PROMPT_QUEUEID_INVALID: 400,
  ERR_PROMPT_MAX_MESSAGES_INVALID: 400,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const prompts = defineModule<{
  errors: keyof Errors;
  events: keyof PromptEvents | keyof BudgetEvents;
}>({
  name: 'prompts',
  errors,
  endpoints: promptsEndpoints,
  pages: promptsPages,
  menu: [
    {
      key: 'prompts',
      label: 'prompts:title',
      href: promptPaths.list(),
      icon: 'bot',
      section: 'channels',
      position: 40,
      isFor: canManagePrompts,
      feature: 'useOpenAi',
      badge: async (scope) => ((await isNearBudget(scope)) ? 'warning' : null),
      badgeChannels: ['ai-budget'],
      alert: budgetAlert,
    },
  ],
  listeners: {
    'prompt.created': livePrompt.created,
    'prompt.updated': livePrompt.updated,
    'prompt.deleted': livePrompt.deleted,
    'ai.budget': publishBudget,
  },
  contract: promptContract,
});
